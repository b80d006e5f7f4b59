#include "libanim/simulation/joint_limits.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/simulation/axis_torques.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Share of an excess over a limit that is taken back per step. Excess is rare, so this is gentle: a start pose beyond
/// a limit must not be thrown back.
constexpr double kStopErp = 0.2;
/// Gradients are longer than 1 where the swing is large: for which this allows.
constexpr double kGradientAllowance = 2;
/// ODE's motor has three rows, and a joint four coordinates. Those that are stopped: the swing's angles and the twist,
/// or beyond kSteepSwing the swing's size and angles.
constexpr std::array<int, 3> kStopped = {1, 2, 0};
constexpr std::array<int, 3> kStoppedSteep = {3, 1, 2};
/// Largest ratio of an angle up to pi to twice the sine of its half.
constexpr double kArcPerChord = std::numbers::pi / 2;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// An axis whose limits are this close together is held, not stopped (unit: rad).
constexpr double kLockedRange = 1e-3;

Vec3 inverse_left_jacobian(const Vec3& s, const Vec3& v) {
  const double angle = s.norm();
  const double k =
      angle < 1e-4 ? 1.0 / 12 : 1 / (angle * angle) - (1 + std::cos(angle)) / (2 * angle * std::sin(angle));
  return v - 0.5 * s.cross(v) + k * s.cross(s.cross(v));
}

constexpr std::array<int, 3> kLow = {dParamLoStop, dParamLoStop2, dParamLoStop3};
constexpr std::array<int, 3> kHigh = {dParamHiStop, dParamHiStop2, dParamHiStop3};
constexpr std::array<int, 3> kErp = {dParamStopERP, dParamStopERP2, dParamStopERP3};

}  // namespace

Mat3 angle_gradients(const Vec3& angles) {
  const Vec3 swing(0, angles.y(), angles.z());
  const Vec3 x = Vec3::UnitX();
  const Vec3 d = exp_rotation(swing) * x;
  const Vec3 twist = (x + d) / (1 + x.dot(d));
  Mat3 gradients;
  gradients.col(0) = twist;
  for (int i = 1; i < 3; ++i) {
    // The transpose of J^-1(s) is J^-1(-s).
    const Vec3 v = inverse_left_jacobian(-swing, Vec3::Unit(i));
    gradients.col(i) = v - d.dot(v) * twist;
  }
  return gradients;
}

JointLimits::JointLimits(const Figure& figure, OdeWorld& world, double step)
    : figure_(figure),
      step_(step),
      states_(figure.joints.size()),
      rows_(figure.joints.size(), 0),
      feedback_(std::make_unique<dJointFeedback[]>(figure.joints.size())) {
  for (const FigureJoint& joint : figure.joints) {
    Coordinates lower = Coordinates::Constant(-kInfinity);
    Coordinates upper = Coordinates::Constant(kInfinity);
    const bool hinge = joint.kind == JointKind::kHinge;
    for (int i = 0; i < 3; ++i) {
      const bool free = joint.upper[to_size(i)] - joint.lower[to_size(i)] >= 2 * std::numbers::pi - 1e-9;
      if (free || (hinge && i != 1)) continue;
      lower[i] = joint.lower[to_size(i)];
      upper[i] = joint.upper[to_size(i)];
    }
    if (!hinge) upper[3] = kLargestSwing;
    nearest_limit_.push_back(std::min(upper.minCoeff(), -lower.maxCoeff()));
    lower_.push_back(lower);
    upper_.push_back(upper);
    dJointID stop = dJointCreateAMotor(world.world(), nullptr);
    dJointAttach(stop, world.body(joint.child), world.body(joint.parent));
    dJointSetAMotorMode(stop, dAMotorUser);
    dJointSetAMotorNumAxes(stop, 0);
    stops_.push_back(stop);
  }
}

JointLimits::~JointLimits() = default;

JointLimits::Coordinates JointLimits::coordinates(const FigureJoint& joint, const Quat& relative) {
  const Vec3 angles = joint_angles(joint, relative);
  return {angles.x(), angles.y(), angles.z(), std::hypot(angles.y(), angles.z())};
}

/// By how much a joint is beyond its limits; negative inside.
double JointLimits::excess(std::size_t joint, const Coordinates& at) const {
  return std::max((at - upper_[joint]).maxCoeff(), (lower_[joint] - at).maxCoeff());
}

void JointLimits::load(std::size_t joint, const Vec3& wanted, const StateRecord& record) {
  const FigureJoint& j = figure_.joints[joint];
  const BodyState& parent = record.bodies[to_size(j.parent)];
  const BodyState& child = record.bodies[to_size(j.child)];
  const Quat world_from_parent = parent.pose().rotation;
  State& state = states_[joint];
  state.world_from_axes = world_from_parent * j.axes;
  state.spin = state.world_from_axes.conjugate() * (child.angular() - parent.angular());
  state.wanted = wanted;
  state.unforeseen.setZero();
  const double reach = reach_of(std::sqrt(std::max(state.spin.squaredNorm(), wanted.squaredNorm())));
  const Quat relative = world_from_parent.conjugate() * child.pose().rotation;
  // Twist and swing are no larger than the whole turn, which is cheaper to have.
  const double whole = 2 * (relative * j.neutral.conjugate()).vec().norm();
  state.slack = nearest_limit_[joint] - whole * kArcPerChord;
  state.near = false;
  if (state.slack > reach) return;
  state.at = coordinates(j, relative);
  state.slack = -excess(joint, state.at);
  state.near = state.slack < reach;
  if (state.near) state.gradients = gradients(j, state.at);
}

Eigen::Matrix<double, 3, 4> JointLimits::gradients(const FigureJoint& joint, const Coordinates& at) {
  Eigen::Matrix<double, 3, 4> result;
  result.setIdentity();
  if (joint.kind == JointKind::kHinge) return result;
  const double shrink = at[3] > kSteepSwing ? kSteepSwing / at[3] : 1;
  result.leftCols<3>() = angle_gradients({at[0], shrink * at[1], shrink * at[2]});
  result.col(3) = at[3] > 1e-6 ? Vec3(0, at[1] / at[3], at[2] / at[3]) : Vec3::UnitY();
  return result;
}

double JointLimits::reach_of(double speed) const { return kLimitMargin + kGradientAllowance * speed * step_; }

void JointLimits::set(const Control& control, const StateRecord& record) {
  std::size_t axis = 0;
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    Vec3 wanted = Vec3::Zero();
    if (control.mode == ControlMode::kVelocity && joint.kind == JointKind::kHinge) {
      wanted.y() = control.axes[axis].target;
    } else if (control.mode == ControlMode::kVelocity) {
      for (int i = 0; i < 3; ++i) wanted[i] = control.axes[axis + to_size(i)].target;
    }
    load(j, wanted, record);
    add_rows(j);
    axis += to_size(joint.axis_count());
  }
}

bool JointLimits::relearn(const StateRecord& before, const StateRecord& reached) {
  bool beyond = false;
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    State& state = states_[j];
    const FigureJoint& joint = figure_.joints[j];
    const BodyState& parent = reached.bodies[to_size(joint.parent)];
    const BodyState& child = reached.bodies[to_size(joint.child)];
    const Vec3 spin = state.world_from_axes.conjugate() * (child.angular() - parent.angular());
    // A blow turns a joint faster than could be foreseen.
    if (!state.near && state.slack < reach_of(spin.norm())) load(j, spin, before);
    if (!state.near) continue;
    const Coordinates at = coordinates(joint, parent.pose().rotation.conjugate() * child.pose().rotation);
    beyond = beyond || excess(j, at) > std::max(kExcess, excess(j, state.at));
    state.wanted = spin;
    state.unforeseen = at - (state.at + step_ * state.gradients.transpose() * spin);
  }
  if (!beyond) return false;
  for (std::size_t j = 0; j < stops_.size(); ++j) add_rows(j);
  return true;
}

void JointLimits::add_rows(std::size_t joint) {
  rows_[joint] = 0;
  dJointSetAMotorNumAxes(stops_[joint], 0);
  if (!states_[joint].near) return;
  const bool steep = states_[joint].at[3] > kSteepSwing;
  for (const int coordinate : steep ? kStoppedSteep : kStopped) add_stop(joint, coordinate);
}

void JointLimits::add_stop(std::size_t joint, int coordinate) {
  const State& state = states_[joint];
  const double lower = lower_[joint][coordinate];
  const double upper = upper_[joint][coordinate];
  const Vec3 gradient = state.gradients.col(coordinate);
  const double length = gradient.norm();
  const double now = state.at[coordinate];
  const double later = now + state.unforeseen[coordinate];
  const double spin = step_ * gradient.dot(state.spin);
  const double wanted = step_ * gradient.dot(state.wanted);
  const double left_above = upper - later - std::max({spin, wanted, 0.0});
  const double left_below = later - lower + std::min({spin, wanted, 0.0});
  if (std::min(left_above, left_below) >= kLimitMargin) return;
  const Vec3 direction = state.world_from_axes * (gradient / length);
  const double per_angle = 1 / (step_ * length);
  if (upper - lower < kLockedRange) {
    add_row(joint, direction, kStopErp * (upper - later) * per_angle, Stop::kBoth);
  } else if (left_above < left_below) {
    const double room = now > upper ? kStopErp * (upper - now) - (later - now) : upper - later;
    add_row(joint, direction, room * per_angle, Stop::kUpper);
  } else {
    const double room = now < lower ? kStopErp * (lower - now) - (later - now) : lower - later;
    add_row(joint, direction, room * per_angle, Stop::kLower);
  }
}

/// ODE's stop: angle rate <= -ERP (angle - stop) / h above, >= below, = when both stops are the same. With the angle
/// one beyond the stop, ERP says the rate, whatever its sign.
void JointLimits::add_row(std::size_t joint, const Vec3& direction, double speed, Stop stop) {
  const int row = rows_[joint]++;
  const std::size_t r = to_size(row);
  dJointID id = stops_[joint];
  dJointSetAMotorNumAxes(id, row + 1);
  dJointSetAMotorAxis(id, row, 0, direction.x(), direction.y(), direction.z());
  dJointSetAMotorAngle(id, row, stop == Stop::kUpper ? 1 : -1);
  dJointSetAMotorParam(id, kLow[r], stop == Stop::kUpper ? -dInfinity : 0);
  dJointSetAMotorParam(id, kHigh[r], stop == Stop::kLower ? dInfinity : 0);
  dJointSetAMotorParam(id, kErp[r], stop == Stop::kUpper ? -speed * step_ : speed * step_);
}

void JointLimits::want_torques(bool wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  for (std::size_t j = 0; j < stops_.size(); ++j) dJointSetFeedback(stops_[j], wanted ? &feedback_[j] : nullptr);
}

void JointLimits::torques(const StateRecord& record, std::vector<double>& result) const {
  result.clear();
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    Vec3 torque = Vec3::Zero();
    // ODE leaves the feedback of a joint without rows as it was.
    if (rows_[j] > 0) torque = {feedback_[j].t1[0], feedback_[j].t1[1], feedback_[j].t1[2]};
    append_axis_torques(figure_.joints[j], record, torque, result);
  }
}

}  // namespace sinew
