#include "libanim/learning/control_targets.h"

#include <gtest/gtest.h>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/small_figures.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

/// Random angles within the limits, per joint.
std::vector<Vec3> random_angles(const Figure& figure, Rng& rng) {
  std::vector<Vec3> angles;
  for (const FigureJoint& joint : figure.joints) {
    Vec3 a = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      if (joint.kind == JointKind::kHinge && k != 1) continue;
      a[static_cast<Eigen::Index>(k)] = joint.lower[k] + rng.uniform() * (joint.upper[k] - joint.lower[k]);
    }
    angles.push_back(a);
  }
  return angles;
}

Eigen::VectorXd flat(const Figure& figure, const std::vector<Vec3>& angles) {
  Eigen::VectorXd result(figure.axis_count());
  Eigen::Index i = 0;
  for (std::size_t j = 0; j < angles.size(); ++j) {
    if (figure.joints[j].kind == JointKind::kHinge) {
      result[i++] = angles[j].y();
    } else {
      result.segment<3>(i) = angles[j];
      i += 3;
    }
  }
  return result;
}

TEST(ControlTargets, AreTheAnglesThatAVelocityAimsAt) {
  const Take take = test::small_take();
  const Figure& figure = take.figure;
  Rng rng(5);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<Vec3> angles = random_angles(figure, rng);
    std::vector<Quat> rotations;
    for (std::size_t j = 0; j < angles.size(); ++j) rotations.push_back(joint_rotation(figure.joints[j], angles[j]));
    const StateRecord& now = take.record(trial % 30);
    const Control control = control_towards(figure, now, rotations, 1.0 / 30);
    const Eigen::VectorXd targets = control_targets(figure, now, control, 1.0 / 30);
    // Measured: 1.9e-15.
    EXPECT_LT((targets.head(figure.axis_count()) - flat(figure, angles)).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(ControlTargets, OfPdAreItsOwn) {
  const Take take = test::small_take();
  const Figure& figure = take.figure;
  Rng rng(6);
  const std::vector<Vec3> angles = random_angles(figure, rng);
  Control control = holding_control(figure);
  control.mode = ControlMode::kPd;
  std::size_t at = 0;
  for (std::size_t j = 0; j < angles.size(); ++j) {
    const FigureJoint& joint = figure.joints[j];
    const Quat turn = joint_rotation(joint, angles[j]) * joint.neutral.conjugate();
    const Vec3 v = joint.axes.conjugate() * log_rotation(turn);
    if (joint.kind == JointKind::kHinge) {
      control.axes[at++].target = v.y();
    } else {
      for (int k = 0; k < 3; ++k) control.axes[at++].target = v[k];
    }
  }
  const Eigen::VectorXd targets = control_targets(figure, take.start, control, 1.0 / 30);
  // Measured: 9e-16.
  EXPECT_LT((targets.head(figure.axis_count()) - flat(figure, angles)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ControlTargets, BoundsAreTheFigures) {
  const Figure figure = test::small_humanoid();
  const TargetBounds bounds = target_bounds(figure);
  const Eigen::Index axes = figure.axis_count();
  ASSERT_EQ(bounds.lower.size(), 2 * axes);
  EXPECT_EQ(bounds.lower.tail(axes).cwiseAbs().maxCoeff(), 0);
  const Control control = holding_control(figure);
  for (Eigen::Index i = 0; i < axes; ++i) {
    EXPECT_EQ(bounds.upper[axes + i], control.axes[static_cast<std::size_t>(i)].torque_limit);
  }
  const FigureJoint& last = figure.joints.back();
  EXPECT_EQ(bounds.upper[axes - 1], last.kind == JointKind::kHinge ? last.upper[1] : last.upper[2]);
}

TEST(ControlTargets, ScaleToBounds) {
  const Eigen::Vector4d lower(-2, 0, 3, -1);
  const Eigen::Vector4d upper(2, 10, 3, 1);
  EXPECT_EQ(scale_to_bounds(Eigen::Vector4d(1, 10, 3, -7), lower, upper), Eigen::Vector4d(0.5, 1, 0, -1));
}

}  // namespace
}  // namespace sinew
