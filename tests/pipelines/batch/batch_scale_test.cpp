#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "libanim/support/hash.h"
#include "pipelines/batch_page.h"
#include "pipelines/batch_summary.h"
#include "pipelines/farm_tasks.h"
#include "pipelines/stopwatch.h"
#include "tests/pipelines/batch/temporary_folder.h"

namespace sinew {
namespace {

constexpr int kItems = 100'000;

BatchManifest large_manifest() {
  BatchManifest manifest;
  manifest.store = "store";
  manifest.libraries = {"/a/library/of/motions"};
  manifest.characters = {{"/characters/hero.glb", sha256_hex({})}};
  manifest.recipes = {{"draft", {{"draft", {{"--quality", "draft"}, {}}, 2}}}};
  for (int i = 0; i < kItems; ++i) {
    BatchItem item;
    item.name = fmt::format("subject_{:03}/take_{:06}.bvh", i / 1000, i);
    item.sha256 = sha256_hex(as_bytes(item.name));
    item.character = 0;
    item.seconds = 10;
    item.cost = 20;
    item.time = 600;
    item.memory = std::int64_t{1} << 30;
    manifest.items.push_back(std::move(item));
  }
  return manifest;
}

/// Every item was begun and has ended; one in a hundred was refused.
void write_journal(const std::filesystem::path& file) {
  std::ofstream journal(file);
  for (int i = 0; i < kItems; ++i) {
    BatchResult result;
    result.message = "followed 300 of 300 frames; mean distance 21 mm; the refined motion is smoother";
    result.cpu = 20;
    if (i % 100 == 0) {
      result.outcome = BatchOutcome::kRefused;
      result.message = fmt::format("/a/library/of/motions/subject_{:03}/take_{:06}.bvh: line {}: bad", i / 1000, i, i);
    } else {
      result.object = sha256_hex(as_bytes(fmt::format("{}", i)));
      result.bytes = 400'000;
      result.metrics.fill(0.01 + 1e-7 * i);
    }
    journal << sealed(fmt::format(R"({{"event":"start","item":{},"host":"node","pid":1,"at":1}})", i)) << '\n';
    journal << sealed(fmt::format(R"({{"event":"end","item":{},"next":"end","at":1,"result":{}}})", i,
                                  result_json(result)))
            << '\n';
  }
}

/// Most memory that this process has had (unit: bytes).
double memory_used() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return 1024.0 * static_cast<double>(used.ru_maxrss);
}

TEST(BatchScale, AHundredThousandItems) {
  const TemporaryFolder folder;
  write_journal(folder / "journal.jsonl");
  const Stopwatch planning;
  write_manifest(folder.path(), large_manifest());
  const double planned = planning.cpu();
  const Stopwatch looking;
  const BatchState state(folder.path());
  const BatchSummary summary = summarise(state);
  const double looked = looking.cpu();
  EXPECT_EQ(summary.ended[static_cast<std::size_t>(BatchOutcome::kDone)], 99'000U);
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].items.size(), 1000U);
  EXPECT_EQ(summary.metrics[0].count, 99'000U);
  EXPECT_NEAR(summary.metrics[0].worst, 0.01 + 1e-7 * (kItems - 1), 1e-12);
  RecordProperty("plan_ms", static_cast<int>(1000 * planned));
  RecordProperty("status_ms", static_cast<int>(1000 * looked));
  RecordProperty("memory_mb", static_cast<int>(memory_used() / 1e6));
#ifndef SINEW_SANITIZED
  EXPECT_LT(planned, 5);            // 0.32 s measured
  EXPECT_LT(looked, 10);            // 1.5 s
  EXPECT_LT(memory_used(), 500e6);  // 100 MB
#endif
}

TEST(BatchScale, ArraysStayBelowTheLimit) {
  const TemporaryFolder folder;
  write_manifest(folder.path(), large_manifest());
  const BatchState state(folder.path());
  const std::vector<FarmArray> arrays = farm_arrays(state, 1, 1001);
  EXPECT_EQ(arrays.size(), 100U);
  EXPECT_EQ(arrays[0].numbers(), "0-1000");
  EXPECT_EQ(arrays[1].first, 1001U);
  EXPECT_EQ(farm_arrays(state, 100, 1001).size(), 1U);
  const std::vector<FarmArray> holes = farm_arrays(state, 2, 5, {0, 1, 5, 8});
  EXPECT_EQ(holes[0].numbers(), "1-4");
  EXPECT_EQ(holes[0].tasks[0].first, 2U);
}

}  // namespace
}  // namespace sinew
