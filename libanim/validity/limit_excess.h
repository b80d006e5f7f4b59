#pragma once

#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// Where the take's reference turns a joint beyond the figure's own limits, by joint and axis, in this order. What the
/// figure then does is within them: targets are clamped. Excesses below kNoExcess are rounding.
[[nodiscard]] std::vector<LimitExcess> reference_excesses(const Take& take);
inline constexpr double kNoExcess = 1e-3;  ///< (unit: rad)

}  // namespace sinew
