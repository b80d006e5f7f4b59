#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "libanim/support/files.h"

namespace sinew {

/// Training files that are to become one.
struct MergeRequest {
  std::vector<std::filesystem::path> inputs;  ///< shards, or folders of `make_dataset`
  std::filesystem::path output;               ///< .h5 or .hdf5; one called main_data.hdf5 gets Minari's metadata.json
  Existing existing = Existing::kRefuse;
};

struct MergeReport {
  std::size_t episodes = 0;
  std::uint64_t pairs = 0;
  std::uint64_t bytes = 0;
};

/// The shards of the inputs in order: folders stand for what their dataset.json lists. Throws Error: kUsage for outputs
/// that must not be written, kAsset for inputs that are none.
[[nodiscard]] std::vector<std::filesystem::path> merge_shards(const MergeRequest& request);

/// Copies every episode, one at a time. All have to be made with the same features and splits, for the same figure;
/// seals are checked. `progress` gets the number of files that are done.
MergeReport merge_datasets(const MergeRequest& request, const std::vector<std::filesystem::path>& shards,
                           const std::function<void(std::size_t)>& progress);

}  // namespace sinew
