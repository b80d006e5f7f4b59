#include "pipelines/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "libanim/support/error.h"
#include "pipelines/dataset_merge.h"
#include "pipelines/verify_dataset.h"
#include "tests/pipelines/dataset/small_datasets.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

nlohmann::json index_of(const fs::path& folder) {
  return nlohmann::json::parse(as_text(read_file(folder / kIndexFile)));
}

TEST(Dataset, SaysWhatItHolds) {
  const test::TempDir dir;
  const DatasetRequest request = test::request_for(dir.path(), {31, 16});
  EXPECT_EQ(test::made(request).pairs, 45U);
  const nlohmann::json index = index_of(request.output);
  EXPECT_EQ(index.at("pairs"), 45);
  EXPECT_EQ(index.at("episodes").at(1).at("pairs"), 15);
  EXPECT_EQ(index.at("episodes").at(0).at("inputs").at(0).at("file"), "wave.bvh");
  EXPECT_EQ(index.at("files").size(), 6U);
  const nlohmann::json& layout = index.at("arrays").at("observations").at("layout");
  EXPECT_EQ(layout.at(0).at("name"), "joint_angles");
  const std::size_t width = index.at("statistics").at("observations").at("mean").size();
  EXPECT_EQ(layout.back().at("offset").get<std::size_t>() + layout.back().at("size").get<std::size_t>(), width);
  const nlohmann::json& joint = index.at("figure").at("joints").at(0);
  for (const char* key : {"name", "type", "axes", "lower", "upper", "torque"}) EXPECT_TRUE(joint.contains(key)) << key;
  EXPECT_EQ(index.at("figure").at("axes").size(), index.at("arrays").at("motor_torques").at("layout").size());
}

TEST(Dataset, SameTakesSameBytes) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {31, 16});
  const DatasetReport first = test::made(request);
  request.output = dir.path() / "again";
  const DatasetReport second = test::made(request);
  ASSERT_EQ(first.files.size(), second.files.size());
  for (std::size_t i = 0; i < first.files.size(); ++i) EXPECT_EQ(first.files[i].sha256, second.files[i].sha256);
}

TEST(Dataset, RepeatsComeFromASource) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16});
  request.repeats = 3;
  EXPECT_THAT(refusal([&] { static_cast<void>(plan_dataset(request)); }), HasSubstr("need a search"));
  request.source = [](const Take& take, int repeat) {
    Episode episode = test::episode_with_splines(take, "");
    episode.setting.provenance.seed = static_cast<std::uint64_t>(100 + repeat);
    for (TrainingPair& pair : episode.pairs) pair.report = {};
    return episode;
  };
  EXPECT_EQ(test::made(request).pairs, 45U);
  const nlohmann::json index = index_of(request.output);
  EXPECT_EQ(index.at("episodes").at(2).at("name"), "take_0_r002");
  EXPECT_EQ(index.at("episodes").at(2).at("seed"), 102);
  EXPECT_EQ(index.at("arrays").at("splines").at("layout").at(2).at("name"), "point_0.duration");
  EXPECT_TRUE(verify_dataset(request.output).pass());
}

TEST(Dataset, EpisodesThatDoNotReplayAreRefused) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16});
  request.source = [](const Take& take, int) {
    Episode episode = episode_from_take(take, "");
    episode.pairs[5].control.axes[0].target += 0.5;
    return episode;
  };
  EXPECT_THAT(refusal([&] { test::made(request); }), HasSubstr("pair 5: 1 of 15 pairs do not replay"));
  EXPECT_FALSE(fs::exists(request.output / kIndexFile));
}

TEST(Dataset, FoldersAreKept) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16});
  fs::create_directory(request.output);
  test::made(request);  // an empty folder is fine
  EXPECT_THAT(refusal([&] { static_cast<void>(plan_dataset(request)); }), HasSubstr("not empty"));
  request.existing = Existing::kReplace;
  test::made(request);
  EXPECT_TRUE(verify_dataset(request.output).pass());
  request.output = request.takes.front();
  EXPECT_THAT(refusal([&] { static_cast<void>(plan_dataset(request)); }), HasSubstr("expected a folder"));
}

TEST(Dataset, TakesOfOtherFiguresAreRefusedBeforeAnythingIsWritten) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16, 16});
  Take other = test::small_take();
  other.figure.joints[2].upper[1] += 0.125;
  write_file_atomic(request.takes[1], encode_take(other, TakeMeshes::kKept), Existing::kReplace);
  EXPECT_THAT(refusal([&] { static_cast<void>(plan_dataset(request)); }),
              HasSubstr("another figure or rate than the first take (/figure/joints/2/upper"));
  EXPECT_FALSE(fs::exists(request.output));
}

TEST(Dataset, NamesAreMadeUniqueAndPlain) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16});
  fs::create_directory(dir.path() / "other");
  const fs::path odd = dir.path() / "other" / "a b.c.take";
  fs::copy(request.takes[0], odd);
  fs::copy(request.takes[0], dir.path() / "other" / "take_0.take");
  request.takes.push_back(odd);
  request.takes.push_back(dir.path() / "other" / "take_0.take");
  const DatasetPlan plan = plan_dataset(request);
  EXPECT_EQ(plan.episodes[1].name, "a_b_c");
  EXPECT_EQ(plan.episodes[2].name, "take_0-2");
}

TEST(Dataset, StopsBetweenEpisodes) {
  const test::TempDir dir;
  const DatasetRequest request = test::request_for(dir.path(), {16, 16});
  const DatasetReport report =
      make_dataset(request, plan_dataset(request), [](const DatasetProgress&) { return false; });
  EXPECT_FALSE(report.complete);
  EXPECT_TRUE(fs::exists(request.output / "take_0" / kShardFile));
  EXPECT_FALSE(fs::exists(request.output / "take_1"));
  EXPECT_FALSE(fs::exists(request.output / kIndexFile));
  EXPECT_THAT(refusal([&] { static_cast<void>(verify_dataset(request.output)); }), HasSubstr("not finished"));
}

TEST(DatasetMerge, HoldsAllEpisodes) {
  const test::TempDir dir;
  const DatasetRequest request = test::request_for(dir.path(), {31, 16});
  test::made(request);
  fs::create_directory(dir.path() / "merged");
  const MergeRequest merge{{request.output}, dir.path() / "merged" / kShardFile};
  const MergeReport report = merge_datasets(merge, merge_shards(merge), [](std::size_t) {});
  EXPECT_EQ(report.episodes, 2U);
  EXPECT_EQ(report.pairs, 45U);
  EXPECT_TRUE(fs::exists(dir.path() / "merged" / kMinariFile));
  const DatasetVerification verified = verify_dataset(merge.output);
  EXPECT_TRUE(verified.pass()) << verified.failures.front().message;
  EXPECT_EQ(verified.pairs, 45U);
  const MergeRequest twice{{request.output, merge.output}, dir.path() / "twice.h5"};
  EXPECT_THAT(refusal([&] { merge_datasets(twice, merge_shards(twice), [](std::size_t) {}); }),
              HasSubstr("two episodes are called take_0"));
  EXPECT_FALSE(fs::exists(dir.path() / "twice.h5"));
}

TEST(DatasetMerge, RefusesWhatDoesNotGoTogether) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {16});
  test::made(request);
  request.output = dir.path() / "other";
  request.form.features.changes = true;
  test::made(request);
  const MergeRequest merge{{dir.path() / "set", dir.path() / "other"}, dir.path() / "all.h5"};
  EXPECT_THAT(refusal([&] { merge_datasets(merge, merge_shards(merge), [](std::size_t) {}); }),
              HasSubstr("features or splits"));
  EXPECT_THAT(refusal([&] {
                static_cast<void>(merge_shards({{dir.path() / "set"}, dir.path() / "all.txt"}));
              }),
              HasSubstr(".h5 or .hdf5"));
  EXPECT_THAT(refusal([&] {
                static_cast<void>(merge_shards({{dir.path()}, dir.path() / "all.h5"}));
              }),
              HasSubstr("not complete"));
}

}  // namespace
}  // namespace sinew
