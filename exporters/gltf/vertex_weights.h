#pragma once

#include <vector>

#include "libanim/model/character.h"

namespace sinew {

/// Brings every vertex's influences into the form that glTF demands: a joint once, the floats' sum 1 to 1e-7, joint
/// 0 where the weight is 0. Weights that conform stay as they are. Returns the number of vertices whose weights changed
/// by more than rounding.
[[nodiscard]] std::size_t repair_weights(std::vector<InfluenceSet>& sets);

}  // namespace sinew
