#pragma once

#include <filesystem>
#include <vector>

#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"
#include "pipelines/reread.h"
#include "pipelines/synth_plan.h"

namespace sinew {

/// A character with its part of a motion.
struct SynthPart {
  Asset asset;            ///< one clip, named after the task
  SynthClip motion;       ///< how the clip came about
  std::string synthesis;  ///< see synthesis_json
};
[[nodiscard]] SynthPart synth_part(const SynthRequest& request, const SynthPlan& plan, const SynthResult& result,
                                   int character);

/// A file.
struct SynthOutput {
  std::filesystem::path file;
  Asset asset;  ///< as written, with the whole ledger
  Bytes bytes;  ///< a GLB
  RereadReport reread;
};

/// The plan's outputs: every character with its clip, contact events and forces, and every object as a box with its
/// motion; one file each, so that skeletons are those of the characters' files; all in the same world, on the same
/// timeline. Each is read back and compared. Throws Error (kInternal) when one does not read back.
[[nodiscard]] std::vector<SynthOutput> export_synth(const SynthRequest& request, const SynthPlan& plan,
                                                    const SynthResult& result);

}  // namespace sinew
