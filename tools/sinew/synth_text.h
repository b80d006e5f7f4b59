#pragma once

#include "pipelines/synth.h"
#include "tools/sinew/json_output.h"

namespace sinew {

/// What --json has of a plan and of a run; the text forms are for people.
[[nodiscard]] Json synth_plan_json(const SynthRequest& request, const SynthPlan& plan);
[[nodiscard]] Json synth_json(const SynthRequest& request, const SynthPlan& plan, const SynthFileReport& report);
[[nodiscard]] std::string synth_plan_text(const SynthRequest& request, const SynthPlan& plan);

/// The attempts, a line each: cost, what the check measured, time.
[[nodiscard]] std::string attempts_text(const SynthReport& report);

}  // namespace sinew
