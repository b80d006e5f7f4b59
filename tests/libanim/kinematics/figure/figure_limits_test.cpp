#include "libanim/kinematics/figure_limits.h"

#include <gtest/gtest.h>

#include <numbers>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/support/index.h"
#include "tests/libanim/kinematics/figure/hand_made.h"

namespace sinew::test {
namespace {

constexpr double kPi = std::numbers::pi;

/// The hand-made figure, and what moves when one joint is turned out of the neutral stance.
class Limits : public testing::Test {
 protected:
  /// How far the far end of `body` moves when its joint turns by `angle` about `axis`, in the neutral stance.
  [[nodiscard]] Vec3 motion(std::string_view body, int axis, double angle) const {
    const int b = *figure_.find_body(body);
    std::vector<Vec3> angles(figure_.joints.size(), Vec3::Zero());
    const Vec3 tip = built_.anatomy.bodies[to_size(b)].end;
    const Vec3 before = moved(figure_, pose_bodies(figure_, angles), b, tip);
    angles[to_size(b - 1)][axis] = angle;
    return moved(figure_, pose_bodies(figure_, angles), b, tip) - before;
  }
  [[nodiscard]] const FigureJoint& joint(std::string_view body) const {
    return figure_.joints[to_size(*figure_.find_body(body) - 1)];
  }

  BuiltFigure built_ = build_figure(t_pose_character(), t_pose_anatomy(), {});
  const Figure& figure_ = built_.figure;
};

// x is the figure's left, y up, z ahead.

TEST_F(Limits, ArmsHangInTheNeutralStance) {
  const auto world = pose_bodies(figure_, std::vector<Vec3>(figure_.joints.size(), Vec3::Zero()));
  for (const double s : {1.0, -1.0}) {
    const int forearm = *figure_.find_body(s > 0 ? "left_forearm" : "right_forearm");
    const Vec3 wrist = moved(figure_, world, forearm, {0.73 * s, 1.43, 0});
    EXPECT_NEAR((wrist - Vec3(0.19 * s, 1.43 - 0.54, 0)).norm(), 0, 1e-9);
  }
}

TEST_F(Limits, KneesBendBackAndElbowsAhead) {
  for (const std::string side : {"left_", "right_"}) {
    EXPECT_LT(motion(side + "shin", 1, 1.0).z(), -0.3);
    EXPECT_GT(motion(side + "shin", 1, 1.0).y(), 0.1);
    EXPECT_GT(motion(side + "forearm", 1, 1.0).z(), 0.2);
    for (const std::string part : {"shin", "forearm"}) {
      EXPECT_EQ(joint(side + part).kind, JointKind::kHinge);
      EXPECT_EQ(joint(side + part).lower[1], 0);
      EXPECT_NEAR(joint(side + part).upper[1], 150 * kPi / 180, 1e-9);
    }
  }
}

TEST_F(Limits, HipsAndShouldersFlexAhead) {
  for (const std::string side : {"left_", "right_"}) {
    EXPECT_GT(motion(side + "thigh", 1, 0.5).z(), 0.1);
    EXPECT_GT(motion(side + "upper_arm", 1, 0.5).z(), 0.1);
    EXPECT_NEAR(joint(side + "thigh").upper[1], 120 * kPi / 180, 1e-9);
    EXPECT_NEAR(joint(side + "thigh").lower[1], -30 * kPi / 180, 1e-9);
  }
}

TEST_F(Limits, TheWiderRangeOfHipAndShoulderIsOutwards) {
  for (const double s : {1.0, -1.0}) {
    const std::string side = s > 0 ? "left_" : "right_";
    for (const std::string part : {"thigh", "upper_arm"}) {
      const FigureJoint& j = joint(side + part);
      const double wide = -j.lower[2] > j.upper[2] ? j.lower[2] : j.upper[2];
      EXPECT_GT(s * motion(side + part, 2, 0.5 * wide).x(), 0.1) << side << part;
    }
    const FigureJoint& hip = joint(side + "thigh");
    EXPECT_NEAR(std::max(-hip.lower[2], hip.upper[2]), 45 * kPi / 180, 1e-9);
    EXPECT_NEAR(std::min(-hip.lower[2], hip.upper[2]), 30 * kPi / 180, 1e-9);
  }
}

TEST_F(Limits, AnklesLiftTheToesAndInvertMore) {
  for (const double s : {1.0, -1.0}) {
    const std::string side = s > 0 ? "left_foot" : "right_foot";
    EXPECT_GT(motion(side, 1, 0.3).y(), 0.03);
    EXPECT_NEAR(joint(side).upper[1], 30 * kPi / 180, 1e-9);
    EXPECT_NEAR(joint(side).lower[1], -50 * kPi / 180, 1e-9);
    // Inversion lifts the inner edge of the foot.
    const FigureJoint& ankle = joint(side);
    const double inversion = -ankle.lower[0] > ankle.upper[0] ? ankle.lower[0] : ankle.upper[0];
    EXPECT_NEAR(std::abs(inversion), 35 * kPi / 180, 1e-9);
    const int foot = *figure_.find_body(side);
    std::vector<Vec3> angles(figure_.joints.size(), Vec3::Zero());
    angles[to_size(foot - 1)][0] = inversion;
    const Vec3 inner(0.05 * s, 0.08, 0);  // the ankle is at 0.09
    EXPECT_GT(moved(figure_, pose_bodies(figure_, angles), foot, inner).y(), 0.09);
  }
}

TEST_F(Limits, WaistAndNeckBowAhead) {
  EXPECT_GT(motion("chest", 1, 0.5).z(), 0.1);
  EXPECT_GT(motion("head", 1, 0.5).z(), 0.1);
  EXPECT_GT(joint("chest").upper[1], -joint("chest").lower[1]);
}

TEST_F(Limits, TurningInIsPositiveOnTheLeft) {
  // The foot, ahead of the leg's axis, shows which way the thigh turns.
  const int left = *figure_.find_body("left_foot");
  std::vector<Vec3> angles(figure_.joints.size(), Vec3::Zero());
  angles[to_size(*figure_.find_body("left_thigh") - 1)][0] = 0.5;
  EXPECT_LT(moved(figure_, pose_bodies(figure_, angles), left, {0.09, 0.02, 0.19}).x(), 0.05);
}

TEST_F(Limits, RestPoseIsInsideAndZeroToo) {
  EXPECT_TRUE(built_.ledger.notes.empty());
  for (const FigureJoint& j : figure_.joints) {
    const Vec3 rest = swing_twist_angles(j, Quat::Identity());
    for (const int axis : {0, 1, 2}) {
      if (j.kind == JointKind::kHinge && axis != 1) {
        EXPECT_NEAR(rest[axis], 0, 1e-9);
        continue;
      }
      EXPECT_GE(rest[axis], j.lower[to_size(axis)] - 1e-9);
      EXPECT_LE(rest[axis], j.upper[to_size(axis)] + 1e-9);
    }
  }
  // The arm of the T-pose is lifted sideways by a quarter turn.
  EXPECT_NEAR(swing_twist_angles(joint("left_upper_arm"), Quat::Identity())[2], -kPi / 2, 1e-9);
  EXPECT_NEAR(swing_twist_angles(joint("right_upper_arm"), Quat::Identity())[2], kPi / 2, 1e-9);
}

TEST_F(Limits, AnglesComeBack) {
  const Vec3 angles(0.3, -0.7, 0.4);
  for (std::size_t j = 0; j < figure_.joints.size(); ++j) {
    std::vector<Vec3> all(figure_.joints.size(), Vec3::Zero());
    all[j] = angles;
    const auto world = pose_bodies(figure_, all);
    const FigureJoint& joint = figure_.joints[j];
    const Quat q = world[to_size(joint.parent)].rotation.conjugate() * world[to_size(joint.child)].rotation;
    EXPECT_NEAR((swing_twist_angles(joint, q) - angles).norm(), 0, 1e-9);
  }
}

TEST(LimitsOfOddRestPoses, AreWidenedAndTold) {
  Anatomy anatomy = t_pose_anatomy();
  // A knee that the rest pose bends the wrong way by 20 degrees: straight is then 20 degrees back.
  AnatomyBody& shin = anatomy.bodies[6];
  ASSERT_EQ(shin.name, "left_shin");
  shin.neutral = Quat(Eigen::AngleAxisd(20 * kPi / 180, Vec3::UnitX()));
  const BuiltFigure built = build_figure(t_pose_character(), anatomy, {});
  EXPECT_EQ(built.ledger.notes.size(), 1U);
  EXPECT_NEAR(built.figure.joints[5].lower[1], -0.02 - 20 * kPi / 180, 1e-9);
  EXPECT_EQ(built.figure.joints[10].lower[1], built.figure.joints[5].lower[1]) << "the right knee agrees";
}

}  // namespace
}  // namespace sinew::test
