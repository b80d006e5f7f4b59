#include "libanim/simulation/spin_prediction.h"

#include <algorithm>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Tries that learn from each other only converge while a body turns by less than this in a step; faster turns are
/// treated as this one (unit: rad).
constexpr double kLargestTurn = 1;

}  // namespace

TurnRemainder::TurnRemainder(const Vec3& spin, double step) : turn_(spin * step) {
  if (turn_.squaredNorm() > kLargestTurn * kLargestTurn) turn_ *= kLargestTurn / turn_.norm();
  const double square = turn_.squaredNorm();
  if (square < 1e-8) {
    sine_ = -square / 6;
    cosine_ = 0.5;
    return;
  }
  const double angle = std::sqrt(square);
  sine_ = std::sin(angle) / angle - 1;
  cosine_ = (1 - std::cos(angle)) / square;
}

SpinPrediction::SpinPrediction(const Figure& figure, double step)
    : figure_(figure), step_(step), spins_(figure.bodies.size()), remainders_(figure.bodies.size()) {
  for (const FigureJoint& joint : figure.joints) {
    const FigureBody& child = figure.bodies[to_size(joint.child)];
    const Vec3& r = joint.child_anchor;
    const Mat3 about_anchor = child.inertia + child.mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    const Mat3 axes = (joint.neutral.conjugate() * joint.axes).toRotationMatrix();
    const Vec3 inertia = (axes.transpose() * about_anchor * axes).diagonal();
    response_.emplace_back(step * inertia.cwiseInverse());
  }
}

void SpinPrediction::predict(const Control& control, const StateRecord& record) {
  spins_[0] = record.bodies[0].angular();
  std::size_t axis = 0;
  for (std::size_t j = 0; j < figure_.joints.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const BodyState& parent = record.bodies[to_size(joint.parent)];
    const Quat world_from_axes = parent.pose().rotation * joint.axes;
    const Vec3 now = world_from_axes.conjugate() * (record.bodies[to_size(joint.child)].angular() - parent.angular());
    Vec3 then = now;
    const bool hinge = joint.kind == JointKind::kHinge;
    for (int i = hinge ? 1 : 0; i < (hinge ? 2 : 3); ++i, ++axis) {
      if (control.mode != ControlMode::kVelocity) continue;
      const double most = control.axes[axis].torque_limit * response_[j][i];
      then[i] = now[i] + std::clamp(control.axes[axis].target - now[i], -most, most);
    }
    if (hinge) then[0] = then[2] = 0;
    spins_[to_size(joint.child)] = spins_[to_size(joint.parent)] + world_from_axes * then;
  }
  update();
}

void SpinPrediction::learn(const StateRecord& reached) {
  for (std::size_t i = 0; i < spins_.size(); ++i) spins_[i] = reached.bodies[i].angular();
  update();
}

void SpinPrediction::update() {
  for (std::size_t i = 0; i < spins_.size(); ++i) remainders_[i] = TurnRemainder(spins_[i], step_);
}

}  // namespace sinew
