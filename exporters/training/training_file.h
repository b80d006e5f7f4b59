#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "exporters/training/training_array.h"
#include "libanim/support/files.h"

namespace sinew {

/// What a training file says of all its episodes.
struct TrainingHeader {
  std::string description;  ///< JSON: names, units, meanings, statistics
  std::string environment;  ///< JSON: what robomimic calls env_args
};

/// Writes episodes into one HDF5 file that is at once in two layouts, with one copy of what both have:
///
///   data/demo_i/...        robomimic: actions, rewards, dones, states, obs/BLOCK, next_obs/BLOCK (T rows each) and
///   every
///                          other array; attributes num_samples, name; data: total, env_args; mask/SPLIT lists demos
///   episode_i/...          Minari: observations (T + 1 rows), actions, rewards, terminations, truncations; infos: raw
///                          states and controls; attributes id, seed, total_steps
///   sinew/description      the header's text
///
/// Datasets are contiguous and uncompressed; the same episodes give the same bytes; a seal covers all of them (see
/// training_seal.h). The file appears whole or not at all.
class TrainingWriter {
 public:
  /// `episodes` is how many will be added at most: room for the seal goes by it.
  TrainingWriter(const std::filesystem::path& file, std::size_t episodes);
  ~TrainingWriter();
  TrainingWriter(const TrainingWriter&) = delete;
  TrainingWriter& operator=(const TrainingWriter&) = delete;

  /// `blocks` are the parts of the observations that readers of robomimic want apart.
  void add(const TrainingEpisode& episode, const std::vector<ArrayBlock>& blocks);
  /// Throws Error: kUsage when the file exists and must not be replaced, kIo otherwise.
  void finish(const TrainingHeader& header, Existing existing);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Reads such a file. The bytes are not trusted: throws Error (kAsset) that names the path; also when an array of one
/// layout is not that of the other.
class TrainingReader {
 public:
  explicit TrainingReader(const std::filesystem::path& file);
  ~TrainingReader();
  TrainingReader(const TrainingReader&) = delete;
  TrainingReader& operator=(const TrainingReader&) = delete;

  [[nodiscard]] std::size_t episodes() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::string environment() const;
  /// The array "setting" of an episode alone.
  [[nodiscard]] Bytes setting(std::size_t index) const;
  [[nodiscard]] TrainingEpisode read(std::size_t index, const std::vector<ArrayBlock>& blocks) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sinew
