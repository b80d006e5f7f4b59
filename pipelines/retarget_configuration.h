#pragma once

#include <vector>

#include "libanim/stages/clean/clean.h"
#include "libanim/stages/retarget/retarget.h"
#include "libanim/support/config.h"

namespace sinew {

/// The keys contacts.*, clean.* and retarget.*: every field of ContactDetection, CleanOptions and RetargetOptions.
[[nodiscard]] std::vector<ConfigKey> retarget_keys();

[[nodiscard]] ContactDetection contact_detection(const Config& config);
[[nodiscard]] CleanOptions clean_options(const Config& config);
[[nodiscard]] RetargetOptions retarget_options(const Config& config);

}  // namespace sinew
