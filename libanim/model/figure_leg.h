#pragma once

#include <optional>

#include "libanim/model/figure.h"

namespace sinew {

/// The bodies of a humanoid's leg, each hung on the one before; the joint of body b is b - 1.
struct FigureLeg {
  int thigh = 0;
  int shin = 0;
  int foot = 0;
};

/// None where a part is missing or hangs elsewhere.
[[nodiscard]] std::optional<FigureLeg> find_leg(const Figure& figure, Side side);

}  // namespace sinew
