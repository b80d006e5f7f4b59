#pragma once

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew {

/// Whether someone has to climb: the straight way from where he stands to a place that a goal asks for leads over a box
/// whose top is higher than kHighStep of his stance, and which no leg gets over without a torso that leans and bent
/// knees. Limits: goals without x or z have no way, boxes that are tilted by more than 25 degrees are not seen.
inline constexpr double kHighStep = 0.5;
[[nodiscard]] bool has_to_climb(const SynthProblem& problem);

}  // namespace sinew
