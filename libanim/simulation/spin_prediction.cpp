#include "libanim/simulation/spin_prediction.h"

#include <algorithm>
#include <array>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Tries that learn from each other only converge while a body turns by less than this in a step; faster turns are
/// treated as this one (unit: rad).
constexpr double kLargestTurn = 1;
static_assert(kLargestTurn <= 1, "the series below are for turns up to 1: what they leave out is below 1e-16");

/// 1 - x/k0 (1 - x/k1 (1 - ...)); the reciprocals are worked out at compile time.
template <std::size_t N>
double nested(double x, const std::array<double, N>& reciprocals) {
  double sum = 1;
  for (std::size_t i = N; i > 0; --i) sum = 1 - x * reciprocals[i - 1] * sum;
  return sum;
}

/// sin a / a - 1 for x = a^2.
double sine_remainder(double x) {
  constexpr std::array<double, 7> kTerms = {1.0 / 20, 1.0 / 42, 1.0 / 72, 1.0 / 110, 1.0 / 156, 1.0 / 210, 1.0 / 272};
  return -x * (1.0 / 6) * nested(x, kTerms);
}

/// (1 - cos a) / a^2 for x = a^2.
double cosine_share(double x) {
  constexpr std::array<double, 7> kTerms = {1.0 / 12, 1.0 / 30, 1.0 / 56, 1.0 / 90, 1.0 / 132, 1.0 / 182, 1.0 / 240};
  return 0.5 * nested(x, kTerms);
}

}  // namespace

TurnRemainder::TurnRemainder(const Vec3& spin, double step) : turn_(spin * step) {
  if (turn_.squaredNorm() > kLargestTurn * kLargestTurn) turn_ *= kLargestTurn / turn_.norm();
  const double square = turn_.squaredNorm();
  sine_ = sine_remainder(square);
  cosine_ = cosine_share(square);
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

void SpinPrediction::predict(const Control& control, const StepFrames& frames) {
  spins_[0] = frames.body(0).spin;
  std::size_t axis = 0;
  for (std::size_t j = 0; j < figure_.joints.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const Vec3& now = frames.joint(j).spin;
    Vec3 then = now;
    const bool hinge = joint.kind == JointKind::kHinge;
    for (int i = hinge ? 1 : 0; i < (hinge ? 2 : 3); ++i, ++axis) {
      if (control.mode != ControlMode::kVelocity) continue;
      const double most = control.axes[axis].torque_limit * response_[j][i];
      then[i] = now[i] + std::clamp(control.axes[axis].target - now[i], -most, most);
    }
    if (hinge) then[0] = then[2] = 0;
    spins_[to_size(joint.child)] = spins_[to_size(joint.parent)] + frames.joint(j).axes * then;
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
