#include "exporters/training/training_seal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "exporters/training/training_file.h"
#include "libanim/support/files.h"
#include "tests/exporters/training/small_episodes.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

Bytes sealed_bytes() {
  const test::TempDir dir;
  TrainingWriter writer(dir.path() / "a.h5", 1);
  writer.add(test::small_episode("one", 0), test::small_blocks());
  writer.finish({"{}", "{}"}, Existing::kRefuse);
  return read_file(dir.path() / "a.h5");
}

SealReport report_of(const Bytes& bytes) {
  const test::TempDir dir;
  std::ofstream(dir.path() / "a.h5", std::ios::binary) << as_text(bytes);
  return check_seal(dir.path() / "a.h5");
}

TEST(TrainingSeal, AnHonestFile) {
  const SealReport report = report_of(sealed_bytes());
  EXPECT_TRUE(report.sealed && report.intact);
  EXPECT_THAT(report.damaged, testing::IsEmpty());
}

TEST(TrainingSeal, EveryFlippedBitIsFound) {
  const Bytes honest = sealed_bytes();
  for (std::size_t at = 0; at < honest.size(); at += 61) {
    Bytes flipped = honest;
    flipped[at] ^= std::byte{static_cast<unsigned char>(1U << (at % 8))};
    EXPECT_FALSE(report_of(flipped).intact) << "byte " << at;
  }
}

TEST(TrainingSeal, DamageIsNamedByArray) {
  const Bytes honest = sealed_bytes();
  const Bytes wanted = test::small_episode("one", 0).array("states").bytes;
  const auto found = std::ranges::search(honest, wanted);
  ASSERT_FALSE(found.empty());
  Bytes flipped = honest;
  flipped[static_cast<std::size_t>(found.begin() - honest.begin()) + 20] ^= std::byte{1};
  EXPECT_THAT(report_of(flipped).damaged, testing::ElementsAre("data/demo_0/states"));
}

TEST(TrainingSeal, CutFilesAndOthers) {
  Bytes cut = sealed_bytes();
  cut.resize(cut.size() - 1);
  EXPECT_FALSE(report_of(cut).intact);
  cut.resize(40);
  EXPECT_FALSE(report_of(cut).sealed);
  EXPECT_FALSE(report_of({}).sealed);
}

}  // namespace
}  // namespace sinew
