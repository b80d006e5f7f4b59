#pragma once

#include <string>
#include <string_view>

#include "pipelines/batch.h"
#include "pipelines/batch_child.h"
#include "pipelines/batch_manifest.h"

namespace sinew {

/// What `sinew` says, as the message of an error without a file, when it cannot have the memory that it needs.
inline constexpr std::string_view kNoMemoryMessage = "needs more memory than there is";

/// Why a runner made a child stop.
enum class BatchStop { kNone, kTold, kTime };

/// What became of an attempt: from the way the process ended, and from the envelope that `sinew bake --json` printed.
[[nodiscard]] BatchResult judge(const BatchChildEnd& end, BatchStop stop, std::string_view envelope);

/// The inputs of which the envelope says that they were other ones than planned; empty when all is well.
[[nodiscard]] std::string changed_inputs(const BatchManifest& manifest, const BatchItem& item,
                                         std::string_view envelope);

/// The same from the files as they are now, for bakes that did not come so far.
[[nodiscard]] std::string changed_inputs(const BatchManifest& manifest, const BatchItem& item);

}  // namespace sinew
