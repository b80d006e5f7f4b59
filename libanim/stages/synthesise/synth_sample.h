#pragma once

#include <Eigen/Core>

#include <array>
#include <span>
#include <vector>

#include "libanim/math/dual.h"
#include "libanim/stages/synthesise/synth_rotation.h"

namespace sinew {

/// A track at one moment, as the terms see it.
struct SynthTrackState {
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();  ///< world_from_track
  Vec3 v = Vec3::Zero();
  Vec3 omega = Vec3::Zero();  ///< world
  Vec3 a = Vec3::Zero();
  Vec3 alpha = Vec3::Zero();  ///< world
};

/// All tracks and contact variables at one moment.
struct SampleState {
  double time = 0;
  std::vector<SynthTrackState> tracks;
  std::vector<double> s;  ///< per contact; c = s^2
};

/// Numbering of the local variables of a sample: kind 0 places (p, theta), 1 velocities (v, omega), 2 accelerations
/// (a, alpha), each for all tracks; then s of all contacts. theta is a small turn in the world on top of R.
struct SampleIndex {
  int tracks = 0;
  int contacts = 0;

  [[nodiscard]] int p(int track) const { return 6 * track; }
  [[nodiscard]] int theta(int track) const { return 6 * track + 3; }
  [[nodiscard]] int v(int track) const { return 6 * (tracks + track); }
  [[nodiscard]] int omega(int track) const { return 6 * (tracks + track) + 3; }
  [[nodiscard]] int a(int track) const { return 6 * (2 * tracks + track); }
  [[nodiscard]] int alpha(int track) const { return 6 * (2 * tracks + track) + 3; }
  [[nodiscard]] int s(int contact) const { return 18 * tracks + contact; }
  [[nodiscard]] int size() const { return 18 * tracks + contacts; }
};

/// Sum of squared residuals at one sample with its gradient and, where asked for, the Gauss-Newton matrix.
class SampleCost {
 public:
  SampleCost(const SampleIndex& index, bool second_order);

  /// For terms that depend on derivatives up to `highest` in time: 0 places alone (and no s of a contact), 2 all.
  void clear(int highest = 2);
  /// How many of the variables, the first ones, the terms may use.
  [[nodiscard]] int used() const { return order == 0 ? 6 * index.tracks : index.size(); }

  /// Adds weight * residual^2; `at` names the variables that `slope` is the derivative by.
  template <typename Slope>
  void add(double weight, double residual, std::span<const int> at, const Slope& slope);

  /// The same for a residual that was computed with Dual<N> over the variables `at`.
  template <int N>
  void add(double weight, const Dual<N>& residual, const std::array<int, N>& at) {
    add(weight, residual.value, std::span<const int>(at), residual.d);
  }
  template <int N>
  void add(double weight, const Vec3Of<Dual<N>>& residual, const std::array<int, N>& at) {
    for (int i = 0; i < 3; ++i) {
      add<N>(weight, residual[i], at);
    }
  }

  SampleIndex index;
  bool second_order;
  int order = 2;  ///< what clear() was told
  double value = 0;
  Eigen::VectorXd gradient;  ///< of value
  Eigen::MatrixXd hessian;   ///< lower triangle, of the variables in use
};

template <typename Slope>
void SampleCost::add(double weight, double residual, std::span<const int> at, const Slope& slope) {
  value += weight * residual * residual;
  const double scale = 2 * weight * residual;
  const int n = static_cast<int>(at.size());
  for (int i = 0; i < n; ++i) {
    gradient[at[static_cast<std::size_t>(i)]] += scale * slope[i];
  }
  if (!second_order) {
    return;
  }
  for (int j = 0; j < n; ++j) {
    const double along = 2 * weight * slope[j];
    if (along == 0) {
      continue;
    }
    const int column = at[static_cast<std::size_t>(j)];
    for (int i = 0; i < n; ++i) {
      const int row = at[static_cast<std::size_t>(i)];
      if (row >= column) {
        hessian(row, column) += along * slope[i];
      }
    }
  }
}

/// Dual variables that stand for three consecutive local variables from `first` on.
template <int N>
[[nodiscard]] Vec3Of<Dual<N>> dual_vector(const Vec3& value, int first, int from, std::array<int, N>& at) {
  Vec3Of<Dual<N>> v;
  for (int i = 0; i < 3; ++i) {
    v[i] = Dual<N>::variable(value[i], first + i);
    at[static_cast<std::size_t>(first + i)] = from + i;
  }
  return v;
}

}  // namespace sinew
