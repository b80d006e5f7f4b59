#include <Eigen/LU>

#include <cmath>
#include <numeric>

#include "libanim/optimisation/contact_qp_hull.h"
#include "libanim/stages/synthesise/goal_features.h"
#include "libanim/stages/synthesise/synth_force_weight.h"
#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

using Level = Eigen::Matrix<double, 2, 3>;  ///< from the world to the two level axes

/// Where the torso's motion wants to be carried, with derivatives by its p, theta, omega, a, alpha.
///
/// F = m (a - gravity) and tau = I alpha + omega x I omega have no level moment about z:
///   z = p + (d F + up x tau) / F_up over the ground, d the height of the ground over p.
/// Limits: one height for all contacts, that of the ground; someone in free fall has no such point, so that F_up is
/// kept away from 0.
class ZeroMomentPoint {
 public:
  static constexpr int kN = 15;
  using S = Dual<kN>;

  ZeroMomentPoint(const SynthScene& scene, const SynthBody& body, const SampleState& state, const SampleIndex& index) {
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(body.track)];
    const Vec3Of<S> p = dual_vector<kN>(track.p, 0, index.p(body.track), at_);
    const Vec3Of<S> theta = dual_vector<kN>(Vec3::Zero(), 3, index.theta(body.track), at_);
    const Vec3Of<S> omega = dual_vector<kN>(track.omega, 6, index.omega(body.track), at_);
    const Vec3Of<S> a = dual_vector<kN>(track.a, 9, index.a(body.track), at_);
    const Vec3Of<S> alpha = dual_vector<kN>(track.alpha, 12, index.alpha(body.track), at_);
    const auto turned = [&](const Vec3Of<S>& v) {  // I v
      Vec3Of<S> local;
      for (int i = 0; i < 3; ++i) {
        local[i] = turn<S>(theta, track.R.col(i)).dot(v);
      }
      Vec3Of<S> sum = Vec3Of<S>::Zero();
      for (int i = 0; i < 3; ++i) {
        S moment(0);
        for (int j = 0; j < 3; ++j) {
          moment += local[j] * body.inertia(i, j);
        }
        sum += turn<S>(theta, track.R.col(i)) * moment;
      }
      return sum;
    };
    const double weight = body.mass * scene.gravity;
    const Vec3Of<S> up = scene.up.cast<S>();
    const Vec3Of<S> force = (a - scene.problem.gravity.cast<S>()) * (1 / scene.gravity);  // unit: weights
    const Vec3Of<S> tau = (turned(alpha) + omega.cross(turned(omega))) * (1 / weight);
    constexpr double kLeast = 0.2;  // (unit: weights)
    const S carried = force.dot(up);
    const S pressed = 0.5 * (carried + sqrt(carried * carried + kLeast * kLeast));
    const S below = scene.ground_height - p.dot(up);
    point_ = p + (force * below + up.cross(tau)) / pressed;
  }

  [[nodiscard]] Vec3 place() const { return {point_[0].value, point_[1].value, point_[2].value}; }

  /// Adds coefficient . dz to a slope by the sample's variables.
  void add_slope(const Vec3& coefficient, Eigen::VectorXd& slope) const {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < kN; ++k) {
        slope[at_[static_cast<std::size_t>(k)]] += coefficient[i] * point_[i].d[k];
      }
    }
  }

 private:
  std::array<int, kN> at_{};
  Vec3Of<S> point_;
};

/// The patches of one character, as the corners of its support.
struct Support {
  std::vector<int> contacts;
  Eigen::MatrixXd points;   ///< 2 x N, level
  Eigen::VectorXd weights;  ///< W of eq. 7
};

Support support_of(const SynthScene& scene, const SynthWeights& w, const SampleState& state, int character,
                   const Level& level) {
  Support support;
  for (int i = 0; i < static_cast<int>(scene.contacts.size()); ++i) {
    if (scene.contacts[static_cast<std::size_t>(i)].character == character) {
      support.contacts.push_back(i);
    }
  }
  const auto count = static_cast<Eigen::Index>(support.contacts.size());
  support.points.resize(2, count);
  support.weights.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(support.contacts[static_cast<std::size_t>(k)]);
    const SynthPatchFrame& patch = scene.patches[i];
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
    support.points.col(k) = level * (track.p + track.R * patch.offset);
    support.weights[k] = force_weight(w, patch.cost, state.s[i]).w;
  }
  return support;
}

/// y of the derivative of lambda: with H = P'P + W on the contacts that span the nearest point,
///   [H 1; 1' 0] [y; m] = [P'g; 0],   g'P dlambda = y'(d(P'z) - d(P'P + W) lambda).
Eigen::VectorXd adjoint(const Support& support, const HullPoint& hull, const Eigen::Vector2d& g) {
  std::vector<Eigen::Index> active;
  for (Eigen::Index i = 0; i < hull.lambda.size(); ++i) {
    if (hull.lambda[i] > 0) {
      active.push_back(i);
    }
  }
  const auto n = static_cast<Eigen::Index>(active.size());
  Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + 1, n + 1);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + 1);
  const Eigen::MatrixXd points = support.points(Eigen::all, active);
  kkt.topLeftCorner(n, n) = points.transpose() * points;
  for (Eigen::Index i = 0; i < n; ++i) {
    kkt(i, i) += support.weights[active[static_cast<std::size_t>(i)]];
  }
  kkt.col(n).head(n).setOnes();
  kkt.row(n).head(n).setOnes();
  right.head(n) = points.transpose() * g;
  const Eigen::VectorXd solved = kkt.partialPivLu().solve(right);
  Eigen::VectorXd y = Eigen::VectorXd::Zero(hull.lambda.size());
  y(active) = solved.head(n);
  return y;
}

void add_hint(const SynthScene& scene, const SynthWeights& w, const SampleState& state, int character,
              SampleCost& cost) {
  const auto [side, along] = level_axes(scene.up);
  Level level;
  level << side.transpose(), along.transpose();
  const Support support = support_of(scene, w, state, character, level);
  const ZeroMomentPoint z(scene, scene.bodies[static_cast<std::size_t>(character)], state, cost.index);
  const HullPoint hull = nearest_in_hull(support.points, level * z.place(), support.weights);
  const double off = hull.residual.norm();
  if (off <= w.hint_slack || off < 1e-9) {
    return;
  }
  const Eigen::Vector2d g = hull.residual / off;
  const Eigen::VectorXd y = adjoint(support, hull, g);
  const Eigen::Vector2d moved = g - support.points * y;
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(cost.index.size());
  z.add_slope(-level.transpose() * moved, slope);
  for (Eigen::Index k = 0; k < hull.lambda.size(); ++k) {
    const int i = support.contacts[static_cast<std::size_t>(k)];
    const SynthPatchFrame& patch = scene.patches[static_cast<std::size_t>(i)];
    const Vec3 c = level.transpose() * (hull.lambda[k] * moved - y[k] * hull.residual);
    const Vec3 arm = state.tracks[static_cast<std::size_t>(patch.track)].R * patch.offset;
    slope.segment<3>(cost.index.p(patch.track)) += c;
    slope.segment<3>(cost.index.theta(patch.track)) += arm.cross(c);
    const ForceWeight weight = force_weight(w, patch.cost, state.s[static_cast<std::size_t>(i)]);
    slope[cost.index.s(i)] -= y[k] * hull.lambda[k] * 2 * weight.root * weight.root_slope;
  }
  std::vector<int> at(static_cast<std::size_t>(slope.size()));
  std::iota(at.begin(), at.end(), 0);
  cost.add(w.hint, off - w.hint_slack, std::span<const int>(at), slope);
}

}  // namespace

void add_hint_terms(const SynthScene& scene, const SynthWeights& w, const SampleState& state, SampleCost& cost) {
  for (int c = 0; c < static_cast<int>(scene.problem.characters.size()); ++c) {
    add_hint(scene, w, state, c, cost);
  }
}

}  // namespace sinew
