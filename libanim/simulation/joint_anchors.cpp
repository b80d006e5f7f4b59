#include "libanim/simulation/joint_anchors.h"

#include <ode/ode.h>

#include <algorithm>

#include "libanim/support/index.h"

namespace sinew {

JointAnchors::JointAnchors(const Figure& figure, const SimulationOptions& options, OdeWorld& world)
    : figure_(figure), options_(options) {
  for (const FigureJoint& joint : figure.joints) {
    dJointID id = dJointCreateBall(world.world(), nullptr);
    dJointAttach(id, world.body(joint.child), world.body(joint.parent));
    dJointSetBallParam(id, dParamERP, kErp);
    joints_.push_back(id);
  }
}

void JointAnchors::set(const StepFrames& frames, const std::vector<TurnRemainder>& remainders) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const BodyFrame& child = frames.body(joint.child);
    const BodyFrame& parent = frames.body(joint.parent);
    const Vec3 child_arm = child.rotation * joint.child_anchor;
    const Vec3 parent_arm = parent.rotation * joint.parent_anchor;
    const Vec3 gap = child.position + child_arm - parent.position - parent_arm;
    const Vec3 opening = remainders[to_size(joint.child)](child_arm) - remainders[to_size(joint.parent)](parent_arm);
    const Vec3 middle = parent.position + parent_arm + gap / 2;
    // Velocity of the child against the parent = kErp / step x (second anchor - first anchor).
    const Vec3 shift = -(options_.joint_erp * gap + opening) / kErp;
    const Vec3 second = parent.rotation.transpose() * (parent_arm + gap / 2 + shift);
    dJointSetBallAnchor(joints_[j], middle.x(), middle.y(), middle.z());
    dJointSetBallAnchor2(joints_[j], second.x(), second.y(), second.z());
  }
}

bool JointAnchors::apart(const StateRecord& reached) const {
  const auto place = [&](int body, const Vec3& anchor) {
    const BodyState& state = reached.bodies[to_size(body)];
    const Vec3 arm = rotation_of(state) * anchor;
    return Vec3(state.position[0] + arm.x(), state.position[1] + arm.y(), state.position[2] + arm.z());
  };
  double square = 0;
  for (const FigureJoint& joint : figure_.joints) {
    const Vec3 gap = place(joint.parent, joint.parent_anchor) - place(joint.child, joint.child_anchor);
    square = std::max(square, gap.squaredNorm());
  }
  return square > options_.anchor_tolerance * options_.anchor_tolerance;
}

}  // namespace sinew
