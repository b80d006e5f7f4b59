#include "libanim/validity/dynamics.h"

#include <cmath>

#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/push_schedule.h"
#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

namespace {

/// Force of a contact on the figure; zero when it is internal to the figure or does not touch it.
Vec3 force_on_figure(const Take& take, const ContactForce& contact) {
  const int bodies = take.figure.body_count();
  const bool first = contact.body < bodies;
  const bool second = contact.other >= 0 && contact.other < bodies;
  if (first == second) return Vec3::Zero();
  return first ? contact.force : Vec3(-contact.force);
}

class Balance {
 public:
  explicit Balance(const Take& take)
      : take_(take),
        mass_(take.figure.mass()),
        h_(1 / (take.simulation.control_rate * take.simulation.substeps)),
        pushes_(take.figure, take.scene, h_) {}

  struct Residual {
    Vec3 linear;
    Vec3 angular;
  };

  /// Of step i, from its record before to its record after.
  [[nodiscard]] Residual residual(int i) const {
    const StateRecord& before = take_.record(i);
    const StateRecord& after = take_.record(i + 1);
    const Vec3 centre = centre_of_mass(take_.figure, before);
    const Vec3 momentum = linear_momentum(take_.figure, before);
    OuterImpulse sum;
    Vec3 moving = centre;
    for (std::size_t s = 0; s < take_.steps[to_size(i)].report.substeps.size(); ++s) {
      const OuterImpulse impulse = substep(i, s, moving);
      sum.linear += impulse.linear;
      sum.angular += impulse.angular;
      moving += h_ / mass_ * (momentum + sum.linear);
    }
    const Vec3 linear = linear_momentum(take_.figure, after) - momentum - sum.linear;
    const Vec3 about_origin = angular_about_origin(after) - angular_about_origin(before) - sum.angular;
    return {linear, about_origin - centre.cross(linear)};
  }

  [[nodiscard]] Vec3 impulse(int i) const {
    Vec3 sum = Vec3::Zero();
    for (std::size_t s = 0; s < take_.steps[to_size(i)].report.substeps.size(); ++s) {
      sum += substep(i, s, Vec3::Zero()).linear;
    }
    return sum;
  }

  [[nodiscard]] double weight_impulse() const { return mass_ * kStandardGravity / take_.simulation.control_rate; }

 private:
  [[nodiscard]] OuterImpulse substep(int i, std::size_t s, const Vec3& centre) const {
    const StateRecord& before = take_.record(i);
    OuterImpulse sum;
    const auto add = [&](const Vec3& force, const Vec3& point) {
      sum.linear += h_ * force;
      sum.angular += h_ * point.cross(force);
    };
    add(mass_ * take_.scene.gravity, centre);
    for (const ContactForce& contact : take_.steps[to_size(i)].report.substeps[s].contacts) {
      add(force_on_figure(take_, contact), contact.point);
    }
    for (const PushSchedule::Entry& push : pushes_.entries()) {
      if (!push.acts(before.step + static_cast<std::int64_t>(s)) || push.body >= take_.figure.body_count()) continue;
      // Between two records a push's point is taken where the record before has it.
      add(push.force, before.bodies[to_size(push.body)].pose() * push.point);
    }
    return sum;
  }

  [[nodiscard]] Vec3 angular_about_origin(const StateRecord& record) const {
    return angular_momentum(take_.figure, record) +
           centre_of_mass(take_.figure, record).cross(linear_momentum(take_.figure, record));
  }

  const Take& take_;
  double mass_;
  double h_;  ///< physics step (unit: s)
  PushSchedule pushes_;
};

}  // namespace

MomentumSeries momentum_series(const Take& take) {
  const Balance balance(take);
  const double weight = balance.weight_impulse();
  const double lever = weight * (take.figure.height > 0 ? take.figure.height : 1);
  MomentumSeries series;
  for (int i = 0; i < static_cast<int>(take.steps.size()); ++i) {
    const Balance::Residual residual = balance.residual(i);
    series.linear.push_back(residual.linear.norm() / weight);
    series.angular.push_back(residual.angular.norm() / lever);
  }
  return series;
}

MomentumBalance momentum_balance(const Take& take) {
  const MomentumSeries series = momentum_series(take);
  return {spread_of(series.linear, 1), spread_of(series.angular, 1)};
}

Spread animation_balance(const Take& take, const Clip& animation) {
  const Balance balance(take);
  const double rate = take.simulation.control_rate;
  const double mass = take.figure.mass();
  std::vector<Vec3> centres;
  for (const std::vector<Transform>& bodies : clip_motion(take, animation)) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t b = 0; b < bodies.size(); ++b) sum += take.figure.bodies[b].mass * bodies[b].translation;
    centres.emplace_back(sum / mass);
  }
  std::vector<double> shares;
  for (std::size_t f = 1; f + 1 < centres.size() && f < take.steps.size(); ++f) {
    const Vec3 change = mass * rate * (centres[f + 1] - 2 * centres[f] + centres[f - 1]);
    shares.push_back((change - balance.impulse(static_cast<int>(f))).norm() / balance.weight_impulse());
  }
  return spread_of(shares, 1);
}

}  // namespace sinew
