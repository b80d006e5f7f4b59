#pragma once

#include <vector>

#include "libanim/model/figure.h"

namespace sinew {

enum class ControlMode {
  kVelocity,  ///< a motor that reaches the target angular velocity within the step, as far as its torque allows
  kPd,        ///< a spring and damper towards a target angle, integrated implicitly, within the torque limit
};

/// What the motor of one axis gets.
struct AxisControl {
  double target = 0;  ///< kVelocity: relative angular velocity about the axis (unit: rad/s); kPd: component of the
                      ///< rotation vector from the neutral pose to the target, in the joint's axes (unit: rad)
  double torque_limit = 0;  ///< (unit: N m)

  bool operator==(const AxisControl&) const = default;
};

/// The control of one step, an entry per actuated axis of the figure. This is what a Take stores.
struct Control {
  ControlMode mode = ControlMode::kVelocity;
  std::vector<AxisControl> axes;

  bool operator==(const Control&) const = default;
};

/// Zero target velocities with the figure's own torque limits: holds the pose.
[[nodiscard]] Control holding_control(const Figure& figure);

}  // namespace sinew
