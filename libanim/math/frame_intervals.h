#pragma once

#include <vector>

#include "libanim/support/index.h"

namespace sinew {

/// First and last frame of a run.
struct FrameInterval {
  int first = 0;
  int last = 0;
};

/// The runs of set flags, in order.
[[nodiscard]] inline std::vector<FrameInterval> intervals(const std::vector<bool>& flags) {
  std::vector<FrameInterval> result;
  for (int i = 0; i < static_cast<int>(flags.size()); ++i) {
    if (!flags[to_size(i)]) continue;
    if (result.empty() || result.back().last != i - 1) result.push_back({i, i});
    result.back().last = i;
  }
  return result;
}

}  // namespace sinew
