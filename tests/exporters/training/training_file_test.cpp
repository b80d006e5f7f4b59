#include "exporters/training/training_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "exporters/training/hdf5_reader.h"
#include "exporters/training/hdf5_writer.h"
#include "libanim/support/error.h"
#include "tests/exporters/training/small_episodes.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::vector<TrainingEpisode>& episodes) {
  TrainingWriter writer(file, episodes.size());
  for (const TrainingEpisode& episode : episodes) writer.add(episode, test::small_blocks());
  writer.finish({"{\"about\": \"nothing\"}\n", "{}"}, Existing::kRefuse);
}

TEST(TrainingFile, ReadsBackWhatWasWritten) {
  const test::TempDir dir;
  const std::vector<TrainingEpisode> episodes = {test::small_episode("one", 0), test::small_episode("two", 2)};
  write(dir.path() / "a.h5", episodes);
  const TrainingReader reader(dir.path() / "a.h5");
  ASSERT_EQ(reader.episodes(), 2U);
  EXPECT_EQ(reader.description(), "{\"about\": \"nothing\"}\n");
  EXPECT_EQ(reader.environment(), "{}");
  for (std::size_t i = 0; i < 2; ++i) {
    const TrainingEpisode read = reader.read(i, test::small_blocks());
    EXPECT_EQ(read.name, episodes[i].name);
    EXPECT_EQ(read.split, episodes[i].split);
    EXPECT_EQ(read.seed, episodes[i].seed);
    EXPECT_EQ(read.arrays, episodes[i].arrays);
  }
}

TEST(TrainingFile, SameEpisodesSameBytes) {
  const test::TempDir dir;
  const std::vector<TrainingEpisode> episodes = {test::small_episode("one", 0), test::small_episode("two", 2)};
  write(dir.path() / "a.h5", episodes);
  write(dir.path() / "b.h5", episodes);
  EXPECT_EQ(read_file(dir.path() / "a.h5"), read_file(dir.path() / "b.h5"));
}

TEST(TrainingFile, BothLayoutsShareTheirArrays) {
  const test::TempDir dir;
  write(dir.path() / "a.h5", {test::small_episode("one", 0)});
  const Hdf5Reader reader(dir.path() / "a.h5");
  EXPECT_TRUE(reader.same("data/demo_0/actions", "episode_0/actions"));
  EXPECT_TRUE(reader.same("data/demo_0/rewards", "episode_0/rewards"));
  EXPECT_TRUE(reader.same("data/demo_0/states", "episode_0/infos/states"));
  EXPECT_FALSE(reader.same("data/demo_0/actions", "episode_0/rewards"));
  EXPECT_THAT(reader.names("data/demo_0/obs"), testing::ElementsAre("arms", "legs"));
  EXPECT_EQ(reader.array("data/demo_0/obs/arms"),
            part_of(test::small_episode("one", 0).array("observations"), 0, 3, 2, 3));
  EXPECT_EQ(reader.array("data/demo_0/next_obs/legs"),
            part_of(test::small_episode("one", 0).array("observations"), 1, 3, 0, 2));
  EXPECT_THAT(reader.texts("mask/train"), testing::ElementsAre("demo_0"));
  EXPECT_EQ(reader.integer("data", "total"), 3);
}

TEST(TrainingFile, AWriterThatIsAbandonedLeavesNothing) {
  const test::TempDir dir;
  {
    TrainingWriter writer(dir.path() / "a.h5", 2);
    writer.add(test::small_episode("one", 0), test::small_blocks());
  }
  EXPECT_TRUE(fs::is_empty(dir.path()));
}

TEST(TrainingFile, ExistingFilesAreKept) {
  const test::TempDir dir;
  std::ofstream(dir.path() / "a.h5") << "mine";
  TrainingWriter writer(dir.path() / "a.h5", 1);
  writer.add(test::small_episode("one", 0), test::small_blocks());
  EXPECT_THROW(writer.finish({"{}", "{}"}, Existing::kRefuse), Error);
  EXPECT_EQ(as_text(read_file(dir.path() / "a.h5")), "mine");
}

/// A file whose layouts disagree, with a fresh structure: `change` writes what is different.
std::string refusal(const std::function<void(Hdf5Writer&)>& change) {
  const test::TempDir dir;
  const fs::path file = dir.path() / "forged.h5";
  const TrainingEpisode episode = test::small_episode("one", 0);
  Hdf5Writer out(file, 512);
  for (const char* name : {"actions", "rewards", "states", "dones"}) {
    out.array(std::string("data/demo_0/") + name, episode.array(name));
  }
  out.array("episode_0/observations", episode.array("observations"));
  out.array("episode_0/terminations", episode.array("terminations"));
  out.array("episode_0/truncations", episode.array("truncations"));
  out.link("data/demo_0/states", "episode_0/infos/states");
  out.link("data/demo_0/rewards", "episode_0/rewards");
  const std::vector<std::string> demos = {"demo_0"};
  out.texts("mask/train", demos);
  out.attribute("data", "total", 3);
  out.attribute("data", "env_args", "{}");
  out.attribute("data/demo_0", "num_samples", 3);
  out.attribute("data/demo_0", "name", "one");
  out.attribute("episode_0", "id", 0);
  out.attribute("episode_0", "seed", 7);
  out.attribute("episode_0", "total_steps", 3);
  change(out);
  static_cast<void>(out.finish());
  try {
    static_cast<void>(TrainingReader(file).read(0, test::small_blocks()));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "read";
}

TEST(TrainingFile, LayoutsThatDisagreeAreRefused) {
  const TrainingEpisode episode = test::small_episode("one", 0);
  const auto honest = [&](Hdf5Writer& out) {
    out.link("data/demo_0/actions", "episode_0/actions");
    for (const ArrayBlock& block : test::small_blocks()) {
      for (const std::uint64_t later : {0U, 1U}) {
        out.array((later == 0 ? "data/demo_0/obs/" : "data/demo_0/next_obs/") + block.name,
                  part_of(episode.array("observations"), later, 3, block.offset, block.size));
      }
    }
  };
  EXPECT_EQ(refusal(honest), "read");
  EXPECT_THAT(refusal([&](Hdf5Writer& out) { out.array("episode_0/actions", episode.array("actions")); }),
              testing::HasSubstr("episode_0/actions: expected the array data/demo_0/actions"));
  EXPECT_THAT(refusal([&](Hdf5Writer& out) { out.link("data/demo_0/actions", "episode_0/actions"); }),
              testing::HasSubstr("data/demo_0/obs: expected 2 arrays"));
  EXPECT_THAT(refusal([&](Hdf5Writer& out) {
                out.link("data/demo_0/actions", "episode_0/actions");
                out.array("data/demo_0/obs/legs", part_of(episode.array("observations"), 1, 3, 0, 2));
                out.array("data/demo_0/obs/arms", part_of(episode.array("observations"), 0, 3, 2, 3));
              }),
              testing::HasSubstr("data/demo_0/obs/legs: expected the same numbers"));
  EXPECT_THAT(refusal([&](Hdf5Writer& out) {
                honest(out);
                out.texts("mask/valid", std::vector<std::string>{"demo_0"});
              }),
              testing::HasSubstr("expected every demo in one split"));
}

}  // namespace
}  // namespace sinew
