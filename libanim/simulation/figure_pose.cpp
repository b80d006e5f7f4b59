#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A hinge bends in one plane only. Where a pose bends it in another, the limb above turns about its own bone, which
/// hardly shows, until the bone below lies in the hinge's plane. Below this bend (unit: rad) the plane is noise and the
/// turn fades out.
constexpr double kClearBend = 0.17;

/// Turn of the body above a hinge about the hinge's x axis that brings the bone below into the hinge's plane, on the
/// side to which the hinge opens. `above`, `below`: rotations of the two bodies in the world.
Quat plane_turn(const FigureJoint& hinge, const Quat& above, const Quat& below) {
  const Vec3 bone_below = below * (hinge.neutral.conjugate() * (hinge.axes * Vec3::UnitX()));
  const Vec3 e = hinge.axes.conjugate() * (above.conjugate() * bone_below);
  const double side = hinge.upper[1] + hinge.lower[1] >= 0 ? 1 : -1;
  // A hinge turned by t has its bone at (cos t, 0, -sin t): y must vanish, and z be negative on the side where t > 0.
  const double full = std::atan2(side * e.y(), -side * e.z());
  // Near half a turn the joint is bent the wrong way, in its plane; turning the limb round would be worse.
  const double angle = std::copysign(std::min(std::abs(full), 0.5 * (std::numbers::pi - std::abs(full))), full);
  const double bend = std::hypot(e.y(), e.z());
  const double fade = bend * bend / (bend * bend + kClearBend * kClearBend);
  return hinge.axes * exp_rotation({fade * angle, 0, 0}) * hinge.axes.conjugate();
}

/// Relative rotations of the joints for wanted rotations of the bodies in the world: hinges turn about their axis only.
std::vector<Quat> reachable_joints(const Figure& figure, std::vector<Quat> wanted) {
  for (const FigureJoint& joint : figure.joints) {
    if (joint.kind != JointKind::kHinge || joint.parent == 0) continue;
    Quat& above = wanted[to_size(joint.parent)];
    above = above * plane_turn(joint, above, wanted[to_size(joint.child)]);
  }
  std::vector<Quat> relative;
  for (const FigureJoint& joint : figure.joints) {
    Quat& child = wanted[to_size(joint.child)];
    const Quat& parent = wanted[to_size(joint.parent)];
    Quat turn = parent.conjugate() * child;
    if (joint.kind == JointKind::kHinge) turn = joint_rotation(joint, joint_angles(joint, turn));
    relative.push_back(turn);
    child = parent * turn;
  }
  return relative;
}

/// Whether a joint, or one below it, drives a body or shows its rotation (the last of a merged chain, as a head on two
/// neck joints: what the reference has there is in the body's rotation already).
std::vector<bool> carries_body(const Figure& figure, const Skeleton& skeleton) {
  std::vector<bool> carries(skeleton.joints.size(), false);
  for (const FigureBody& body : figure.bodies) {
    carries[to_size(body.joint)] = true;
    carries[to_size(body.orientation_joint)] = true;
  }
  for (int j = skeleton.size() - 1; j > 0; --j) {
    const int parent = skeleton.joints[to_size(j)].parent;
    if (parent != kNoParent && carries[to_size(j)]) carries[to_size(parent)] = true;
  }
  return carries;
}

/// The body that each joint moves with, or -1.
std::vector<int> body_of_joint(const Figure& figure, const Skeleton& skeleton) {
  std::vector<int> body(skeleton.joints.size(), -1);
  for (int b = 0; b < figure.body_count(); ++b) {
    for (const int joint : figure.bodies[to_size(b)].joints) body[to_size(joint)] = b;
  }
  return body;
}

/// Whether a joint hangs, in the skeleton, on the body that it hangs on in the figure. Some rigs put a foot under the
/// root and move it by inverse kinematics: then its place has to be written, too.
bool hangs_on_its_body(const Figure& figure, const std::vector<int>& bodies, int joint, int parent) {
  const int body = bodies[to_size(joint)];
  const bool driver = figure.bodies[to_size(body)].joint == joint;
  const int holder = driver ? (body == 0 ? -2 : figure.joints[to_size(body) - 1].parent) : body;
  return parent != kNoParent && bodies[to_size(parent)] == holder;
}

}  // namespace

std::vector<Transform> bodies_from_pose(const Figure& figure, const Skeleton& skeleton,
                                        std::span<const Transform> world_from_joint) {
  const std::vector<Transform> rest = rest_world(skeleton);
  std::vector<Quat> wanted;
  for (const FigureBody& body : figure.bodies) {
    const std::size_t j = to_size(body.orientation_joint);
    wanted.push_back(world_from_joint[j].rotation * rest[j].rotation.conjugate());
  }
  const FigureBody& root = figure.bodies[0];
  const std::size_t j = to_size(root.joint);
  const Vec3 offset = root.rest_position - rest[j].translation;
  const Transform world_from_root{world_from_joint[j].translation + wanted[0] * offset, wanted[0]};
  const std::vector<Quat> relative = reachable_joints(figure, std::move(wanted));
  return bodies_from_joints(figure, world_from_root, relative);
}

StateRecord record_from_bodies(std::span<const Transform> now, std::span<const Transform> next, double seconds) {
  StateRecord record;
  record.bodies.resize(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    record.bodies[i].set_pose(now[i]);
    if (next.empty()) continue;
    record.bodies[i].set_velocity((next[i].translation - now[i].translation) / seconds,
                                  log_rotation(next[i].rotation * now[i].rotation.conjugate()) / seconds);
  }
  return record;
}

std::vector<Transform> pose_from_record(const Figure& figure, const Skeleton& skeleton, const StateRecord& record,
                                        std::span<const Transform> base) {
  const std::vector<Transform> rest = rest_world(skeleton);
  const std::vector<bool> carries = carries_body(figure, skeleton);
  const std::vector<int> bodies = body_of_joint(figure, skeleton);
  std::vector<Transform> local(base.begin(), base.end());
  std::vector<Transform> world(local.size());
  for (std::size_t j = 0; j < local.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    const Transform world_from_parent = parent == kNoParent ? Transform{} : world[to_size(parent)];
    const bool hangs = bodies[j] < 0 || hangs_on_its_body(figure, bodies, static_cast<int>(j), parent);
    if (bodies[j] >= 0 && (carries[j] || !hangs)) {
      const FigureBody& body = figure.bodies[to_size(bodies[j])];
      const Transform pose = record.bodies[to_size(bodies[j])].pose();
      local[j] = skeleton.joints[j].rest;
      if (!hangs) {
        local[j].translation = world_from_parent.inverse() * (pose * (rest[j].translation - body.rest_position));
      }
      local[j].rotation = (world_from_parent.rotation.conjugate() * (pose.rotation * rest[j].rotation)).normalized();
    }
    world[j] = world_from_parent * local[j];
  }
  return local;
}

}  // namespace sinew
