#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// What the joint has turned from its neutral pose, in its axes: r of FigureJoint.
Quat turned(const FigureJoint& joint, const Quat& relative) {
  return joint.axes.conjugate() * (relative * joint.neutral.conjugate()) * joint.axes;
}

/// Angle of the part of a rotation that turns about one coordinate axis, in (-pi, pi].
double twist_angle(const Quat& r, int axis) {
  const double angle = 2 * std::atan2(r.vec()[axis], r.w());
  return std::remainder(angle, 2 * std::numbers::pi);
}

}  // namespace

std::vector<Quat> joint_rotations(const Figure& figure, const StateRecord& record) {
  std::vector<Quat> relative;
  relative.reserve(figure.joints.size());
  for (const FigureJoint& joint : figure.joints) {
    const Quat parent = record.bodies[to_size(joint.parent)].pose().rotation;
    relative.push_back(parent.conjugate() * record.bodies[to_size(joint.child)].pose().rotation);
  }
  return relative;
}

Vec3 joint_angles(const FigureJoint& joint, const Quat& relative) {
  const Quat r = turned(joint, relative);
  if (joint.kind == JointKind::kHinge) return {0, twist_angle(r, 1), 0};
  const double twist = twist_angle(r, 0);
  const Quat swing = r * exp_rotation({-twist, 0, 0});
  const Vec3 vector = log_rotation(swing);
  return {twist, vector.y(), vector.z()};
}

Quat joint_rotation(const FigureJoint& joint, const Vec3& angles) {
  const Quat r = joint.kind == JointKind::kHinge
                     ? exp_rotation({0, angles[1], 0})
                     : exp_rotation({0, angles[1], angles[2]}) * exp_rotation({angles[0], 0, 0});
  return joint.axes * r * joint.axes.conjugate() * joint.neutral;
}

Quat clamp_to_limits(const FigureJoint& joint, const Quat& relative) {
  const Vec3 angles = joint_angles(joint, relative);
  Vec3 clamped = Vec3::Zero();
  for (int i = 0; i < 3; ++i) clamped[i] = std::clamp(angles[i], joint.lower[to_size(i)], joint.upper[to_size(i)]);
  const bool inside = joint.kind == JointKind::kHinge ? clamped[1] == angles[1] : clamped == angles;
  // A hinge's rotation is projected on its axis also when it is inside.
  return inside && joint.kind == JointKind::kBall ? relative : joint_rotation(joint, clamped);
}

std::vector<Transform> bodies_from_joints(const Figure& figure, const Transform& world_from_root,
                                          std::span<const Quat> relative) {
  std::vector<Transform> bodies(figure.bodies.size());
  bodies[0] = world_from_root;
  for (std::size_t i = 0; i < figure.joints.size(); ++i) {
    const FigureJoint& joint = figure.joints[i];
    const Transform& parent = bodies[to_size(joint.parent)];
    const Quat rotation = (parent.rotation * relative[i]).normalized();
    bodies[to_size(joint.child)] = {parent * joint.parent_anchor - rotation * joint.child_anchor, rotation};
  }
  return bodies;
}

std::vector<double> joint_difference(const Figure& figure, const StateRecord& from, std::span<const Quat> to) {
  const std::vector<Quat> now = joint_rotations(figure, from);
  std::vector<double> difference;
  difference.reserve(to_size(figure.axis_count()));
  for (std::size_t i = 0; i < figure.joints.size(); ++i) {
    const FigureJoint& joint = figure.joints[i];
    if (joint.kind == JointKind::kHinge) {
      const double turn = joint_angles(joint, to[i])[1] - joint_angles(joint, now[i])[1];
      difference.push_back(std::remainder(turn, 2 * std::numbers::pi));
    } else {
      const Vec3 turn = joint.axes.conjugate() * log_rotation(to[i] * now[i].conjugate());
      difference.insert(difference.end(), {turn.x(), turn.y(), turn.z()});
    }
  }
  return difference;
}

Control control_towards(const Figure& figure, const StateRecord& record, std::span<const Quat> target, double seconds) {
  std::vector<Quat> reachable(target.begin(), target.end());
  for (std::size_t i = 0; i < reachable.size(); ++i) reachable[i] = clamp_to_limits(figure.joints[i], target[i]);
  Control control = holding_control(figure);
  const std::vector<double> difference = joint_difference(figure, record, reachable);
  for (std::size_t i = 0; i < difference.size(); ++i) control.axes[i].target = difference[i] / seconds;
  return control;
}

}  // namespace sinew
