#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_clip.h"
#include "libanim/stages/synthesise/synthesise.h"
#include "libanim/support/config.h"

namespace sinew {

// Every field of SynthOptions but its threads as keys: synth.*; of SynthCharacterOptions: synth.character.*; of
// SynthClipOptions: synth.clip.*.

[[nodiscard]] std::vector<ConfigKey> synth_keys();

[[nodiscard]] SynthOptions synth_options(const Config& config);
[[nodiscard]] SynthCharacterOptions synth_character_options(const Config& config);
[[nodiscard]] SynthClipOptions synth_clip_options(const Config& config);

/// Sets the keys in which following a synthesised motion differs from following a recording, or from not following it.
/// What is loaded or set later wins.
void apply_following(Config& config);

}  // namespace sinew
