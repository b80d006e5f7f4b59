#include "libanim/stages/retarget/target_pose.h"

#include "libanim/support/index.h"

namespace sinew {

namespace {

bool hangs_below(const Skeleton& skeleton, int joint, int ancestor) {
  while (joint != kNoParent && joint != ancestor) joint = skeleton.joints[to_size(joint)].parent;
  return joint == ancestor;
}

/// Joints that a skeleton keeps apart from the body they hang on in the anatomy.
std::vector<int> find_carriers(const RetargetRig& rig) {
  std::vector<int> carrier(rig.skeleton.joints.size(), -1);
  for (const AnatomyBody& body : rig.anatomy.bodies) {
    for (const int joint : body.joints) {
      if (joint != body.joint && !hangs_below(rig.skeleton, joint, body.joint)) {
        carrier[to_size(joint)] = body.orientation_joint;
      }
    }
    if (body.parent < 0) continue;
    const AnatomyBody& parent = rig.anatomy.bodies[to_size(body.parent)];
    if (!hangs_below(rig.skeleton, body.joint, parent.joint)) carrier[to_size(body.joint)] = parent.orientation_joint;
  }
  return carrier;
}

std::vector<int> make_order(const Skeleton& skeleton, std::vector<int>& carrier) {
  std::vector<int> order;
  std::vector<char> done(skeleton.joints.size(), 0);
  const auto ready = [&](int joint) { return joint < 0 || done[to_size(joint)]; };
  while (order.size() < done.size()) {
    const std::size_t before = order.size();
    for (int j = 0; j < skeleton.size(); ++j) {
      if (done[to_size(j)] || !ready(skeleton.joints[to_size(j)].parent) || !ready(carrier[to_size(j)])) continue;
      done[to_size(j)] = 1;
      order.push_back(j);
    }
    // A carrier below the joint that it carries would be a circle: then the skeleton's own tree decides.
    if (order.size() == before) carrier.assign(carrier.size(), -1);
  }
  return order;
}

}  // namespace

TargetPose::TargetPose(const RetargetRig& target, std::vector<int> driven)
    : rig_(target), slot_(target.skeleton.joints.size(), -1), carrier_(find_carriers(target)) {
  for (std::size_t i = 0; i < driven.size(); ++i) slot_[to_size(driven[i])] = static_cast<int>(i);
  order_ = make_order(target.skeleton, carrier_);
}

std::vector<Transform> TargetPose::world(std::span<const Quat> turns, const Vec3& root) const {
  const int root_joint = rig_.anatomy.bodies.front().joint;
  std::vector<Transform> world(rig_.skeleton.joints.size());
  for (const int j : order_) {
    const Joint& joint = rig_.skeleton.joints[to_size(j)];
    Transform& here = world[to_size(j)];
    here = joint.parent == kNoParent ? joint.rest : world[to_size(joint.parent)] * joint.rest;
    const int slot = slot_[to_size(j)];
    const int carrier = carrier_[to_size(j)];
    if (carrier >= 0) {
      here = world[to_size(carrier)] * (rig_.rest[to_size(carrier)].inverse() * rig_.rest[to_size(j)]);
    }
    if (slot >= 0) here.rotation = (turns[to_size(slot)] * rig_.rest[to_size(j)].rotation).normalized();
    if (j == root_joint) here.translation = root;
  }
  return world;
}

std::vector<int> TargetPose::placed() const {
  std::vector<int> joints;
  for (int j = 0; j < rig_.skeleton.size(); ++j) {
    if (j == rig_.anatomy.bodies.front().joint || carrier_[to_size(j)] >= 0) joints.push_back(j);
  }
  return joints;
}

}  // namespace sinew
