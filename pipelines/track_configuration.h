#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "libanim/stages/track/track_options.h"
#include "libanim/support/config.h"

namespace sinew {

/// The keys track.*: every field of TrackOptions and of its weights.
[[nodiscard]] std::vector<ConfigKey> track_keys();

[[nodiscard]] TrackOptions track_options(const Config& config);

/// How much work a tracking run may be.
enum class Quality { kDraft, kNormal, kBest };

[[nodiscard]] std::optional<Quality> quality_from_name(std::string_view name);

/// Sets the keys in which a quality differs from the defaults, which are kNormal. What is loaded or set later wins.
void apply_quality(Config& config, Quality quality);

}  // namespace sinew
