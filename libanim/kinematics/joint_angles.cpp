#include "libanim/kinematics/joint_angles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// What the joint has turned from its neutral pose, in its axes: r of FigureJoint.
Quat turned(const FigureJoint& joint, const Quat& relative) {
  return joint.axes.conjugate() * (relative * joint.neutral.conjugate()) * joint.axes;
}

}  // namespace

Vec3 swing_twist_angles(const FigureJoint& joint, const Quat& relative) {
  Quat r = turned(joint, relative);
  if (r.w() < 0) r.coeffs() = -r.coeffs();
  const double length = std::hypot(r.w(), r.x());
  const Quat twist = length < 1e-12 ? Quat::Identity() : Quat(r.w() / length, r.x() / length, 0, 0);
  const Vec3 swing = log_rotation(r * twist.conjugate());
  return {2 * std::atan2(twist.x(), twist.w()), swing.y(), swing.z()};
}

Vec3 joint_angles(const FigureJoint& joint, const Quat& relative) {
  if (joint.kind == JointKind::kBall) return swing_twist_angles(joint, relative);
  const Quat r = turned(joint, relative);
  return {0, std::remainder(2 * std::atan2(r.y(), r.w()), 2 * std::numbers::pi), 0};
}

Quat joint_rotation(const FigureJoint& joint, const Vec3& angles) {
  Quat r = exp_rotation({0, angles[1], 0});
  if (joint.kind == JointKind::kBall) r = exp_rotation({0, angles[1], angles[2]}) * exp_rotation({angles[0], 0, 0});
  return joint.axes * r * joint.axes.conjugate() * joint.neutral;
}

Quat clamp_to_limits(const FigureJoint& joint, const Quat& relative) {
  const Vec3 angles = joint_angles(joint, relative);
  Vec3 clamped = Vec3::Zero();
  for (int i = 0; i < 3; ++i) clamped[i] = std::clamp(angles[i], joint.lower[to_size(i)], joint.upper[to_size(i)]);
  return joint.kind == JointKind::kBall && clamped == angles ? relative : joint_rotation(joint, clamped);
}

}  // namespace sinew
