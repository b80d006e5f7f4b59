#include "pipelines/dataset_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "exporters/training/training_file.h"
#include "exporters/training/training_seal.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/dataset.h"
#include "pipelines/dataset_arrays.h"
#include "pipelines/output_path.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

bool is_hdf5_name(const fs::path& file) {
  const std::string suffix = lower(file.extension().string());
  return suffix == ".h5" || suffix == ".hdf5";
}

void add_folder(const fs::path& folder, std::vector<fs::path>& shards) {
  const fs::path index = folder / kIndexFile;
  std::error_code missing;
  if (!fs::exists(index, missing)) {
    throw Error::asset("", fmt::format("expected a {} in it: the set is not complete", kIndexFile))
        .in_file(folder.string());
  }
  try {
    for (const DatasetFile& file : parse_index(std::string(as_text(read_file(index, kMostIndexBytes)))).files) {
      if (is_hdf5_name(file.file)) shards.push_back(folder / file.file);
    }
  } catch (const Error& error) {
    throw error.in_file(index.string());
  }
}

/// The same for all files that go into one: everything but the version that wrote them.
bool same_form(const DatasetForm& a, const DatasetForm& b) {
  const FeatureOptions& f = a.features;
  const FeatureOptions& g = b.features;
  const bool splits = std::ranges::equal(a.splits, b.splits, [](const DatasetSplit& x, const DatasetSplit& y) {
    return x.name == y.name && x.share == y.share;
  });
  return splits && f.joint_angles == g.joint_angles && f.joint_velocities == g.joint_velocities &&
         f.root_orientation == g.root_orientation && f.heights == g.heights && f.velocity == g.velocity &&
         f.changes == g.changes && f.horizon == g.horizon;
}

class Merge {
 public:
  Merge(const MergeRequest& request, std::size_t episodes) : writer_(request.output, episodes) {}

  void add(const fs::path& file) {
    try {
      const TrainingReader reader(file);
      const DatasetForm form = parse_dataset_form(reader.description());
      if (!summary_) summary_ = std::make_unique<DatasetSummary>(form);
      if (!same_form(summary_->form(), form)) {
        throw Error::usage("its features or splits are not those of the first file");
      }
      for (std::size_t i = 0; i < reader.episodes(); ++i) add_episode(reader, i);
    } catch (const Error& error) {
      throw error.in_file(file.string());
    }
  }

  void finish(const MergeRequest& request) {
    writer_.finish({summary_->description(), summary_->environment()}, request.existing);
    if (request.output.filename() != kShardFile) return;
    const std::string name = fs::absolute(request.output).parent_path().filename().string();
    write_file_atomic(request.output.parent_path() / kMinariFile, as_bytes(summary_->minari_metadata(name)),
                      request.existing);
  }

  [[nodiscard]] const DatasetSummary& summary() const { return *summary_; }

 private:
  void add_episode(const TrainingReader& reader, std::size_t index) {
    if (blocks_.empty()) {
      const Take first = decode_take(reader.setting(0));
      blocks_ = observation_blocks(first.figure, summary_->form().features);
    }
    const TrainingEpisode episode = reader.read(index, blocks_);
    summary_->add(decode_take(episode.array("setting").bytes), episode);
    writer_.add(episode, blocks_);
  }

  TrainingWriter writer_;
  std::unique_ptr<DatasetSummary> summary_;  ///< once there is a file
  std::vector<ArrayBlock> blocks_;
};

void check_sealed(const fs::path& file) {
  const SealReport seal = check_seal(file);
  if (!seal.sealed) throw Error::asset("", "expected a training file that sinew wrote").in_file(file.string());
  if (seal.intact) return;
  const std::string where = seal.damaged.empty() ? "its structure" : seal.damaged.front();
  throw Error::asset("", "damaged: " + where + " is not what was written").in_file(file.string());
}

}  // namespace

std::vector<fs::path> merge_shards(const MergeRequest& request) {
  if (!is_hdf5_name(request.output)) {
    throw Error::usage("a merged training set is written as .h5 or .hdf5").in_file(request.output.string());
  }
  std::vector<fs::path> shards;
  std::error_code missing;
  for (const fs::path& input : request.inputs) {
    fs::is_directory(input, missing) ? add_folder(input, shards) : shards.push_back(input);
  }
  if (shards.empty()) throw Error::usage("nothing to merge: expected shards, or folders of them");
  check_output(request.output, shards, request.existing);
  if (request.output.filename() == kShardFile) {
    check_output(request.output.parent_path() / kMinariFile, {}, request.existing);
  }
  return shards;
}

MergeReport merge_datasets(const MergeRequest& request, const std::vector<fs::path>& shards,
                           const std::function<void(std::size_t)>& progress) {
  std::size_t episodes = 0;
  for (const fs::path& shard : shards) {
    check_sealed(shard);
    episodes += TrainingReader(shard).episodes();
  }
  Merge merge(request, episodes);
  for (std::size_t i = 0; i < shards.size(); ++i) {
    merge.add(shards[i]);
    progress(i + 1);
  }
  merge.finish(request);
  return {merge.summary().episodes(), merge.summary().pairs(), fs::file_size(request.output)};
}

}  // namespace sinew
