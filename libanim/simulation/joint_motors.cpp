#include "libanim/simulation/joint_motors.h"

#include <ode/ode.h>

#include <cmath>
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
  for (const FigureJoint& joint : figure.joints) motors_.push_back(make_motor(joint, world));
}

JointMotors::~JointMotors() = default;

Vec3 JointMotors::pd_error(const FigureJoint& joint, const Vec3& target, const StateRecord& record) const {
  const Quat parent = record.bodies[to_size(joint.parent)].pose().rotation;
  const Quat relative = parent.conjugate() * record.bodies[to_size(joint.child)].pose().rotation;
  if (joint.kind == JointKind::kHinge) {
    return {0, std::remainder(target.y() - joint_angles(joint, relative).y(), 2 * std::numbers::pi), 0};
  }
  const Quat turned = joint.axes.conjugate() * (relative * joint.neutral.conjugate()) * joint.axes;
  return log_rotation(exp_rotation(target) * turned.conjugate());
}

/// Relative angular velocity, in the joint's axes, that brings the child's flexion axis to the parent's.
Vec3 JointMotors::alignment(const FigureJoint& joint, const StateRecord& record,
                            const std::vector<TurnRemainder>& remainders) const {
  const Quat parent = record.bodies[to_size(joint.parent)].pose().rotation;
  const Quat child = record.bodies[to_size(joint.child)].pose().rotation;
  const Vec3 wanted = parent * (joint.axes * Vec3::UnitY());
  const Vec3 found = child * (joint.neutral.conjugate() * (joint.axes * Vec3::UnitY()));
  const Vec3 opening = remainders[to_size(joint.child)](found) - remainders[to_size(joint.parent)](wanted);
  const Vec3 change = -(options_.joint_erp * (found - wanted) + opening) / step_;
  return joint.axes.conjugate() * (parent.conjugate() * found.cross(change));
}

void JointMotors::set_axis(std::size_t joint, int axis, ControlMode mode, double target, double limit,
                           AxisBound bound) {
  double softness = options_.cfm;
  if (mode == ControlMode::kPd && limit > 0) {
    softness = 1 / (limit * (step_ * options_.pd_stiffness + options_.pd_damping));
    target *= limit * options_.pd_stiffness * softness;
  }
  const std::size_t a = to_size(axis);
  dJointSetAMotorParam(motors_[joint], kVelocity[a], target);
  dJointSetAMotorParam(motors_[joint], kTorque[a], bound == AxisBound::kFree && limit > 0 ? dInfinity : limit);
  dJointSetAMotorParam(motors_[joint], kSoftness[a], softness);
}

void JointMotors::hold_axis(std::size_t joint, int axis, double velocity) {
  const std::size_t a = to_size(axis);
  dJointSetAMotorParam(motors_[joint], kVelocity[a], velocity);
  dJointSetAMotorParam(motors_[joint], kTorque[a], dInfinity);
  dJointSetAMotorParam(motors_[joint], kSoftness[a], options_.cfm);
}

void JointMotors::set(const Control& control, const StateRecord& record, const std::vector<TurnRemainder>& remainders,
                      const std::vector<AxisBound>& bounds) {
  const bool pd = control.mode == ControlMode::kPd;
  std::size_t axis = 0;
  for (std::size_t j = 0; j < motors_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const std::span<const AxisControl> axes(&control.axes[axis], to_size(joint.axis_count()));
    if (joint.kind == JointKind::kHinge) {
      const double target = pd ? pd_error(joint, {0, axes[0].target, 0}, record).y() : axes[0].target;
      const Vec3 hold = alignment(joint, record, remainders);
      hold_axis(j, 0, hold.x());
      set_axis(j, 1, control.mode, target, axes[0].torque_limit, bounds[axis]);
      hold_axis(j, 2, hold.z());
    } else {
      Vec3 target(axes[0].target, axes[1].target, axes[2].target);
      if (pd) target = pd_error(joint, target, record);
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
