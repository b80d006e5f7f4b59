#pragma once

#include <filesystem>
#include <string>

namespace sinew {

/// What a page shows of the run that made a take, from the object that `sinew bake --json` (or track) printed: JSON
/// with sentence, seconds, cpu_seconds, steps, restarts, refine and history, a row per iteration. Throws Error (kAsset)
/// when the file is not such an object.
[[nodiscard]] std::string read_run_report(const std::filesystem::path& file);

}  // namespace sinew
