#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "libanim/support/files.h"
#include "samples/generator/sample_set.h"
#include "tests/support/test_data.h"

namespace sinew::samples {
namespace {

const std::vector<SampleFile>& files() {
  static const std::vector<SampleFile> made = make_sample_files();
  return made;
}

TEST(SampleFiles, AreTheOnesThatTheGeneratorMakes) {
  const auto folder = test::source_dir() / "samples" / "data";
  for (const SampleFile& file : files()) {
    ASSERT_TRUE(std::filesystem::exists(folder / file.name)) << file.name << ": run make_samples samples/data";
    const Bytes stored = read_file(folder / file.name);
    const auto differ = std::ranges::mismatch(stored, file.bytes);
    EXPECT_TRUE(stored == file.bytes) << file.name << " differs from byte " << differ.in1 - stored.begin()
                                      << " on (stored " << stored.size() << ", made " << file.bytes.size()
                                      << " bytes): run make_samples samples/data and look at what changed";
  }
}

TEST(SampleFiles, NothingElseIsInTheFolder) {
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "samples" / "data")) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(1, std::ranges::count(files(), name, &SampleFile::name)) << name;
  }
}

TEST(SampleFiles, ComeOutTheSameEveryTime) {
  const auto again = make_sample_files();
  ASSERT_EQ(again.size(), files().size());
  for (std::size_t i = 0; i < again.size(); ++i) EXPECT_TRUE(again[i].bytes == files()[i].bytes) << again[i].name;
}

TEST(SampleFiles, AreSmall) {
  for (const SampleFile& file : files()) {
    const bool glb = file.name.ends_with(".glb");
    // Measured: hero.glb 348 kB, trot.bvh 165 kB.
    EXPECT_LT(file.bytes.size(), glb ? 400'000U : 300'000U) << file.name;
  }
}

}  // namespace
}  // namespace sinew::samples
