#pragma once

#include "pipelines/bake.h"
#include "tools/sinew/json_output.h"

namespace sinew {

/// What --json has of a plan and of a run; the text forms are for people.
[[nodiscard]] Json plan_json(const BakeRequest& request, const BakePlan& plan);
[[nodiscard]] Json bake_json(const BakeRequest& request, const BakePlan& plan, const BakeReport& report);
[[nodiscard]] std::string plan_text(const BakeRequest& request, const BakePlan& plan);

/// What refinement did to a take.
[[nodiscard]] Json refine_json(const RefineReport& report);

}  // namespace sinew
