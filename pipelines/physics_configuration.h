#pragma once

#include <vector>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/model/simulation_options.h"
#include "libanim/support/config.h"

namespace sinew {

/// The keys figure.* and simulation.*: every field of FigureOptions and SimulationOptions.
[[nodiscard]] std::vector<ConfigKey> physics_keys();

[[nodiscard]] FigureOptions figure_options(const Config& config);
[[nodiscard]] SimulationOptions simulation_options(const Config& config);

}  // namespace sinew
