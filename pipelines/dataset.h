#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "libanim/learning/episode.h"
#include "libanim/support/files.h"
#include "pipelines/dataset_form.h"
#include "pipelines/dataset_json.h"

namespace sinew {

/// Makes the episode of a take's repetition `repeat` (from 0 on); its name is set by the caller, its reports are filled
/// when they are empty. An episode without pairs means that the making was stopped.
using EpisodeSource = std::function<Episode(const Take& take, int repeat)>;

/// Takes that are to become a training set.
struct DatasetRequest {
  std::vector<std::filesystem::path> takes;  ///< .take files, or .glb and .gltf with a take in them
  std::filesystem::path output;              ///< folder
  DatasetForm form;
  int repeats = 1;       ///< episodes per take; more than one needs a source
  EpisodeSource source;  ///< empty: the take's own steps
  Existing existing = Existing::kRefuse;
};

/// One episode that will be written.
struct PlannedEpisode {
  std::filesystem::path take;
  int repeat = 0;
  std::string name;  ///< the file's stem, with "_r000" where there are repeats, and a number where two are the same
  std::string split;
  int pairs = 0;  ///< of the take
};

struct DatasetPlan {
  std::vector<PlannedEpisode> episodes;
  std::uint64_t pairs = 0;
};

/// Reads every take and says what will be written. Throws Error: kUsage when the folder has something in it and must
/// not be replaced, or when takes do not go together; kAsset when a take is refused or has no steps.
[[nodiscard]] DatasetPlan plan_dataset(const DatasetRequest& request);

struct DatasetProgress {
  int done = 0;  ///< episodes
  int all = 0;
  std::uint64_t pairs = 0;
  std::string episode;  ///< the one that was just written
};

struct DatasetReport {
  bool complete = false;  ///< false: stopped
  std::uint64_t pairs = 0;
  std::vector<DatasetFile> files;
};

/// Writes per episode a folder of its name with
///   main_data.hdf5   both layouts of training_file.h
///   metadata.json    with which Minari opens the folder
///   pairs.npz        the same arrays for numpy
/// and, last, dataset.json for all (see DatasetSummary, index_json): a folder without it is not complete. Files appear
/// whole or not at all. Every pair is simulated again before it is written; an episode that does not replay is refused
/// (kAsset). `progress` returns false to stop.
DatasetReport make_dataset(const DatasetRequest& request, const DatasetPlan& plan,
                           const std::function<bool(const DatasetProgress&)>& progress);

// Names of the files of an episode's folder, and of the set's index.
inline constexpr const char* kShardFile = "main_data.hdf5";
inline constexpr const char* kMinariFile = "metadata.json";
inline constexpr const char* kNpzFile = "pairs.npz";
inline constexpr const char* kIndexFile = "dataset.json";

/// The largest index and metadata that are read.
inline constexpr std::size_t kMostIndexBytes = std::size_t{1} << 30;

/// Size and hash of a file of a set, read in pieces.
[[nodiscard]] DatasetFile describe_file(const std::filesystem::path& folder, const std::string& file);

}  // namespace sinew
