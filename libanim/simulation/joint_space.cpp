#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

std::vector<Quat> joint_rotations(const Figure& figure, const StateRecord& record) {
  std::vector<Quat> relative;
  relative.reserve(figure.joints.size());
  for (const FigureJoint& joint : figure.joints) {
    const Quat parent = record.bodies[to_size(joint.parent)].pose().rotation;
    relative.push_back(parent.conjugate() * record.bodies[to_size(joint.child)].pose().rotation);
  }
  return relative;
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
