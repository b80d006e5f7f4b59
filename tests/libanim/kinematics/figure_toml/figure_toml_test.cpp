#include "libanim/kinematics/figure_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

FigureBody body_of(std::string name, Part part, int joint, const Vec3& position) {
  FigureBody body;
  body.name = std::move(name);
  body.part = part;
  body.joint = body.orientation_joint = joint;
  body.joints = {joint};
  body.rest_position = position;
  body.mass = 10.0 / 3;
  body.inertia = Vec3(0.1, 0.2, 0.25).asDiagonal();
  body.inertia(0, 1) = body.inertia(1, 0) = 1.0 / 70;
  FigureShape shape;
  shape.body_from_shape.rotation = Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized()));
  shape.radius = 0.1 + 0.2;
  shape.half_length = 1.0 / 7;
  body.shapes = {shape};
  return body;
}

FigureJoint joint_of(const Figure& figure, int parent, int child, const Vec3& place) {
  const auto position = [&](int body) { return figure.bodies[static_cast<std::size_t>(body)].rest_position; };
  FigureJoint joint;
  joint.parent = parent;
  joint.child = child;
  joint.parent_anchor = place - position(parent);
  joint.child_anchor = place - position(child);
  joint.axes = Quat(Eigen::AngleAxisd(1.1, Vec3(3, -1, 2).normalized()));
  joint.neutral = Quat(Eigen::AngleAxisd(-0.7, Vec3(1, 1, 2).normalized()));
  joint.lower = {-std::numbers::pi / 7, -std::numbers::pi, 0};
  joint.upper = {0.1 + 0.2, 2 * std::numbers::pi / 3, std::numbers::pi};
  joint.torque = {1.0 / 3, 100, 0};
  return joint;
}

/// Numbers without a short decimal wherever one fits, every kind of shape and joint, a pair of sides.
Figure odd_figure() {
  Figure figure;
  figure.name = "odd \"one\"";
  figure.humanoid = true;
  figure.height = 5.0 / 3;
  figure.facing = Quat(Eigen::AngleAxisd(0.2, Vec3::UnitY()));
  figure.bodies = {
      body_of("pelvis", Part::kPelvis, 0, {0.01, 1.1, 0}), body_of("chest", Part::kChest, 1, {0, 1.45, 1.0 / 3}),
      body_of("left_arm", Part::kUpperArm, 4, {0.5, 1.5, 0}), body_of("right_arm", Part::kUpperArm, 5, {-0.5, 1.5, 0})};
  figure.bodies[0].mirror = 0;
  figure.bodies[1].joints = {1, 2, 3};
  figure.bodies[1].orientation_joint = 2;
  figure.bodies[1].shapes.push_back({ShapeKind::kBox, {{0.1, 0, 0}, Quat::Identity()}, 0, 0, {0.1, 0.2, 1.0 / 9}});
  figure.bodies[2].side = Side::kLeft;
  figure.bodies[3].side = Side::kRight;
  figure.bodies[2].mirror = 3;
  figure.bodies[3].mirror = 2;
  figure.bodies[2].shapes = {{ShapeKind::kSphere, {}, 0.07, 0, Vec3::Zero()}};
  const std::vector<Transform> world = rest_world(test::small_skeleton());
  figure.joints = {joint_of(figure, 0, 1, world[1].translation), joint_of(figure, 1, 2, world[4].translation),
                   joint_of(figure, 1, 3, world[5].translation)};
  figure.joints[1].kind = JointKind::kHinge;
  figure.points = {{"left_hand", 2, {0.3, 1.0 / 11, 0}}};
  figure.validate(test::small_skeleton());
  return figure;
}

void expect_same(const FigureBody& a, const FigureBody& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.part, b.part);
  EXPECT_EQ(a.side, b.side);
  EXPECT_EQ(a.mirror, b.mirror);
  EXPECT_EQ(a.joint, b.joint);
  EXPECT_EQ(a.orientation_joint, b.orientation_joint);
  EXPECT_EQ(a.joints, b.joints);
  EXPECT_EQ(a.rest_position, b.rest_position);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.inertia, b.inertia);
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    EXPECT_EQ(a.shapes[i].kind, b.shapes[i].kind);
    EXPECT_EQ(a.shapes[i].body_from_shape.translation, b.shapes[i].body_from_shape.translation);
    EXPECT_EQ(a.shapes[i].body_from_shape.rotation.coeffs(), b.shapes[i].body_from_shape.rotation.coeffs());
    EXPECT_EQ(a.shapes[i].radius, b.shapes[i].radius);
    EXPECT_EQ(a.shapes[i].half_length, b.shapes[i].half_length);
    EXPECT_EQ(a.shapes[i].half, b.shapes[i].half);
  }
}

void expect_same(const FigureJoint& a, const FigureJoint& b) {
  EXPECT_EQ(a.parent, b.parent);
  EXPECT_EQ(a.child, b.child);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.parent_anchor, b.parent_anchor);
  EXPECT_EQ(a.child_anchor, b.child_anchor);
  EXPECT_EQ(a.axes.coeffs(), b.axes.coeffs());
  EXPECT_EQ(a.neutral.coeffs(), b.neutral.coeffs());
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.torque, b.torque);
}

/// Reads a dump of the odd figure after one replacement; the error's text, or "no error".
std::string error_after(const std::string& old_text, const std::string& new_text) {
  std::string dump = figure_to_toml(odd_figure(), test::small_skeleton());
  const std::size_t place = dump.find(old_text);
  EXPECT_NE(place, std::string::npos) << old_text;
  if (place != std::string::npos) dump.replace(place, old_text.size(), new_text);
  try {
    (void)figure_from_toml(dump, "f.toml", test::small_character());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_EQ(error.file(), "f.toml");
    return error.what();
  }
  return "no error";
}

TEST(FigureToml, ADumpReadsBackBitForBit) {
  const Figure figure = odd_figure();
  const std::string dump = figure_to_toml(figure, test::small_skeleton());
  const Figure back = figure_from_toml(dump, "f.toml", test::small_character()).figure;
  EXPECT_EQ(back.name, figure.name);
  EXPECT_EQ(back.humanoid, figure.humanoid);
  EXPECT_EQ(back.height, figure.height);
  EXPECT_EQ(back.facing.coeffs(), figure.facing.coeffs());
  ASSERT_EQ(back.bodies.size(), figure.bodies.size());
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) expect_same(figure.bodies[i], back.bodies[i]);
  ASSERT_EQ(back.joints.size(), figure.joints.size());
  for (std::size_t i = 0; i < figure.joints.size(); ++i) expect_same(figure.joints[i], back.joints[i]);
  ASSERT_EQ(back.points.size(), 1U);
  EXPECT_EQ(back.points[0].position, figure.points[0].position);
  EXPECT_EQ(figure_to_toml(back, test::small_skeleton()), dump);
}

TEST(FigureToml, LimitsMayBeInDegrees) {
  std::string dump = figure_to_toml(odd_figure(), test::small_skeleton());
  const std::size_t start = dump.find("\nlower = ") + 1;
  dump.replace(start, dump.find('\n', start) - start, "lower_deg = [-30, -180, 0]");
  const Figure back = figure_from_toml(dump, "f.toml", test::small_character()).figure;
  EXPECT_NEAR(back.joints[0].lower[0], -std::numbers::pi / 6, 1e-15);
  EXPECT_EQ(back.joints[0].lower[1], -std::numbers::pi);
  dump.insert(start, "lower = [0, 0, 0]\n");
  EXPECT_THROW((void)figure_from_toml(dump, "f.toml", test::small_character()), Error);
}

TEST(FigureToml, MistakesAreNamed) {
  EXPECT_EQ(error_after("name", "name"), "no error");
  EXPECT_THAT(error_after("joint = \"Spine\"", "joint = \"Spin\""),
              HasSubstr("bodies[1].joint: the character has no joint \"Spin\"; did you mean Spine?"));
  EXPECT_THAT(error_after("parent = \"pelvis\"", "parent = \"pelvs\""),
              HasSubstr("joints[0].parent: there is no body"));
  EXPECT_THAT(error_after("part = \"chest\"", "part = \"chess\""), HasSubstr("bodies[1].part: expected"));
  EXPECT_THAT(error_after("side = \"left\"", "side = \"port\""), HasSubstr("bodies[2].side: expected"));
  EXPECT_THAT(error_after("mass = ", "mas = "), HasSubstr("bodies[0].mass is missing"));
  EXPECT_THAT(error_after("humanoid = true", "humanoid = true\nhumanid = 1"), HasSubstr("unknown key humanid"));
  EXPECT_THAT(error_after("torque = [0.3", "torque = [-0.3"), HasSubstr("joints[0].torque[0] = -0.3"));
  EXPECT_THAT(error_after("child = \"left_arm\"", "child = \"chest\""), HasSubstr("joints[1].parent: expected"));
  EXPECT_THAT(error_after("child = \"left_arm\"", "child = \"right_arm\""), HasSubstr("has a joint already"));
  EXPECT_THAT(error_after("child = \"chest\"", "child = \"pelvis\""), HasSubstr("is the root"));
  EXPECT_THAT(error_after("mirror = \"right_arm\"", "mirror = \"chest\""), HasSubstr("body left_arm"));
  EXPECT_THAT(error_after("humanoid = true", "humanoid = true\noptions.mass = 3"),
              HasSubstr("expected one of the two"));
}

TEST(FigureToml, AFileForAnotherCharacterIsRefused) {
  Character taller = test::small_character();
  taller.skeleton.joints[1].rest.translation.y() += 0.01;
  const std::string dump = figure_to_toml(odd_figure(), test::small_skeleton());
  try {
    (void)figure_from_toml(dump, "f.toml", taller);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("f.toml: body chest: its anchor is 0.0100 m from the character's joint Spine"));
  }
}

TEST(FigureToml, OptionsBuildTheFigureAndOverrideThoseGiven) {
  const Character character = test::small_character();
  FigureOptions given;
  given.mass = 30;
  given.torque_scale = 2;
  EXPECT_NEAR(figure_from_toml("", "f.toml", character, given).figure.mass(), 30, 1e-9);
  const Figure figure = figure_from_toml("[options]\nmass = 50\n", "f.toml", character, given).figure;
  EXPECT_NEAR(figure.mass(), 50, 1e-9);
  const auto error_of = [&](std::string_view text) -> std::string {
    try {
      (void)figure_from_toml(text, "f.toml", character);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of("[options]\nfeet = \"flipper\"\n"), HasSubstr("options.feet = \"flipper\": expected one of"));
  EXPECT_THAT(error_of("[options]\nhand = true\n"), HasSubstr("did you mean hands?"));
  EXPECT_THAT(error_of("[options]\nmass = -1\n"), HasSubstr("options.mass = -1"));
  EXPECT_THAT(error_of("[option]\nmass = 1\n"), HasSubstr("did you mean options?"));
}

}  // namespace
}  // namespace sinew
