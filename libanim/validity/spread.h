#pragma once

#include <span>

namespace sinew {

/// A quantity over the frames of a take.
struct Spread {
  int count = 0;  ///< of values; all else is 0 without any
  double mean = 0;
  double rms = 0;
  double p95 = 0;  ///< the smallest value that at least 95 % of all do not exceed
  double p99 = 0;
  double max = 0;
  int worst = -1;  ///< frame of the largest value, -1 when there is none
};

/// `values[i]` belongs to frame `first_frame` + i. Values are not negative.
[[nodiscard]] Spread spread_of(std::span<const double> values, int first_frame = 0);

/// The same where `frames[i]` is the frame of values[i].
[[nodiscard]] Spread spread_of(std::span<const double> values, std::span<const int> frames);

}  // namespace sinew
