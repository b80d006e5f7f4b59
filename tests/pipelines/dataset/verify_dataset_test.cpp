#include "pipelines/verify_dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "libanim/support/error.h"
#include "pipelines/dataset_arrays.h"
#include "pipelines/dataset_json.h"
#include "tests/pipelines/dataset/small_datasets.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A file of one episode that a forger changed, with a fresh seal and a description that is true of the change.
DatasetVerification verified_forgery(
    const std::function<void(TrainingEpisode&)>& change, const std::function<void(Take&)>& prepare = [](Take&) {}) {
  const test::TempDir dir;
  Take take = test::small_take();
  prepare(take);
  DatasetForm form;
  form.version = "0.0.0";
  const Episode episode = test::episode_with_splines(take, "wave");
  TrainingEpisode arrays = training_episode(episode, form);
  change(arrays);
  DatasetSummary summary(form);
  summary.add(episode.setting, arrays);
  TrainingWriter writer(dir.path() / "a.h5", 1);
  writer.add(arrays, observation_blocks(take.figure, form.features));
  writer.finish({summary.description(), summary.environment()}, Existing::kRefuse);
  return verify_dataset(dir.path() / "a.h5");
}

/// Adds to one number of an array.
template <typename T>
std::function<void(TrainingEpisode&)> adding(const std::string& name, std::size_t row, std::size_t column, T amount) {
  return [=](TrainingEpisode& episode) {
    TrainingArray& array = episode.arrays.at(name);
    const std::size_t at = row * array.row_bytes() + column * sizeof(T);
    T value{};
    std::memcpy(&value, array.bytes.data() + at, sizeof value);
    value += amount;
    std::memcpy(array.bytes.data() + at, &value, sizeof value);
  };
}

std::string first_failure(const DatasetVerification& report) {
  return report.pass() ? "pass" : report.failures.front().metric + ": " + report.failures.front().message;
}

TEST(VerifyDataset, AnHonestFile) {
  const DatasetVerification report = verified_forgery([](TrainingEpisode&) {});
  EXPECT_EQ(first_failure(report), "pass");
  EXPECT_EQ(report.pairs, 30U);
  EXPECT_EQ(report.replay, ReplayKind::kBitwise);
}

TEST(VerifyDataset, AnotherFingerprintIsReplayedWithinTolerance) {
  const auto foreign = [](Take& take) { take.provenance.fingerprint = "another machine"; };
  const DatasetVerification honest = verified_forgery([](TrainingEpisode&) {}, foreign);
  EXPECT_EQ(first_failure(honest), "pass");
  EXPECT_EQ(honest.replay, ReplayKind::kStepwise);
  EXPECT_EQ(first_failure(verified_forgery(adding("observations", 7, 2, 1e-7F), foreign)), "pass");
  EXPECT_THAT(first_failure(verified_forgery(adding("observations", 7, 2, 1e-3F), foreign)), HasSubstr("in row 7"));
  EXPECT_THAT(first_failure(verified_forgery(adding("controls", 7, 3, 0.5), foreign)), HasSubstr("pair 7"));
}

TEST(VerifyDataset, ForgeriesAreNamed) {
  const auto failure = [](const auto& change) { return first_failure(verified_forgery(change)); };
  EXPECT_THAT(failure(adding("controls", 7, 3, 1e-9)),
              HasSubstr("replay: a.h5: episode wave: 1 of 30 pairs do not replay, the first is pair 7"));
  EXPECT_THAT(failure(adding("states", 9, 20, 1e-9)), HasSubstr("the first is pair 9"));
  EXPECT_THAT(failure(adding("next_states", 11, 20, 1e-15)), HasSubstr("the first is pair 11"));
  EXPECT_THAT(failure(adding("observations", 4, 0, 1e-3F)), HasSubstr("arrays: a.h5: episode wave: observations"));
  EXPECT_THAT(failure(adding("actions", 4, 0, 1e-3F)), HasSubstr("actions does not follow"));
  EXPECT_THAT(failure(adding("spline_actions", 4, 0, 1e-3F)), HasSubstr("spline_actions does not follow"));
  EXPECT_THAT(failure(adding("contact_forces", 2, 1, 5.0F)), HasSubstr("contact_forces does not follow"));
  EXPECT_THAT(failure(adding("reference", 2, 1, 0.5F)), HasSubstr("reference does not follow"));
  EXPECT_THAT(failure(adding("frames", 3, 0, std::int32_t{5})), HasSubstr("pair 3: expected"));
  EXPECT_THAT(failure([](TrainingEpisode& e) { e.split = "test"; }), HasSubstr("expected in split"));
  EXPECT_THAT(failure([](TrainingEpisode& e) { e.arrays["extra"] = e.arrays.at("rewards"); }),
              HasSubstr("unknown array extra"));
  EXPECT_THAT(failure([](TrainingEpisode& e) { e.arrays.erase("frames"); }), HasSubstr("'frames'"));
  EXPECT_THAT(failure(adding("states", 0, 1, std::nan(""))), testing::Not(HasSubstr("pass")));
}

TEST(VerifyDataset, AFolderAndItsFlippedBits) {
  const test::TempDir dir;
  const DatasetRequest request = test::request_for(dir.path(), {16, 20});
  const DatasetReport made = test::made(request);
  const DatasetVerification honest = verify_dataset(request.output);
  EXPECT_EQ(first_failure(honest), "pass");
  EXPECT_EQ(honest.pairs, 34U);
  for (const DatasetFile& file : made.files) {
    const fs::path path = request.output / file.file;
    const Bytes bytes = read_file(path);
    for (const std::size_t at : {bytes.size() / 3, bytes.size() - 100}) {
      Bytes flipped = bytes;
      flipped[at] ^= std::byte{1};
      std::ofstream(path, std::ios::binary) << as_text(flipped);
      try {
        EXPECT_FALSE(verify_dataset(request.output).pass()) << file.file << " byte " << at;
      } catch (const Error& error) {
        // The index itself may be no JSON any more.
        EXPECT_EQ(file.file, kIndexFile) << error.what();
      }
    }
    std::ofstream(path, std::ios::binary) << as_text(bytes);
  }
  EXPECT_TRUE(verify_dataset(request.output).pass());
}

TEST(VerifyDataset, MissingAndStrayFiles) {
  const test::TempDir dir;
  const DatasetRequest request = test::request_for(dir.path(), {16, 20});
  test::made(request);
  std::ofstream(request.output / "stray.txt") << "x";
  const DatasetVerification stray = verify_dataset(request.output);
  EXPECT_TRUE(stray.pass());
  EXPECT_THAT(stray.notes, testing::ElementsAre("stray.txt does not belong to the set"));
  fs::remove(request.output / "take_1" / kNpzFile);
  EXPECT_THAT(first_failure(verify_dataset(request.output)), HasSubstr("hash: take_1/pairs.npz: cannot open"));
}

TEST(VerifyDataset, FilesOfOthersAreRefused) {
  const test::TempDir dir;
  std::ofstream(dir.path() / "text.h5") << "\x89HDF\r\n\x1a\n and more";
  EXPECT_TRUE(may_be_dataset(dir.path() / "text.h5"));
  EXPECT_THROW(static_cast<void>(verify_dataset(dir.path() / "text.h5")), Error);
  EXPECT_THROW(static_cast<void>(verify_dataset(dir.path())), Error);
}

TEST(DatasetIndex, PathsStayInTheFolder) {
  for (const char* path : {"../a", "/etc/passwd", "a/../../b", ""}) {
    EXPECT_THROW(static_cast<void>(parse_index(index_json("{}", {{path, 1, "00"}}))), Error) << path;
  }
  EXPECT_EQ(parse_index(index_json("{}", {{"a/b", 1, "00"}})).files.size(), 1U);
  std::string deep(100000, '[');
  EXPECT_THROW(static_cast<void>(parse_index(deep)), Error);
}

}  // namespace
}  // namespace sinew
