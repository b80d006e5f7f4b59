#include "pipelines/verify_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>

#include "exporters/training/npz.h"
#include "exporters/training/training_file.h"
#include "exporters/training/training_seal.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "pipelines/dataset.h"
#include "pipelines/dataset_arrays.h"
#include "pipelines/dataset_replay.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFailures = 50;
constexpr double kDerivedTolerance = 1e-5;

/// What a shard gives to the description of the whole set.
using SeenEpisode = std::function<void(const Take& setting, const TrainingEpisode& episode)>;

/// First row in which two arrays of one shape differ by more than the tolerance (0: at all), or nothing.
std::optional<std::uint64_t> first_difference(const TrainingArray& a, const TrainingArray& b, double tolerance) {
  if (a.bytes == b.bytes) return std::nullopt;
  if (tolerance == 0 || a.type != ArrayType::kFloat32) {
    const auto at = std::ranges::mismatch(a.bytes, b.bytes).in1 - a.bytes.begin();
    return static_cast<std::uint64_t>(at) / a.row_bytes();
  }
  const std::vector<float> x = a.values<float>();
  const std::vector<float> y = b.values<float>();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool near = std::abs(x[i] - y[i]) <= tolerance * (1 + std::abs(x[i]));
    if (!near) return i / (x.size() / a.rows());
  }
  return std::nullopt;
}

class Verification {
 public:
  DatasetVerification of_folder(const fs::path& folder) {
    const fs::path index_file = folder / kIndexFile;
    DatasetIndex index;
    try {
      index = parse_index(std::string(as_text(read_file(index_file, kMostIndexBytes))));
    } catch (const Error& error) {
      throw error.in_file(index_file.string());
    }
    check_files(folder, index);
    std::optional<DatasetSummary> summary = empty_summary(index.description);
    if (!summary) return std::move(report_);
    bool whole = true;
    for (const DatasetFile& file : index.files) {
      if (!file.file.ends_with(kShardFile) || damaged_.contains(file.file)) {
        whole = whole && !damaged_.contains(file.file);
        continue;
      }
      const std::size_t before = report_.failures.size();
      check_shard(folder / file.file, file.file, [&](const Take& setting, const TrainingEpisode& episode) {
        summary->add(setting, episode);
        check_companions(folder, setting, episode, summary->form());
      });
      whole = whole && report_.failures.size() == before;
    }
    if (whole) compare_description(kIndexFile, index.description, summary->description());
    return std::move(report_);
  }

  DatasetVerification of_file(const fs::path& file) {
    if (!check_seal(file).sealed) {
      throw Error::asset("", "expected a training file that sinew wrote: it has no seal").in_file(file.string());
    }
    check_shard(file, file.filename().string(), [](const Take&, const TrainingEpisode&) {});
    return std::move(report_);
  }

 private:
  void fail(std::string metric, std::string message) {
    if (report_.failures.size() < kMostFailures) report_.failures.push_back({std::move(metric), std::move(message)});
  }

  std::optional<DatasetSummary> empty_summary(const std::string& description) {
    try {
      return DatasetSummary(parse_dataset_form(description));
    } catch (const Error& error) {
      fail("description", fmt::format("{}: {}", kIndexFile, error.what()));
      return std::nullopt;
    }
  }

  void check_files(const fs::path& folder, const DatasetIndex& index) {
    for (const DatasetFile& file : index.files) {
      listed_.insert(file.file);
      try {
        const DatasetFile found = describe_file(folder, file.file);
        if (found.bytes == file.bytes && found.sha256 == file.sha256) continue;
        fail("hash", damage(folder / file.file, printable(file.file, 200)));
      } catch (const Error& error) {
        fail("hash", fmt::format("{}: {}", printable(file.file, 200), error.message()));
      }
      damaged_.insert(file.file);
    }
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
      const std::string name = entry.path().lexically_relative(folder).generic_string();
      if (entry.is_regular_file(ignored) && name != kIndexFile && !listed_.contains(name)) {
        report_.notes.push_back(fmt::format("{} does not belong to the set", printable(name, 200)));
      }
    }
  }

  /// Which part of a file is not what was written, as far as its seal tells.
  static std::string damage(const fs::path& file, const std::string& name) {
    const SealReport seal = check_seal(file);
    if (seal.sealed && seal.intact) return fmt::format("{} is whole, but another than {} lists", name, kIndexFile);
    if (!seal.sealed || seal.damaged.empty()) return fmt::format("{} is not what was written", name);
    return fmt::format("{}: {} is not what was written{}", name, seal.damaged.front(),
                       seal.damaged.size() > 1 ? fmt::format(", nor {} more", seal.damaged.size() - 1) : "");
  }

  void check_shard(const fs::path& file, const std::string& name, const SeenEpisode& seen) {
    const SealReport seal = check_seal(file);
    if (!seal.sealed || !seal.intact) return fail("hash", damage(file, name));
    try {
      const TrainingReader reader(file);
      const std::string description = reader.description();
      DatasetSummary summary(parse_dataset_form(description));
      const Take first = decode_take(reader.setting(0), "setting");
      const std::vector<ArrayBlock> blocks = observation_blocks(first.figure, summary.form().features);
      for (std::size_t i = 0; i < reader.episodes(); ++i) {
        const TrainingEpisode arrays = reader.read(i, blocks);
        const Take setting = check_episode(arrays, summary.form(), name);
        summary.add(setting, arrays);
        seen(setting, arrays);
      }
      compare_description(name, description, summary.description());
      if (reader.environment() != summary.environment()) {
        fail("description", name + ": env_args are not those of its figure and rates");
      }
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kAsset && error.kind() != ErrorKind::kUsage) throw;
      fail("structure",
           fmt::format("{}: {}{}{}", name, error.place(), error.place().empty() ? "" : ": ", error.message()));
    }
  }

  /// The setting of the episode.
  Take check_episode(const TrainingEpisode& arrays, const DatasetForm& form, const std::string& file) {
    Episode episode = episode_from_arrays(arrays);
    const std::string place = fmt::format("{}: episode {}", file, printable(arrays.name));
    ++report_.episodes;
    const PairReplay replay = replay_pairs(episode);
    report_.pairs += static_cast<std::uint64_t>(replay.pairs);
    report_.position = std::max(report_.position, replay.position);
    if (replay.kind == ReplayKind::kStepwise) report_.replay = ReplayKind::kStepwise;
    if (!replay.agrees()) {
      fail("replay",
           replay.failure.empty()
               ? fmt::format("{}: {} of {} pairs do not replay, the first is pair {}; up to {:.3g} m and {:.3g} "
                             "m/s off",
                             place, replay.different, replay.pairs, replay.first, replay.position, replay.velocity)
               : fmt::format("{}: pair {}: {}", place, replay.first, replay.failure));
      return std::move(episode.setting);
    }
    episode.validate();
    compare_arrays(arrays, training_episode(episode, form), replay.kind, place);
    return std::move(episode.setting);
  }

  void compare_array(const std::string& name, const TrainingArray& made, const TrainingEpisode& stored,
                     double tolerance, const std::string& place) {
    const auto found = stored.arrays.find(name);
    if (found == stored.arrays.end() || found->second.type != made.type || found->second.shape != made.shape) {
      fail("arrays", fmt::format("{}: {} is missing, or of another type or shape", place, name));
      return;
    }
    // With another fingerprint forces may be shared differently between contacts that carry the same load.
    if (tolerance > 0 && (name == "contact_forces" || name == "motor_torques")) return;
    if (const auto row = first_difference(found->second, made, tolerance)) {
      fail("arrays", fmt::format("{}: {} does not follow from states and controls in row {}", place, name, *row));
    }
  }

  void compare_arrays(const TrainingEpisode& stored, const TrainingEpisode& made, ReplayKind kind,
                      const std::string& place) {
    const double tolerance = kind == ReplayKind::kBitwise ? 0 : kDerivedTolerance;
    for (const auto& entry : made.arrays) compare_array(entry.first, entry.second, stored, tolerance, place);
    for (const auto& entry : stored.arrays) {
      if (!made.arrays.contains(entry.first)) fail("arrays", fmt::format("{}: unknown array {}", place, entry.first));
    }
    if (stored.split != made.split) fail("arrays", fmt::format("{}: expected in split {}", place, made.split));
    if (stored.seed != made.seed) fail("arrays", fmt::format("{}: expected seed {}", place, made.seed));
  }

  void compare_description(const std::string& file, const std::string& stored, const std::string& made) {
    const std::string where = json_difference(stored, made);
    if (!where.empty()) fail("description", fmt::format("{} is not true of its episodes: {}", file, where));
  }

  /// pairs.npz and metadata.json say what the shard says.
  void check_companions(const fs::path& folder, const Take& setting, const TrainingEpisode& episode,
                        const DatasetForm& form) {
    DatasetSummary summary(form);
    summary.add(setting, episode);
    const auto compare = [&](const char* file, ByteSpan made) {
      const std::string name = episode.name + "/" + file;
      if (damaged_.contains(name)) return;
      // Names come from the shard, and only what the index lists is known to lie in the folder.
      if (!listed_.contains(name)) {
        return fail("description", fmt::format("{} does not list {}", kIndexFile, printable(name, 200)));
      }
      if (describe_file(folder, name).sha256 != sha256_hex(made)) {
        fail("description", fmt::format("{} does not say what {} says", name, kShardFile));
      }
    };
    compare(kNpzFile, npz_bytes(episode.arrays, summary.description()));
    compare(kMinariFile, as_bytes(summary.minari_metadata(episode.name)));
  }

  DatasetVerification report_;
  std::set<std::string> listed_;   ///< files that the index names
  std::set<std::string> damaged_;  ///< of them, those that are not as it says
};

}  // namespace

bool may_be_dataset(const fs::path& path) {
  std::error_code missing;
  if (fs::is_directory(path, missing)) return true;
  std::ifstream in(path, std::ios::binary);
  std::string head(8, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == "SINEWSET" || head == "\x89HDF\r\n\x1a\n";
}

DatasetVerification verify_dataset(const fs::path& path) {
  std::error_code missing;
  if (!fs::is_directory(path, missing)) return Verification().of_file(path);
  if (!fs::exists(path / kIndexFile, missing)) {
    throw Error::asset("",
                       fmt::format("the folder has no {}: no training set, or one that was not finished", kIndexFile))
        .in_file(path.string());
  }
  return Verification().of_folder(path);
}

}  // namespace sinew
