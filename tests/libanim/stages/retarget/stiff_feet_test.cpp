#include "libanim/stages/retarget/stiff_feet.h"

#include <gtest/gtest.h>

#include <numbers>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "tests/support/stick_person.h"

namespace sinew {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

/// A person that stands for four frames, the left leg bent as told (positive: forward) and the left foot tipped down.
Take standing(double thigh, double knee, double foot, const Character& character = test::stick_person()) {
  Take take;
  take.character = character;
  take.figure = build_figure(take.character).figure;
  const Skeleton& skeleton = take.character.skeleton;
  take.reference = rest_clip(skeleton, 4, 30, {0});
  for (int frame = 0; frame < 4; ++frame) {
    const auto rotations = take.reference.frame_rotations(frame);
    const auto turn = [&](const char* name, double angle) {
      rotations[static_cast<std::size_t>(*skeleton.find(name))] = test::about_x(angle);
    };
    turn("LeftUpLeg", -thigh);
    turn("LeftLeg", knee);
    turn("LeftFoot", foot);
  }
  return take;
}

std::vector<Transform> bodies(const Take& take) {
  return bodies_from_pose(take.figure, take.character.skeleton, world_at(take.character.skeleton, take.reference, 1));
}

double point_height(const Take& take, const std::string& name) {
  for (const FigureContactPoint& point : take.figure.points) {
    if (point.name == name) return (bodies(take)[static_cast<std::size_t>(point.body)] * point.position).y();
  }
  ADD_FAILURE() << name;
  return 0;
}

Vec3 left_ankle(const Take& take) {
  const Skeleton& skeleton = take.character.skeleton;
  return joint_positions(skeleton, take.reference, 1)[static_cast<std::size_t>(*skeleton.find("LeftFoot"))];
}

double ankle_flexion(const Take& take) {
  const int foot = *take.figure.find_body(Part::kFoot, Side::kLeft);
  const FigureJoint& joint = take.figure.joints[static_cast<std::size_t>(foot) - 1];
  const auto now = bodies(take);
  return joint_angles(joint, now[static_cast<std::size_t>(joint.parent)].rotation.conjugate() *
                                 now[static_cast<std::size_t>(foot)].rotation)[1];
}

TEST(StiffFeet, FlatFeetAreLeftAlone) {
  Take take = standing(0, 0, 0);
  const std::vector<Quat> before = take.reference.rotations;
  const StiffFeetReport report = rest_stiff_feet(take);
  EXPECT_EQ(report.frames, 0);
  EXPECT_LT(report.turn, 1e-3);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LT(before[i].angularDistance(take.reference.rotations[i]), 1e-3) << i;
  }
}

TEST(StiffFeet, ATipInTheGroundIsTurnedUp) {
  Take take = standing(5 * kDegree, 10 * kDegree, 30 * kDegree);
  ASSERT_LT(point_height(take, "left_toe"), -0.03);
  const Vec3 before = left_ankle(take);
  const double standing_still = point_height(take, "right_toe");
  const StiffFeetReport report = rest_stiff_feet(take);
  EXPECT_EQ(report.frames, 4);
  EXPECT_GT(report.turn, 10 * kDegree);
  EXPECT_EQ(report.straighten, 0);
  EXPECT_NEAR(point_height(take, "left_toe"), 0, 0.004);  // a figure of 1.7 m starts 3.4 mm above the ground
  EXPECT_EQ(point_height(take, "right_toe"), standing_still);
  EXPECT_LT((left_ankle(take) - before).norm(), 1e-9);
}

TEST(StiffFeet, AKneeGivesTheAnkleRoom) {
  // Feet as long as the legs: the tip of the swinging one is under the ground, and the ankle alone cannot raise it.
  Character big = test::stick_person();
  for (Joint& joint : big.skeleton.joints) {
    if (joint.name.find("Toe") != std::string::npos) joint.rest.translation *= 3.5;
  }
  Take take = standing(10 * kDegree, 65 * kDegree, -10 * kDegree, big);
  for (int frame = 0; frame < 4; ++frame) take.reference.frame_translations(frame)[0].z() += 0.1 * frame;
  const double before = point_height(take, "left_toe");
  const StiffFeetReport report = rest_stiff_feet(take);
  EXPECT_GT(report.straighten, 0.1);
  EXPECT_GT(point_height(take, "left_toe"), before / 4);
  const int foot = *take.figure.find_body(Part::kFoot, Side::kLeft);
  EXPECT_LE(ankle_flexion(take), take.figure.joints[static_cast<std::size_t>(foot) - 1].upper[1] + 1e-6);
}

TEST(StiffFeet, TheGroundIsTheScenes) {
  Take take = standing(5 * kDegree, 10 * kDegree, 30 * kDegree);
  take.scene.ground.point.y() = -1;
  EXPECT_EQ(rest_stiff_feet(take).frames, 0);
}

}  // namespace
}  // namespace sinew
