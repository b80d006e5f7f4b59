#pragma once

#include <string>
#include <vector>

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew::test {

/// To a place straight ahead, from rest to rest.
[[nodiscard]] SynthProblem walk(const std::string& name, const SynthCharacter& who, double distance, int phases,
                                double phase_time);

/// All tasks of the acceptance.
[[nodiscard]] std::vector<SynthProblem> synth_tasks();
/// One of them.
[[nodiscard]] SynthProblem synth_task(const std::string& name);

}  // namespace sinew::test
