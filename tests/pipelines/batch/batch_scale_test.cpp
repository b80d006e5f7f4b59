#include <gtest/gtest.h>
#include <sys/resource.h>

#include "pipelines/batch_page.h"
#include "pipelines/batch_summary.h"
#include "pipelines/farm_tasks.h"
#include "pipelines/stopwatch.h"
#include "tests/pipelines/batch/large_batch.h"
#include "tests/pipelines/batch/temporary_folder.h"

namespace sinew {
namespace {

constexpr int kItems = 100'000;

/// Most memory that this process has had (unit: bytes).
double memory_used() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return 1024.0 * static_cast<double>(used.ru_maxrss);
}

TEST(BatchScale, AHundredThousandItems) {
  const TemporaryFolder folder;
  test::write_large_journal(folder / "journal.jsonl", kItems);
  const Stopwatch planning;
  write_manifest(folder.path(), test::large_manifest(kItems));
  const double planned = planning.cpu();
  const Stopwatch looking;
  const BatchState state(folder.path());
  const BatchSummary summary = summarise(state);
  const double looked = looking.cpu();
  EXPECT_EQ(summary.ended[static_cast<std::size_t>(BatchOutcome::kDone)], 99'000U);
  ASSERT_EQ(summary.failures.size(), 1U);
  EXPECT_EQ(summary.failures[0].items.size(), 1000U);
  EXPECT_EQ(summary.metrics[0].count, 99'000U);
  EXPECT_EQ(summary.metrics.back().count, 89'000U);
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
  write_manifest(folder.path(), test::large_manifest(kItems));
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
