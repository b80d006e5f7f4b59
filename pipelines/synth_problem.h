#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_task.h"
#include "pipelines/synth_task_file.h"

namespace sinew {

/// The problem that a task poses to its characters, one each: starts, surfaces and objects from the surroundings, limbs
/// by name. Throws Error (kAsset) with the task's file and place when a start or a goal does not fit the characters.
[[nodiscard]] SynthProblem make_synth_problem(const SynthTask& task, std::vector<SynthCharacter> characters);

}  // namespace sinew
