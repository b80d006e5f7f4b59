#include "exporters/training/training_file.h"

#include <fmt/format.h>

#include <set>

#include "exporters/training/hdf5_reader.h"
#include "exporters/training/hdf5_writer.h"
#include "exporters/training/training_seal.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostArrays = 64;  ///< datasets of one episode
const std::string kDescription = "sinew/description";

// Where the arrays go that not both layouts have, or that both share.
const std::set<std::string> kMinariOnly = {"observations", "terminations", "truncations"};
const std::vector<std::string> kShared = {"actions", "rewards"};

/// The arrays that an episode has beside those of both layouts: Minari gives them as infos.
std::vector<std::string> info_names(const TrainingEpisode& episode) {
  std::vector<std::string> names;
  for (const char* name : {"states", "next_states", "controls", "frames", "splines", "spline_actions"}) {
    if (episode.arrays.contains(name)) names.emplace_back(name);
  }
  return names;
}

std::string demo_path(std::size_t i) { return fmt::format("data/demo_{}", i); }
std::string episode_path(std::size_t i) { return fmt::format("episode_{}", i); }
std::string below(const std::string& group, const std::string& name) { return fmt::format("{}/{}", group, name); }

/// The rows of a block before (`later` 0) or after (1) every step.
TrainingArray block_rows(const TrainingEpisode& episode, const ArrayBlock& block, std::uint64_t later) {
  return part_of(episode.array("observations"), later, episode.pairs(), block.offset, block.size);
}

/// Messages of HDF5 wrappers name no file.
template <typename Call>
auto in_file(const fs::path& file, const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

}  // namespace

struct TrainingWriter::Implementation {
  fs::path file;
  std::size_t expected;
  std::uint64_t user_block;
  PendingFile pending;
  Hdf5Writer out;
  std::size_t episodes = 0;
  std::uint64_t pairs = 0;
  std::map<std::string, std::vector<std::string>> splits;

  Implementation(const fs::path& target, std::size_t most)
      : file(target),
        expected(most),
        user_block(seal_size(kMostArrays * most)),
        pending(target),
        out(pending.work_path(), user_block) {}

  void add(const TrainingEpisode& episode, const std::vector<ArrayBlock>& blocks) {
    if (episodes >= expected || episode.arrays.size() + 2 * blocks.size() + 2 > kMostArrays) {
      throw Error::internal("more episodes or arrays than a training file was made for");
    }
    const std::string demo = demo_path(episodes);
    const std::string mirror = episode_path(episodes);
    for (const auto& [name, array] : episode.arrays) {
      out.array(below(kMinariOnly.contains(name) ? mirror : demo, name), array);
    }
    for (const std::string& name : kShared) out.link(below(demo, name), below(mirror, name));
    for (const std::string& name : info_names(episode)) out.link(below(demo, name), below(mirror, "infos/" + name));
    for (const ArrayBlock& block : blocks) {
      out.array(below(demo, "obs/" + block.name), block_rows(episode, block, 0));
      out.array(below(demo, "next_obs/" + block.name), block_rows(episode, block, 1));
    }
    out.attribute(demo, "num_samples", static_cast<std::int64_t>(episode.pairs()));
    out.attribute(demo, "name", episode.name);
    out.attribute(mirror, "id", static_cast<std::int64_t>(episodes));
    out.attribute(mirror, "seed", static_cast<std::int64_t>(episode.seed));
    out.attribute(mirror, "total_steps", static_cast<std::int64_t>(episode.pairs()));
    splits[episode.split].push_back(fmt::format("demo_{}", episodes));
    pairs += episode.pairs();
    ++episodes;
  }

  void finish(const TrainingHeader& header, Existing existing) {
    out.attribute("data", "total", static_cast<std::int64_t>(pairs));
    out.attribute("data", "env_args", header.environment);
    for (const auto& [split, demos] : splits) out.texts("mask/" + split, demos);
    out.text(kDescription, header.description);
    write_seal(pending.work_path(), user_block, out.finish());
    pending.publish(existing);
  }
};

TrainingWriter::TrainingWriter(const fs::path& file, std::size_t episodes)
    : implementation_(in_file(file, [&] { return std::make_unique<Implementation>(file, episodes); })) {}

TrainingWriter::~TrainingWriter() = default;

void TrainingWriter::add(const TrainingEpisode& episode, const std::vector<ArrayBlock>& blocks) {
  in_file(implementation_->file, [&] { implementation_->add(episode, blocks); });
}

void TrainingWriter::finish(const TrainingHeader& header, Existing existing) {
  in_file(implementation_->file, [&] { implementation_->finish(header, existing); });
}

struct TrainingReader::Implementation {
  fs::path file;
  Hdf5Reader in;
  std::size_t episodes = 0;
  std::map<std::string, std::string> splits;  ///< of demos

  explicit Implementation(const fs::path& path) : file(path), in(path) {
    episodes = in.names("data").size();
    for (std::size_t i = 0; i < episodes; ++i) expect(in.is_group(demo_path(i)), demo_path(i), "expected a group");
    expect(episodes > 0, "data", "expected at least one episode");
    std::uint64_t pairs = 0;  // unsigned: sums of hostile numbers may wrap
    for (std::size_t i = 0; i < episodes; ++i)
      pairs += static_cast<std::uint64_t>(in.integer(demo_path(i), "num_samples"));
    expect(static_cast<std::uint64_t>(in.integer("data", "total")) == pairs, "data",
           fmt::format("expected total = {}", pairs));
    for (const std::string& split : in.names("mask")) {
      for (const std::string& demo : in.texts("mask/" + split)) {
        expect(splits.emplace(demo, split).second, "mask/" + printable(split), "expected every demo in one split");
      }
    }
  }

  static void expect(bool holds, const std::string& path, std::string_view expectation) {
    if (!holds) throw Error::asset(path, std::string(expectation));
  }

  [[nodiscard]] TrainingEpisode read(std::size_t index, const std::vector<ArrayBlock>& blocks) const {
    const std::string demo = demo_path(index);
    const std::string mirror = episode_path(index);
    TrainingEpisode episode;
    episode.name = in.word(demo, "name");
    const auto split = splits.find(fmt::format("demo_{}", index));
    expect(split != splits.end(), demo, "expected it in a split of mask/");
    episode.split = split->second;
    for (const std::string& name : in.names(demo)) {
      if (name != "obs" && name != "next_obs") episode.arrays.emplace(name, in.array(below(demo, name)));
    }
    for (const std::string& name : kMinariOnly) episode.arrays.emplace(name, in.array(below(mirror, name)));
    for (const std::string& name : kShared) check_same(below(demo, name), below(mirror, name));
    for (const std::string& name : info_names(episode)) check_same(below(demo, name), below(mirror, "infos/" + name));
    episode.seed = static_cast<std::uint64_t>(in.integer(mirror, "seed"));
    check_counts(episode, demo, mirror, index);
    check_blocks(episode, demo, blocks);
    return episode;
  }

  void check_same(const std::string& first, const std::string& second) const {
    expect(in.same(first, second), second, "expected the array " + first);
  }

  void check_counts(const TrainingEpisode& episode, const std::string& demo, const std::string& mirror,
                    std::size_t index) const {
    const std::uint64_t pairs = episode.pairs();
    for (const char* name : {"actions", "terminations", "truncations", "states", "dones"}) {
      expect(episode.array(name).rows() == pairs, below(demo, name), fmt::format("expected {} rows", pairs));
    }
    const TrainingArray& seen = episode.array("observations");
    expect(seen.shape.size() == 2 && seen.rows() == pairs + 1, mirror + "/observations",
           fmt::format("expected {} rows", pairs + 1));
    const auto count = static_cast<std::int64_t>(pairs);
    expect(in.integer(demo, "num_samples") == count, demo, fmt::format("expected num_samples = {}", pairs));
    expect(in.integer(mirror, "total_steps") == count, mirror, fmt::format("expected total_steps = {}", pairs));
    expect(in.integer(mirror, "id") == static_cast<std::int64_t>(index), mirror,
           fmt::format("expected id = {}", index));
  }

  void check_blocks(const TrainingEpisode& episode, const std::string& demo,
                    const std::vector<ArrayBlock>& blocks) const {
    const std::uint64_t width = episode.array("observations").shape[1];
    for (const char* group : {"/obs", "/next_obs"}) {
      expect(in.names(demo + group).size() == blocks.size(), demo + group,
             fmt::format("expected {} arrays", blocks.size()));
      for (const ArrayBlock& block : blocks) {
        const std::string path = below(demo + group, block.name);
        expect(block.size > 0 && block.offset <= width && block.size <= width - block.offset, path,
               "expected a part of the observations");
        expect(in.array(path) == block_rows(episode, block, group == std::string_view("/obs") ? 0 : 1), path,
               "expected the same numbers as in the observations");
      }
    }
  }
};

TrainingReader::TrainingReader(const fs::path& file)
    : implementation_(in_file(file, [&] { return std::make_unique<Implementation>(file); })) {}

TrainingReader::~TrainingReader() = default;

std::size_t TrainingReader::episodes() const { return implementation_->episodes; }

std::string TrainingReader::description() const {
  return in_file(implementation_->file, [&] { return implementation_->in.text(kDescription); });
}

std::string TrainingReader::environment() const {
  return in_file(implementation_->file, [&] { return implementation_->in.word("data", "env_args"); });
}

Bytes TrainingReader::setting(std::size_t index) const {
  return in_file(implementation_->file, [&] { return implementation_->in.array(demo_path(index) + "/setting").bytes; });
}

TrainingEpisode TrainingReader::read(std::size_t index, const std::vector<ArrayBlock>& blocks) const {
  return in_file(implementation_->file, [&] { return implementation_->read(index, blocks); });
}

}  // namespace sinew
