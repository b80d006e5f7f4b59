#include "libanim/simulation/joint_motors.h"

#include <ode/ode.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

#include "libanim/math/rotation.h"
#include "libanim/simulation/axis_torques.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::array<int, 3> kVelocity = {dParamVel, dParamVel2, dParamVel3};
constexpr std::array<int, 3> kTorque = {dParamFMax, dParamFMax2, dParamFMax3};
constexpr std::array<int, 3> kSoftness = {dParamCFM, dParamCFM2, dParamCFM3};
/// ODE's name for an axis that is fixed in the second body; ours is the parent.
constexpr int kInParent = 2;

/// Zero and minus zero differ: what has been told before must leave no trace.
bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

dJointID make_motor(const FigureJoint& joint, OdeWorld& world) {
  dJointID motor = dJointCreateAMotor(world.world(), nullptr);
  dBodyID parent = world.body(joint.parent);
  dJointAttach(motor, world.body(joint.child), parent);
  dJointSetAMotorMode(motor, dAMotorUser);
  dJointSetAMotorNumAxes(motor, 3);
  for (int i = 0; i < 3; ++i) {
    const Vec3 in_parent = joint.axes * Vec3::Unit(i);
    dVector3 axis;
    dBodyVectorToWorld(parent, in_parent.x(), in_parent.y(), in_parent.z(), axis);
    dJointSetAMotorAxis(motor, i, kInParent, axis[0], axis[1], axis[2]);
  }
  return motor;
}

}  // namespace

JointMotors::JointMotors(const Figure& figure, const SimulationOptions& options, OdeWorld& world, double step)
    : figure_(figure),
      options_(options),
      step_(step),
      feedback_(std::make_unique<dJointFeedback[]>(figure.joints.size())) {
  for (const FigureJoint& joint : figure.joints) {
    motors_.push_back(make_motor(joint, world));
    flexion_in_child_.emplace_back(joint.neutral.conjugate() * (joint.axes * Vec3::UnitY()));
  }
  told_.resize(motors_.size());
}

JointMotors::~JointMotors() = default;

Vec3 JointMotors::pd_error(const FigureJoint& joint, const Vec3& target, const StepFrames& frames) {
  const Quat relative = frames.relative(joint);
  if (joint.kind == JointKind::kHinge) {
    return {0, std::remainder(target.y() - joint_angles(joint, relative).y(), 2 * std::numbers::pi), 0};
  }
  const Quat turned = joint.axes.conjugate() * (relative * joint.neutral.conjugate()) * joint.axes;
  return log_rotation(exp_rotation(target) * turned.conjugate());
}

/// Relative angular velocity, in the joint's axes, that brings the child's flexion axis to the parent's.
Vec3 JointMotors::alignment(std::size_t joint, const StepFrames& frames,
                            const std::vector<TurnRemainder>& remainders) const {
  const FigureJoint& j = figure_.joints[joint];
  const Mat3& axes = frames.joint(joint).axes;
  const Vec3 wanted = axes.col(1);
  const Vec3 found = frames.body(j.child).rotation * flexion_in_child_[joint];
  const Vec3 opening = remainders[to_size(j.child)](found) - remainders[to_size(j.parent)](wanted);
  const Vec3 change = -(options_.joint_erp * (found - wanted) + opening) / step_;
  return axes.transpose() * found.cross(change);
}

void JointMotors::set_axis(std::size_t joint, int axis, ControlMode mode, double target, double limit,
                           AxisBound bound) {
  double softness = options_.cfm;
  if (mode == ControlMode::kPd && limit > 0) {
    softness = 1 / (limit * (step_ * options_.pd_stiffness + options_.pd_damping));
    target *= limit * options_.pd_stiffness * softness;
  }
  tell(joint, axis, target, {bound == AxisBound::kFree && limit > 0 ? dInfinity : limit, softness});
}

void JointMotors::tell(std::size_t joint, int axis, double velocity, const AxisSetting& setting) {
  const std::size_t a = to_size(axis);
  AxisSetting& told = told_[joint][a];
  dJointSetAMotorParam(motors_[joint], kVelocity[a], velocity);
  if (!same_bits(told.torque, setting.torque)) dJointSetAMotorParam(motors_[joint], kTorque[a], setting.torque);
  if (!same_bits(told.softness, setting.softness)) dJointSetAMotorParam(motors_[joint], kSoftness[a], setting.softness);
  told = setting;
}

void JointMotors::set(const Control& control, const StepFrames& frames, const std::vector<TurnRemainder>& remainders,
                      const std::vector<AxisBound>& bounds) {
  const bool pd = control.mode == ControlMode::kPd;
  std::size_t axis = 0;
  for (std::size_t j = 0; j < motors_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const std::span<const AxisControl> axes(&control.axes[axis], to_size(joint.axis_count()));
    if (joint.kind == JointKind::kHinge) {
      const double target = pd ? pd_error(joint, {0, axes[0].target, 0}, frames).y() : axes[0].target;
      const Vec3 hold = alignment(j, frames, remainders);
      tell(j, 0, hold.x(), {dInfinity, options_.cfm});
      set_axis(j, 1, control.mode, target, axes[0].torque_limit, bounds[axis]);
      tell(j, 2, hold.z(), {dInfinity, options_.cfm});
    } else {
      Vec3 target(axes[0].target, axes[1].target, axes[2].target);
      if (pd) target = pd_error(joint, target, frames);
      for (int i = 0; i < 3; ++i) {
        set_axis(j, i, control.mode, target[i], axes[to_size(i)].torque_limit, bounds[axis + to_size(i)]);
      }
    }
    axis += axes.size();
  }
}

void JointMotors::want_torques(bool wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  for (std::size_t j = 0; j < motors_.size(); ++j) dJointSetFeedback(motors_[j], wanted ? &feedback_[j] : nullptr);
}

void JointMotors::torques(const StateRecord& record, std::vector<double>& result) const {
  result.clear();
  for (std::size_t j = 0; j < motors_.size(); ++j) {
    const Vec3 torque(feedback_[j].t1[0], feedback_[j].t1[1], feedback_[j].t1[2]);
    append_axis_torques(figure_.joints[j], record, torque, result);
  }
}

}  // namespace sinew
