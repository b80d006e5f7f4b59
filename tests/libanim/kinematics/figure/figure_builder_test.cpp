#include "libanim/kinematics/figure_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "tests/libanim/kinematics/figure/hand_made.h"

namespace sinew::test {
namespace {

const FigureBody& body_of(const Figure& figure, std::string_view name) {
  return figure.bodies[to_size(*figure.find_body(name))];
}

const FigureShape& shape_of(const Figure& figure, std::string_view name) { return body_of(figure, name).shapes[0]; }

Vec3 point(const Figure& figure, std::string_view name) {
  for (const FigureContactPoint& p : figure.points) {
    if (p.name == name) return figure.bodies[to_size(p.body)].rest_position + p.position;
  }
  ADD_FAILURE() << "no contact point " << name;
  return Vec3::Zero();
}

/// Tubes of different thickness on the two thighs, blocks for feet and trunk.
Character skinned_character() {
  Character character = t_pose_character();
  add_tube(character, 8, {0.09, 0.92, 0}, {0.09, 0.50, 0}, 0.08);
  add_tube(character, 16, {-0.09, 0.92, 0}, {-0.09, 0.50, 0}, 0.08);
  add_tube(character, 5, {0.47, 1.43, 0}, {0.90, 1.43, 0}, 0.04);
  add_block(character, 10, {0.04, 0.01, -0.06}, {0.14, 0.09, 0.20});
  add_block(character, 18, {-0.14, 0.01, -0.06}, {-0.04, 0.09, 0.20});
  add_block(character, 1, {-0.17, 1.06, -0.1}, {0.17, 1.5, 0.1});
  return character;
}

void expect_symmetric(const Figure& figure) {
  for (const FigureBody& body : figure.bodies) {
    if (body.mirror < 0) continue;
    const FigureBody& twin = figure.bodies[to_size(body.mirror)];
    EXPECT_EQ(body.mass, twin.mass) << body.name;
    EXPECT_EQ(body.shapes[0].kind, twin.shapes[0].kind) << body.name;
    EXPECT_EQ(body.shapes[0].radius, twin.shapes[0].radius) << body.name;
    EXPECT_EQ(body.shapes[0].half_length, twin.shapes[0].half_length) << body.name;
    EXPECT_EQ(body.shapes[0].half, twin.shapes[0].half) << body.name;
    const Vec3 mirrored(-twin.rest_position.x(), twin.rest_position.y(), twin.rest_position.z());
    EXPECT_NEAR((body.rest_position - mirrored).norm(), 0, 1e-9) << body.name;
  }
}

TEST(FigureBuilder, BareSkeletonGivesAHuman) {
  const BuiltFigure built = build_figure(t_pose_character(), t_pose_anatomy(), {});
  const Figure& figure = built.figure;
  EXPECT_EQ(figure.body_count(), 13);
  EXPECT_EQ(figure.axis_count(), 4 + 3 * 8);
  EXPECT_NEAR(figure.mass(), 68.9, 0.1);
  expect_symmetric(figure);
  EXPECT_NEAR(shape_of(figure, "left_thigh").radius, 0.046 * 1.75, 1e-9);
  // The sole is 0.039 of the height below the ankle, and the foot ends where the bone does.
  EXPECT_NEAR(point(figure, "left_heel").y(), 0.08 - 0.039 * 1.75, 1e-9);
  EXPECT_NEAR(point(figure, "left_toe").z(), 0.19, 1e-9);
}

TEST(FigureBuilder, SkinDecidesThickness) {
  const Figure figure = build_figure(skinned_character(), t_pose_anatomy(), {}).figure;
  EXPECT_NEAR(shape_of(figure, "left_thigh").radius, 0.08, 1e-6);
  EXPECT_NEAR(shape_of(figure, "left_thigh").half_length, 0.21, 1e-6);
  expect_symmetric(figure);
}

TEST(FigureBuilder, AForearmEndsInAClosedHand) {
  const Figure figure = build_figure(skinned_character(), t_pose_anatomy(), {}).figure;
  const FigureShape& arm = shape_of(figure, "left_forearm");
  EXPECT_NEAR(arm.radius, 0.04, 1e-6);
  EXPECT_NEAR(point(figure, "left_hand").x(), 0.82, 1e-6);
  EXPECT_NEAR(arm.half_length * 2 + 2 * arm.radius, 0.35 + 0.04, 1e-6);
}

TEST(FigureBuilder, SolesAreLevelAtTheSkinsLowestHeight) {
  for (const FootShape feet : {FootShape::kBox, FootShape::kCapsule}) {
    FigureOptions options;
    options.feet = feet;
    const Figure figure = build_figure(skinned_character(), t_pose_anatomy(), options).figure;
    for (const std::string side : {"left_", "right_"}) {
      const Vec3 heel = point(figure, side + "heel");
      const Vec3 toe = point(figure, side + "toe");
      EXPECT_NEAR(heel.y(), 0.01, 1e-6);
      EXPECT_NEAR(toe.y(), 0.01, 1e-6);
      EXPECT_NEAR(heel.z(), -0.06, 1e-6);
      EXPECT_NEAR(toe.z(), 0.20, 1e-6);
      EXPECT_GT(point(figure, side + "ball").z(), 0.1);
      const FigureBody& foot = body_of(figure, side + "foot");
      const Vec3 up = foot.shapes[0].body_from_shape.rotation.conjugate() * Vec3::UnitY();
      EXPECT_NEAR(up.cwiseAbs().maxCoeff(), 1, 1e-9) << "a shape axis is vertical";
    }
  }
}

TEST(FigureBuilder, TrunkBecomesTheBoxThatItIs) {
  const Figure figure = build_figure(skinned_character(), t_pose_anatomy(), {}).figure;
  const FigureShape& chest = shape_of(figure, "chest");
  EXPECT_EQ(chest.kind, ShapeKind::kBox);
  EXPECT_NEAR(chest.half.maxCoeff(), 0.22, 0.03);
  EXPECT_NEAR(chest.half.minCoeff(), 0.10, 1e-6);
}

TEST(FigureBuilder, OneThickLegIsSharedByBoth) {
  Character character = t_pose_character();
  add_tube(character, 8, {0.09, 0.92, 0}, {0.09, 0.50, 0}, 0.06);
  const Figure figure = build_figure(character, t_pose_anatomy(), {}).figure;
  EXPECT_NEAR(shape_of(figure, "right_thigh").radius, 0.06, 1e-6);
  expect_symmetric(figure);
}

TEST(FigureBuilder, AnklesAndTorquesByOption) {
  FigureOptions options;
  options.ankles = JointKind::kHinge;
  options.torque_scale = 2;
  const Figure hinged = build_figure(t_pose_character(), t_pose_anatomy(), options).figure;
  const Figure plain = build_figure(t_pose_character(), t_pose_anatomy(), {}).figure;
  const auto foot = to_size(*hinged.find_body("left_foot") - 1);
  EXPECT_EQ(hinged.joints[foot].kind, JointKind::kHinge);
  EXPECT_EQ(hinged.joints[foot].torque[0], 0);
  EXPECT_NEAR(hinged.joints[foot].torque[1], 2 * plain.joints[foot].torque[1], 1e-9);
  // 180 N m for 75 kg x 1.75 m.
  EXPECT_NEAR(plain.joints[foot].torque[1], 300 * plain.mass() / 75, 1e-9);
}

TEST(FigureBuilder, ACreaturesLegsCarryIt) {
  Anatomy anatomy = t_pose_anatomy();
  anatomy.humanoid = false;
  for (AnatomyBody& body : anatomy.bodies) {
    body.neutral = Quat::Identity();
    if (body.part == Part::kPelvis || body.part == Part::kChest) body.part = Part::kTrunk;
    if (body.part == Part::kThigh || body.part == Part::kShin) body.part = Part::kLimb;
    if (body.part == Part::kFoot) body.part = Part::kPaw;
    if (body.part == Part::kUpperArm || body.part == Part::kForearm) body.part = Part::kLimb;
  }
  const Figure figure = build_figure(t_pose_character(), anatomy, {}).figure;
  const double weight = 9.81 * figure.mass();
  const FigureJoint& hip = figure.joints[to_size(*figure.find_body("left_thigh") - 1)];
  const double reach = 0.42 + 0.42 + Vec3(0, 0.06, 0.19).norm();
  EXPECT_NEAR(hip.torque[1], 2 * weight * reach / 2, 1e-6 * weight);
  EXPECT_NEAR(hip.torque[0], 0.5 * hip.torque[1], 1e-9);
  // An arm only holds itself out: mass x lever of its two parts.
  const FigureJoint& shoulder = figure.joints[to_size(*figure.find_body("left_upper_arm") - 1)];
  double hold = 0;
  for (const std::string part : {"left_upper_arm", "left_forearm"}) {
    const FigureBody& body = body_of(figure, part);
    hold += 9.81 * body.mass * (body.rest_position - Vec3(0.19, 1.43, 0)).norm();
  }
  EXPECT_NEAR(shoulder.torque[1], 2 * hold, 1e-9);
  EXPECT_EQ(figure.points.size(), 3U) << "two paws and the head";
}

TEST(FigureBuilder, SameBitsTwice) {
  const Figure a = build_figure(skinned_character(), t_pose_anatomy(), {}).figure;
  const Figure b = build_figure(skinned_character(), t_pose_anatomy(), {}).figure;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies[i].inertia, b.bodies[i].inertia);
    EXPECT_EQ(a.bodies[i].rest_position, b.bodies[i].rest_position);
  }
}

TEST(FigureBuilder, BadOptionsAndAnatomiesAreRefused) {
  FigureOptions options;
  options.mass = -1;
  EXPECT_THROW((void)build_figure(t_pose_character(), t_pose_anatomy(), options), Error);
  options = {};
  options.density = 0;
  EXPECT_THROW((void)build_figure(t_pose_character(), t_pose_anatomy(), options), Error);
  Anatomy anatomy = t_pose_anatomy();
  anatomy.bodies[3].parent = 5;
  EXPECT_THROW((void)build_figure(t_pose_character(), anatomy, {}), Error);
  anatomy = t_pose_anatomy();
  anatomy.bodies[3].joints.push_back(99);
  EXPECT_THROW((void)build_figure(t_pose_character(), anatomy, {}), Error);
  EXPECT_THROW((void)build_figure(t_pose_character(), Anatomy{}, {}), Error);
  anatomy = Anatomy{};
  anatomy.bodies.resize(1);
  anatomy.bodies[0].name = "point";
  anatomy.bodies[0].joints = {0};
  EXPECT_THROW((void)build_figure(t_pose_character(), anatomy, {}), Error);
}

}  // namespace
}  // namespace sinew::test
