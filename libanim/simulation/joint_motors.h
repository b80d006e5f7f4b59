#pragma once

#include <array>
#include <memory>
#include <vector>

#include "libanim/model/control.h"
#include "libanim/simulation/ode_world.h"
#include "libanim/simulation/spin_prediction.h"

namespace sinew {

/// What the solver does with the torque limit of an axis in one step.
enum class AxisBound : char {
  kFree,   ///< no limit: the row joins those that are always solved
  kBound,  ///< the limit is part of the problem
};

/// The motors of the figure's joints: angular motors along the joint's axes, which are fixed in the parent; child minus
/// parent turns at the target velocity. Stops are apart (JointLimits): in one joint with the motor ODE makes them
/// fight.
///
/// A hinge is a joint whose motor holds x and z with whatever torque it takes: their target velocity turns the child's
/// flexion axis back to the parent's.
///
/// PD control is a row as well: with the step h, the angle error e, stiffness kp and damping kd at the end of the step,
///   torque = kp (e - h w) - kd w   <=>   w + torque / (h kp + kd) = e kp / (h kp + kd),
/// which is ODE's row with target velocity e kp / (h kp + kd) and CFM 1 / (h kp + kd). It is stable for any gains.
class JointMotors {
 public:
  /// The bodies must stand in the neutral stance.
  JointMotors(const Figure& figure, const SimulationOptions& options, OdeWorld& world, double step);
  ~JointMotors();
  JointMotors(const JointMotors&) = delete;
  JointMotors& operator=(const JointMotors&) = delete;

  /// Sets every motor from the control, for a state that the world was just restored to. `remainders`: per body.
  void set(const Control& control, const StepFrames& frames, const std::vector<TurnRemainder>& remainders,
           const std::vector<AxisBound>& bounds);
  /// Asks for torques of the coming steps, or no longer.
  void want_torques(bool wanted);
  /// Torque of every actuated axis in the last step, which began at `record` (unit: N m).
  void torques(const StateRecord& record, std::vector<double>& result) const;

 private:
  /// What ODE has been told about an axis that seldom changes.
  struct AxisSetting {
    double torque = -1;
    double softness = -1;
  };

  [[nodiscard]] static Vec3 pd_error(const FigureJoint& joint, const Vec3& target, const StepFrames& frames);
  [[nodiscard]] Vec3 alignment(std::size_t joint, const StepFrames& frames,
                               const std::vector<TurnRemainder>& remainders) const;
  void set_axis(std::size_t joint, int axis, ControlMode mode, double target, double limit, AxisBound bound);
  void tell(std::size_t joint, int axis, double velocity, const AxisSetting& setting);

  const Figure& figure_;
  const SimulationOptions& options_;
  double step_;
  std::vector<dxJoint*> motors_;
  std::vector<std::array<AxisSetting, 3>> told_;
  std::vector<Vec3> flexion_in_child_;  ///< per joint: the flexion axis as the child has it
  std::unique_ptr<dJointFeedback[]> feedback_;
  bool wanted_ = false;
};

}  // namespace sinew
