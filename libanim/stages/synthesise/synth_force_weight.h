#pragma once

#include <cmath>

#include "libanim/stages/synthesise/synth_weights.h"

namespace sinew {

/// W_ii of eq. 7 with the |f|^2 of eq. 9, its root, and the root's derivative by s, where c = s^2.
struct ForceWeight {
  double w = 0;
  double root = 0;
  double root_slope = 0;
};

/// `cost` multiplies both: effort / strength of the patch.
[[nodiscard]] inline ForceWeight force_weight(const SynthWeights& weights, double cost, double s) {
  const double below = s * s * s * s + weights.k1;
  ForceWeight f;
  f.w = cost * (weights.k0 / below + weights.force);
  f.root = std::sqrt(f.w);
  f.root_slope = cost * weights.k0 * (-4 * s * s * s) / (below * below) / (2 * f.root);
  return f;
}

}  // namespace sinew
