#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sinew {

/// The middle one of the values, the upper of two. Expects at least one.
[[nodiscard]] inline double upper_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace sinew
