#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "libanim/support/files.h"
#include "pipelines/batch_state.h"

namespace sinew {

struct CollectRequest {
  std::filesystem::path output;
  bool below = false;  ///< files whose certificate fails come along, as NAME.below.glb
  Existing existing = Existing::kRefuse;
};

struct CollectReport {
  std::size_t files = 0;             ///< that are in the output now
  std::size_t unchanged = 0;         ///< of these, were there already
  std::size_t missing = 0;           ///< items without a file
  std::vector<std::size_t> damaged;  ///< items whose file in the store is not whole: `run` does them again
};

/// The names under which results come out of the store, for every item: the motion's name in its library without its
/// suffix, in a folder per character and recipe where there are several. No two are the same, and none leaves its
/// folder.
[[nodiscard]] std::vector<std::string> collected_names(const BatchManifest& manifest);

/// Copies results out of the store; each is read, compared with its hash, and appears whole or not at all. A file that
/// is there already with the same content is left. Throws Error: kUsage for one with other content, kIo.
[[nodiscard]] CollectReport collect(const BatchState& state, const CollectRequest& request);

}  // namespace sinew
