#pragma once

#include <Eigen/Core>

#include "libanim/model/control.h"
#include "libanim/model/state_record.h"

namespace sinew {

// A control as a learner sees it: target angles and torque limits, each between bounds that the figure gives. A
// velocity that a motor gets means little without the state that it was made for; the angle that it aims at does.

/// Bounds of every entry of `control_targets`: joint limits, then 0 and the joint's torque.
struct TargetBounds {
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};
[[nodiscard]] TargetBounds target_bounds(const Figure& figure);

/// Per actuated axis the angle that the control aims at `seconds` after `record` (rad), then the torque limits (N m).
/// kVelocity: the joint's rotation turned on by target x seconds; kPd: the target's own. With kVelocity,
/// control_towards(figure, record, rotations of these angles, seconds) is the control again, but for rounding, where
/// the angles are within the joint limits and the torque limits are the figure's.
[[nodiscard]] Eigen::VectorXd control_targets(const Figure& figure, const StateRecord& record, const Control& control,
                                              double seconds);

/// (value - middle) / half width, cut to [-1, 1]; 0 where the bounds leave no room.
[[nodiscard]] Eigen::VectorXd scale_to_bounds(const Eigen::VectorXd& value, const Eigen::VectorXd& lower,
                                              const Eigen::VectorXd& upper);

}  // namespace sinew
