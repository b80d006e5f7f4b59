#pragma once

#include <vector>

#include "libanim/stages/terrain/adapt_to_terrain.h"
#include "libanim/support/config.h"

namespace sinew {

/// Keys `terrain.*`.
[[nodiscard]] std::vector<ConfigKey> terrain_keys();

/// Those keys, with `contacts.*` for the plants.
[[nodiscard]] TerrainOptions terrain_options(const Config& config);

}  // namespace sinew
