#pragma once

#include <vector>

#include "libanim/simulation/figure_state.h"

namespace sinew {

/// Appends the components of a torque (world, on the child) about the actuated axes of a joint.
inline void append_axis_torques(const FigureJoint& joint, const StateRecord& record, const Vec3& torque,
                                std::vector<double>& result) {
  const Quat parent = record.bodies[static_cast<std::size_t>(joint.parent)].pose().rotation;
  const Vec3 local = joint.axes.conjugate() * (parent.conjugate() * torque);
  if (joint.kind == JointKind::kHinge) {
    result.push_back(local.y());
  } else {
    result.insert(result.end(), {local.x(), local.y(), local.z()});
  }
}

}  // namespace sinew
