#pragma once

#include <string>
#include <vector>

#include "libanim/stages/refine/refine.h"
#include "libanim/support/config.h"

namespace sinew {

// Every field of SmcOptions and RefineOptions as keys: smc.* (tracking by sequential Monte Carlo), refine.* (refinement
// of takes), and whatever else searches in that way, under a prefix of its own.

[[nodiscard]] std::vector<ConfigKey> smc_keys();
[[nodiscard]] std::vector<ConfigKey> smc_keys(const std::string& prefix, SmcOptions defaults);
[[nodiscard]] std::vector<ConfigKey> refine_keys();

[[nodiscard]] SmcOptions smc_options(const Config& config);
[[nodiscard]] SmcOptions smc_options(const Config& config, const std::string& prefix);
[[nodiscard]] RefineOptions refine_options(const Config& config);

}  // namespace sinew
