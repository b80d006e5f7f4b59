#include "libanim/simulation/joint_anchors.h"

#include <ode/ode.h>

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

void JointAnchors::set(const StateRecord& record, const std::vector<TurnRemainder>& remainders) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const Transform child = record.bodies[to_size(joint.child)].pose();
    const Transform parent = record.bodies[to_size(joint.parent)].pose();
    const Quat& parent_rotation = parent.rotation;
    const Vec3 child_arm = child.rotation * joint.child_anchor;
    const Vec3 parent_arm = parent_rotation * joint.parent_anchor;
    const Vec3 gap = child.translation + child_arm - parent.translation - parent_arm;
    const Vec3 opening = remainders[to_size(joint.child)](child_arm) - remainders[to_size(joint.parent)](parent_arm);
    const Vec3 middle = parent.translation + parent_arm + gap / 2;
    // Velocity of the child against the parent = kErp / step x (second anchor - first anchor).
    const Vec3 shift = -(options_.joint_erp * gap + opening) / kErp;
    const Vec3 second = parent_rotation.conjugate() * (middle + shift - parent.translation);
    dJointSetBallAnchor(joints_[j], middle.x(), middle.y(), middle.z());
    dJointSetBallAnchor2(joints_[j], second.x(), second.y(), second.z());
  }
}

}  // namespace sinew
