#include "pipelines/dataset.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <set>

#include "exporters/training/npz.h"
#include "exporters/training/training_file.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "pipelines/dataset_arrays.h"
#include "pipelines/dataset_figure_json.h"
#include "pipelines/dataset_replay.h"
#include "pipelines/load_take.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// A file's stem as the name of a folder, of a Minari data set and of a split's hash.
std::string plain_name(const fs::path& take) {
  std::string name;
  for (const char c : take.stem().string()) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += plain ? c : '_';
  }
  constexpr std::size_t kMostName = 80;
  return name.empty() ? "take" : name.substr(0, kMostName);
}

std::string unique_name(std::string name, std::set<std::string>& taken) {
  const std::string base = name;
  for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}-{}", base, n);
  return name;
}

void check_folder(const DatasetRequest& request) {
  std::error_code missing;
  if (!fs::exists(request.output, missing)) return;
  if (!fs::is_directory(request.output, missing)) {
    throw Error::usage("expected a folder; there is a file of that name").in_file(request.output.string());
  }
  if (request.existing == Existing::kRefuse && !fs::is_empty(request.output, missing)) {
    throw Error::usage("the folder is not empty; --force writes into it").in_file(request.output.string());
  }
}

/// Found before anything is written; DatasetSummary::add has the last word.
void check_kind(const Take& take, const fs::path& file, std::string& kind) {
  const std::string mine = kind_json(take).dump();
  if (kind.empty()) kind = mine;
  if (mine == kind) return;
  throw Error::usage(fmt::format("it has another figure or rate than the first take ({}): they belong in different "
                                 "training sets",
                                 json_difference(kind, mine)))
      .in_file(file.string());
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error::io(folder.string(), "cannot make the folder: " + problem.message());
}

/// Nothing when the source was stopped.
std::optional<Episode> make_episode(const DatasetRequest& request, const PlannedEpisode& planned) {
  const Take take = load_take(planned.take);
  try {
    Episode episode = request.source ? request.source(take, planned.repeat) : episode_from_take(take, planned.name);
    if (request.source && episode.pairs.empty()) return std::nullopt;
    episode.name = planned.name;
    const PairReplay replay = replay_pairs(episode);
    if (!replay.agrees()) {
      throw Error::asset(fmt::format("pair {}", replay.first),
                         replay.failure.empty()
                             ? fmt::format("{} of {} pairs do not replay: they differ by up to {:.2g} m",
                                           replay.different, replay.pairs, replay.position)
                             : replay.failure);
    }
    episode.validate();
    return episode;
  } catch (const Error& error) {
    throw error.in_file(planned.take.string());
  }
}

/// The files of one episode.
class EpisodeWriter {
 public:
  EpisodeWriter(const DatasetRequest& request, std::vector<DatasetFile>& files) : request_(request), files_(files) {}

  void write(const Take& setting, const TrainingEpisode& arrays) {
    DatasetSummary summary(request_.form);
    summary.add(setting, arrays);
    const std::string description = summary.description();
    make_folder(request_.output / arrays.name);
    TrainingWriter shard(path(arrays.name, kShardFile), 1);
    const std::vector<ArrayBlock> blocks = observation_blocks(setting.figure, request_.form.features);
    shard.add(arrays, blocks);
    shard.finish({description, summary.environment()}, request_.existing);
    write_file_atomic(path(arrays.name, kMinariFile), as_bytes(summary.minari_metadata(arrays.name)),
                      request_.existing);
    write_file_atomic(path(arrays.name, kNpzFile), npz_bytes(arrays.arrays, description), request_.existing);
    for (const char* file : {kShardFile, kMinariFile, kNpzFile}) {
      files_.push_back(describe_file(request_.output, arrays.name + "/" + file));
    }
  }

 private:
  [[nodiscard]] fs::path path(const std::string& episode, const char* file) const {
    return request_.output / episode / file;
  }

  const DatasetRequest& request_;
  std::vector<DatasetFile>& files_;
};

}  // namespace

DatasetFile describe_file(const fs::path& folder, const std::string& file) {
  std::ifstream in(folder / file, std::ios::binary);
  if (!in) throw Error::io((folder / file).string(), "cannot open");
  DatasetFile result{file, 0, {}};
  Sha256 hash;
  std::string piece(std::size_t{1} << 20, '\0');
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto got = static_cast<std::size_t>(in.gcount());
    hash.add(as_bytes(std::string_view(piece).substr(0, got)));
    result.bytes += got;
  }
  if (in.bad()) throw Error::io((folder / file).string(), "cannot read");
  result.sha256 = hash.hex();
  return result;
}

DatasetPlan plan_dataset(const DatasetRequest& request) {
  request.form.validate();
  if (request.repeats < 1 || (request.repeats > 1 && !request.source)) {
    throw Error::usage("several episodes of one take need a search that makes them");
  }
  check_folder(request);
  DatasetPlan plan;
  std::set<std::string> names;
  std::string kind;
  for (const fs::path& file : request.takes) {
    const Take take = load_take(file);
    check_kind(take, file, kind);
    if (take.steps.empty() && !request.source) {
      throw Error::asset("", "the take has no simulated steps").in_file(file.string());
    }
    for (int repeat = 0; repeat < request.repeats; ++repeat) {
      const std::string suffix = request.repeats > 1 ? fmt::format("_r{:03}", repeat) : std::string();
      PlannedEpisode planned{
          file, repeat, unique_name(plain_name(file) + suffix, names), {}, take.reference.frames() - 1};
      if (!request.source) planned.pairs = static_cast<int>(take.steps.size());
      planned.split = split_of(request.form.splits, planned.name);
      plan.pairs += static_cast<std::uint64_t>(planned.pairs);
      plan.episodes.push_back(std::move(planned));
    }
  }
  return plan;
}

DatasetReport make_dataset(const DatasetRequest& request, const DatasetPlan& plan,
                           const std::function<bool(const DatasetProgress&)>& progress) {
  DatasetReport report;
  DatasetSummary summary(request.form);
  EpisodeWriter writer(request, report.files);
  make_folder(request.output);
  // An index that speaks of files which are about to be replaced would be false while that lasts.
  std::error_code none;
  fs::remove(request.output / kIndexFile, none);
  DatasetProgress state{0, static_cast<int>(plan.episodes.size()), 0, {}};
  for (const PlannedEpisode& planned : plan.episodes) {
    const std::optional<Episode> episode = make_episode(request, planned);
    if (!episode) return report;
    const TrainingEpisode arrays = training_episode(*episode, request.form);
    summary.add(episode->setting, arrays);
    writer.write(episode->setting, arrays);
    report.pairs = summary.pairs();
    state = {state.done + 1, state.all, summary.pairs(), arrays.name};
    if (!progress(state) && state.done < state.all) return report;
  }
  const std::string index = index_json(summary.description(), report.files);
  write_file_atomic(request.output / kIndexFile, as_bytes(index), request.existing);
  report.files.push_back(describe_file(request.output, kIndexFile));
  report.complete = true;
  return report;
}

}  // namespace sinew
