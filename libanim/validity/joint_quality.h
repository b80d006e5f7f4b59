#pragma once

#include <vector>

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// Per frame the worst of all joints, axes or contacts.
struct JointQuality {
  Spread motor_use;        ///< |motor torque| / the figure's own limit of the axis
  int motor_axis = -1;     ///< actuated axis of the largest
  Spread stop_use;         ///< |torque of a joint's limit| / the same
  Spread friction_use;     ///< |tangential| / (friction x normal) of a contact; the solver's pyramid reaches sqrt(2)
  Spread friction_excess;  ///< tangential force beyond friction x normal, summed over contacts (unit: body weights)
  Spread adhesion;         ///< force with which a contact pulls, as a share of body weight
  Spread limit_excess;     ///< angle beyond the figure's own limits (unit: rad)
  int limit_joint = -1;    ///< joint of the largest
  Spread anchor_gap;       ///< separation at a joint (unit: m)
};

/// A torque about an axis without any is endless use, 1e9. Contacts below 0.1 % of body weight have no friction use:
/// there it is the quotient of two roundings.
[[nodiscard]] JointQuality joint_quality(const Take& take);

/// How much of its strength every joint uses, |motor torque| / limit of its most strained axis: [step][joint]. Step i
/// leads to frame i + 1.
[[nodiscard]] std::vector<std::vector<double>> joint_motor_use(const Take& take);

}  // namespace sinew
