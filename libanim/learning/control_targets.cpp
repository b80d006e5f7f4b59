#include "libanim/learning/control_targets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The angles that a joint is to have, whose motors got `target` about its axes.
Vec3 aimed_at(const FigureJoint& joint, const Quat& now, ControlMode mode, const Vec3& target, double seconds) {
  if (joint.kind == JointKind::kHinge) {
    const double angle = mode == ControlMode::kPd ? target.y() : joint_angles(joint, now).y() + target.y() * seconds;
    return {0, std::remainder(angle, 2 * std::numbers::pi), 0};
  }
  const Vec3 turn = joint.axes * (mode == ControlMode::kPd ? target : Vec3(target * seconds));
  return joint_angles(joint, exp_rotation(turn) * (mode == ControlMode::kPd ? joint.neutral : now));
}

}  // namespace

TargetBounds target_bounds(const Figure& figure) {
  const Eigen::Index axes = figure.axis_count();
  TargetBounds bounds{Eigen::VectorXd::Zero(2 * axes), Eigen::VectorXd::Zero(2 * axes)};
  Eigen::Index i = 0;
  for (const FigureJoint& joint : figure.joints) {
    const std::size_t first = joint.kind == JointKind::kHinge ? 1 : 0;
    for (std::size_t k = first; k < first + to_size(joint.axis_count()); ++k, ++i) {
      bounds.lower[i] = joint.lower[k];
      bounds.upper[i] = joint.upper[k];
      bounds.upper[axes + i] = joint.torque[k];
    }
  }
  return bounds;
}

Eigen::VectorXd control_targets(const Figure& figure, const StateRecord& record, const Control& control,
                                double seconds) {
  const std::vector<Quat> now = joint_rotations(figure, record);
  const Eigen::Index axes = figure.axis_count();
  Eigen::VectorXd targets(2 * axes);
  Eigen::Index at = 0;
  for (std::size_t j = 0; j < figure.joints.size(); ++j) {
    const FigureJoint& joint = figure.joints[j];
    const Eigen::Index first = joint.kind == JointKind::kHinge ? 1 : 0;
    Vec3 target = Vec3::Zero();
    for (Eigen::Index k = 0; k < joint.axis_count(); ++k) {
      target[first + k] = control.axes[static_cast<std::size_t>(at + k)].target;
    }
    const Vec3 angles = aimed_at(joint, now[j].normalized(), control.mode, target, seconds);
    for (Eigen::Index k = 0; k < joint.axis_count(); ++k, ++at) {
      targets[at] = angles[first + k];
      targets[axes + at] = control.axes[static_cast<std::size_t>(at)].torque_limit;
    }
  }
  return targets;
}

Eigen::VectorXd scale_to_bounds(const Eigen::VectorXd& value, const Eigen::VectorXd& lower,
                                const Eigen::VectorXd& upper) {
  Eigen::VectorXd scaled(value.size());
  for (Eigen::Index i = 0; i < value.size(); ++i) {
    const double half = (upper[i] - lower[i]) / 2;
    scaled[i] = half > 0 ? std::clamp((value[i] - (lower[i] + half)) / half, -1.0, 1.0) : 0;
  }
  return scaled;
}

}  // namespace sinew
