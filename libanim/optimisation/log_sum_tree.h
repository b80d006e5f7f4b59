#pragma once

#include <limits>
#include <vector>

#include "libanim/support/rng.h"

namespace sinew {

/// Weights given by their logarithms, of which one can be changed or chosen with probability proportional to its weight
/// in O(log n). A binary tree of sums in logs: nothing has to be scaled, and weights of exp(-100,000) are as good as
/// others.
class LogSumTree {
 public:
  /// Forgets all weights and makes room.
  void reset(int capacity);
  /// -inf takes a weight out. Grows as needed; weights not set are -inf.
  void set(int i, double log_weight);
  [[nodiscard]] double get(int i) const;
  /// Logarithm of the sum; -inf if there is nothing to choose from.
  [[nodiscard]] double total() const { return sums_[1]; }
  /// A choice; -1 if there is nothing to choose from.
  [[nodiscard]] int select(Rng& rng) const;

 private:
  static constexpr double kNothing = -std::numeric_limits<double>::infinity();
  void grow(int capacity);

  int capacity_ = 1;                              ///< a power of two
  std::vector<double> sums_{kNothing, kNothing};  ///< a heap: children of i are 2 i and 2 i + 1; leaves last
};

}  // namespace sinew
