#pragma once

#include <filesystem>
#include <string>

#include "pipelines/batch_manifest.h"
#include "pipelines/batch_runner.h"
#include "pipelines/batch_summary.h"
#include "pipelines/farm_slurm.h"
#include "tools/sinew/json_output.h"

namespace sinew {

// What --json has of the verbs of `sinew batch`; the text forms are for people.
[[nodiscard]] Json batch_plan_json(const BatchManifest& manifest, const std::filesystem::path& folder, bool written);
[[nodiscard]] std::string batch_plan_text(const BatchManifest& manifest);

[[nodiscard]] Json batch_run_json(const BatchState& state, const BatchRunReport& report);
[[nodiscard]] std::string batch_run_text(const BatchRunReport& report);

[[nodiscard]] Json batch_status_json(const BatchState& state, const BatchSummary& summary, const SlurmView& slurm);
[[nodiscard]] std::string batch_status_text(const BatchState& state, const BatchSummary& summary,
                                            const SlurmView& slurm);

}  // namespace sinew
