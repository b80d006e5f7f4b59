#include "libanim/validity/spread.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sinew {

Spread spread_of(std::span<const double> values, int first_frame) {
  std::vector<int> frames(values.size());
  std::iota(frames.begin(), frames.end(), first_frame);
  return spread_of(values, frames);
}

Spread spread_of(std::span<const double> values, std::span<const int> frames) {
  Spread spread;
  if (values.empty()) return spread;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const double n = static_cast<double>(sorted.size());
  const auto quantile = [&](double share) {
    return sorted[static_cast<std::size_t>(std::max(std::ceil(share * n - 1e-9) - 1, 0.0))];
  };
  double squares = 0;
  for (const double value : values) {
    spread.mean += value / n;
    squares += value * value / n;
  }
  spread.count = static_cast<int>(values.size());
  spread.rms = std::sqrt(squares);
  spread.p95 = quantile(0.95);
  spread.p99 = quantile(0.99);
  spread.max = sorted.back();
  spread.worst = frames[static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())];
  return spread;
}

}  // namespace sinew
