#pragma once

#include "libanim/stages/synthesise/synth_objective.h"
#include "libanim/stages/synthesise/synthesise.h"

namespace sinew {

/// One search from one seed: the paper's three phases (4.5), then a polish with stiff contacts.
struct SynthSearchResult {
  SynthMotion motion;  ///< with its forces
  SynthAttempt attempt;
};
[[nodiscard]] SynthSearchResult search_motion(const SynthScene& scene, const SynthOptions& options, int start,
                                              const SynthWatcher& watcher);

}  // namespace sinew
