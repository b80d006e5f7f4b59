#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "libanim/validity/replay.h"
#include "pipelines/verify_file.h"

namespace sinew {

struct DatasetVerification {
  std::size_t episodes = 0;                  ///< that could be read
  std::uint64_t pairs = 0;                   ///< that were replayed
  ReplayKind replay = ReplayKind::kBitwise;  ///< stepwise when any episode was
  double position = 0;                       ///< largest difference of a body in a replayed step (unit: m)
  std::vector<VerifyFailure> failures;       ///< of "hash", "structure", "pairs", "replay", "arrays", "description"
  std::vector<std::string> notes;

  [[nodiscard]] bool pass() const { return failures.empty(); }
};

/// Whether a path is a folder, or a file that begins as a training file or as HDF5 does.
[[nodiscard]] bool may_be_dataset(const std::filesystem::path& path);

/// Computes everything anew from a folder of `make_dataset`, one of its shards, or a merged file, and compares:
///  - hash: every file with what dataset.json says of it, every byte of a training file with its seal; damage is named
///  by
///    array, and a damaged file is not read further;
///  - structure, pairs: both layouts say the same; pairs follow one another (Episode::validate);
///  - replay: every pair, from its stored state (replay_pairs);
///  - arrays: what follows from the raw arrays (training_episode), bit for bit, with another fingerprint to 1e-5;
///  - description: what the files say of themselves, pairs.npz and metadata.json.
/// What is found to be false is a failure in the report. Throws Error (kAsset) when there is no training set.
[[nodiscard]] DatasetVerification verify_dataset(const std::filesystem::path& path);

}  // namespace sinew
