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
/// Up to this swing, kGradientAllowance is certain (unit: rad).
constexpr double kGentleSwing = 1.5;
/// asin s <= s (1 + kArcSineRest s^2).
constexpr double kArcSineRest = std::numbers::pi / 2 - 1;
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
    const auto half = [](double angle) { return Eigen::Vector2d(std::cos(angle / 2), std::sin(angle / 2)); };
    hinges_.push_back({joint.axes * Vec3::UnitY(), half(joint.lower[1]), half(joint.upper[1])});
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

double JointLimits::least_slack(std::size_t joint, const Quat& turned) const {
  if (figure_.joints[joint].kind == JointKind::kHinge) {
    // 2 sin of half the angle from limit to hinge, which is less than the angle.
    const Hinge& hinge = hinges_[joint];
    const double sign = turned.w() < 0 ? -2 : 2;
    const double w = sign * turned.w();
    const double y = sign * turned.vec().dot(hinge.axis);
    return std::min(y * hinge.lower[0] - w * hinge.lower[1], w * hinge.upper[1] - y * hinge.upper[0]);
  }
  // Twist and swing are no larger than the whole turn, 2 asin s; all terms of asin's series are positive.
  const double square = std::min(turned.vec().squaredNorm(), 1.0);
  return nearest_limit_[joint] - 2 * std::sqrt(square) * (1 + kArcSineRest * square);
}

void JointLimits::load(std::size_t joint, const Vec3& wanted, const StepFrames& frames) {
  const FigureJoint& j = figure_.joints[joint];
  State& state = states_[joint];
  state.world_from_axes = frames.joint(joint).axes;
  state.near = false;
  const Vec3& spin = frames.joint(joint).spin;
  const double reach = reach_of(std::sqrt(std::max(spin.squaredNorm(), wanted.squaredNorm())));
  const Quat relative = frames.relative(j);
  state.slack = least_slack(joint, relative * j.neutral.conjugate());
  if (state.slack > reach) return;
  state.at = coordinates(j, relative);
  state.slack = -excess(joint, state.at);
  state.near = state.slack < reach;
  if (!state.near) return;
  state.unforeseen.setZero();
  state.gradients = gradients(j, state.at);
  state.least.setZero();
  state.most.setZero();
  extend(state, spin);
  extend(state, wanted);
}

void JointLimits::extend(State& state, const Vec3& spin) const {
  const Coordinates change = step_ * state.gradients.transpose() * spin;
  state.least = state.least.cwiseMin(change);
  state.most = state.most.cwiseMax(change);
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

void JointLimits::set(const Control& control, const StepFrames& frames) {
  std::size_t axis = 0;
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    Vec3 wanted = Vec3::Zero();
    if (control.mode == ControlMode::kVelocity && joint.kind == JointKind::kHinge) {
      wanted.y() = control.axes[axis].target;
    } else if (control.mode == ControlMode::kVelocity) {
      for (int i = 0; i < 3; ++i) wanted[i] = control.axes[axis + to_size(i)].target;
    }
    load(j, wanted, frames);
    add_rows(j);
    axis += to_size(joint.axis_count());
  }
}

bool JointLimits::may_exceed(const State& state, double turn) {
  return state.at[3] > kGentleSwing || kGradientAllowance * turn > state.slack + kExcess;
}

bool JointLimits::exceeds(std::size_t joint, const StateRecord& reached) const {
  const FigureJoint& j = figure_.joints[joint];
  const Quat parent = rotation_of(reached.bodies[to_size(j.parent)]);
  const Coordinates at = coordinates(j, parent.conjugate() * rotation_of(reached.bodies[to_size(j.child)]));
  return excess(joint, at) > std::max(kExcess, excess(joint, states_[joint].at));
}

void JointLimits::learn(std::size_t joint, const StateRecord& reached) {
  State& state = states_[joint];
  const FigureJoint& j = figure_.joints[joint];
  const BodyState& parent = reached.bodies[to_size(j.parent)];
  const BodyState& child = reached.bodies[to_size(j.child)];
  const Vec3 spin = state.world_from_axes.transpose() * (child.angular() - parent.angular());
  const Coordinates at = coordinates(j, rotation_of(parent).conjugate() * rotation_of(child));
  state.unforeseen = at - (state.at + step_ * state.gradients.transpose() * spin);
  extend(state, spin);
}

bool JointLimits::relearn(const StepFrames& before, const StateRecord& reached) {
  bool beyond = false;
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    State& state = states_[j];
    const FigureJoint& joint = figure_.joints[j];
    const Vec3 spin = reached.bodies[to_size(joint.child)].angular() - reached.bodies[to_size(joint.parent)].angular();
    const double speed = spin.norm();
    // A blow turns a joint faster than could be foreseen.
    if (!state.near && state.slack < reach_of(speed)) load(j, state.world_from_axes.transpose() * spin, before);
    if (state.near && !beyond && may_exceed(state, speed * step_)) beyond = exceeds(j, reached);
  }
  if (!beyond) return false;
  for (std::size_t j = 0; j < stops_.size(); ++j) {
    if (states_[j].near) learn(j, reached);
    add_rows(j);
  }
  return true;
}

void JointLimits::add_rows(std::size_t joint) {
  if (rows_[joint] > 0) dJointSetAMotorNumAxes(stops_[joint], 0);
  rows_[joint] = 0;
  if (!states_[joint].near) return;
  if (figure_.joints[joint].kind == JointKind::kHinge) return add_stop(joint, 1);
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
  const double left_above = upper - later - state.most[coordinate];
  const double left_below = later - lower + state.least[coordinate];
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
