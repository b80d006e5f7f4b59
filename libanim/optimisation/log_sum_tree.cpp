#include "libanim/optimisation/log_sum_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// log(exp a + exp b)
double log_add(double a, double b) {
  const double larger = std::max(a, b);
  const double smaller = std::min(a, b);
  return std::isinf(smaller) ? larger : larger + std::log1p(std::exp(smaller - larger));
}

}  // namespace

void LogSumTree::reset(int capacity) {
  capacity_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(capacity, 1))));
  sums_.assign(2 * to_size(capacity_), kNothing);
}

void LogSumTree::grow(int capacity) {
  const std::vector<double> weights(sums_.begin() + capacity_, sums_.end());
  reset(capacity);
  std::copy(weights.begin(), weights.end(), sums_.begin() + capacity_);
  for (int i = capacity_ - 1; i > 0; --i) sums_[to_size(i)] = log_add(sums_[to_size(2 * i)], sums_[to_size(2 * i + 1)]);
}

void LogSumTree::set(int i, double log_weight) {
  if (i >= capacity_) grow(i + 1);
  std::size_t node = to_size(capacity_ + i);
  sums_[node] = log_weight;
  for (node /= 2; node > 0; node /= 2) sums_[node] = log_add(sums_[2 * node], sums_[2 * node + 1]);
}

double LogSumTree::get(int i) const { return i < capacity_ ? sums_[to_size(capacity_ + i)] : kNothing; }

int LogSumTree::select(Rng& rng) const {
  if (std::isinf(total())) return -1;
  std::size_t node = 1;
  while (node < to_size(capacity_)) {
    // Only finite sums are entered: the probability of an empty side is exactly 0 or 1.
    const double left = sums_[2 * node];
    const double right = sums_[2 * node + 1];
    const double probability = std::isinf(right) ? 1 : std::exp(left - log_add(left, right));
    node = 2 * node + (rng.uniform() < probability ? 0 : 1);
  }
  return static_cast<int>(node) - capacity_;
}

}  // namespace sinew
