#include <gtest/gtest.h>

#include <csignal>

#include "libanim/support/error.h"
#include "pipelines/batch_outcome.h"
#include "pipelines/batch_state.h"

namespace sinew {
namespace {

constexpr const char* kDone = R"({"data": {"sentence": "followed", "frames": 9, "seconds": 0.3,
  "certificate": {"metrics": [{"name": "success", "value": 0.25}, {"name": "other", "value": 1}]}}})";

BatchOutcome outcome(int code, const char* envelope, BatchStop stop = BatchStop::kNone) {
  return judge({0, code, 1, 2}, stop, envelope).outcome;
}
BatchOutcome outcome_of_signal(int number, BatchStop stop = BatchStop::kNone) {
  return judge({number, 0, 1, 2}, stop, "").outcome;
}

TEST(BatchOutcome, ByExitCode) {
  EXPECT_EQ(outcome(0, kDone), BatchOutcome::kDone);
  EXPECT_EQ(outcome(1, kDone), BatchOutcome::kBelow);
  EXPECT_EQ(outcome(2, "{}"), BatchOutcome::kRefused);
  EXPECT_EQ(outcome(3, R"({"error": {"file": "a", "message": "bad"}})"), BatchOutcome::kRefused);
  EXPECT_EQ(outcome(3, R"({"error": {"message": "needs more memory than there is"}})"), BatchOutcome::kMemory);
  EXPECT_EQ(outcome(4, "{}"), BatchOutcome::kIo);
  EXPECT_EQ(outcome(5, "{}"), BatchOutcome::kBudget);
  EXPECT_EQ(outcome(6, "{}"), BatchOutcome::kCrash);
  EXPECT_EQ(outcome(127, ""), BatchOutcome::kIo);
  EXPECT_EQ(outcome(128 + SIGTERM, "{}"), BatchOutcome::kKilled);
  EXPECT_EQ(outcome(128 + SIGTERM, "{}", BatchStop::kTold), BatchOutcome::kStopped);
  EXPECT_EQ(outcome(128 + SIGTERM, "{}", BatchStop::kTime), BatchOutcome::kTime);
  // Finished although it was told to stop.
  EXPECT_EQ(outcome(0, kDone, BatchStop::kTold), BatchOutcome::kDone);
}

TEST(BatchOutcome, NothingIsDoneThatDoesNotSaySo) {
  EXPECT_EQ(outcome(0, ""), BatchOutcome::kIo);
  EXPECT_EQ(outcome(0, "{\"data\": {\"certi"), BatchOutcome::kIo);
  EXPECT_EQ(outcome(0, R"({"data": {"certificate": 3}})"), BatchOutcome::kCrash);
}

TEST(BatchOutcome, BySignal) {
  EXPECT_EQ(outcome_of_signal(SIGSEGV), BatchOutcome::kCrash);
  EXPECT_EQ(outcome_of_signal(SIGABRT), BatchOutcome::kCrash);
  EXPECT_EQ(outcome_of_signal(SIGKILL), BatchOutcome::kKilled);
  EXPECT_EQ(outcome_of_signal(SIGKILL, BatchStop::kTime), BatchOutcome::kTime);
  EXPECT_EQ(outcome_of_signal(SIGKILL, BatchStop::kTold), BatchOutcome::kStopped);
  EXPECT_EQ(outcome_of_signal(SIGXCPU), BatchOutcome::kTime);
}

TEST(BatchOutcome, TakesMetricsAndMessages) {
  const BatchResult result = judge({0, 0, 1.5, 2}, BatchStop::kNone, kDone);
  EXPECT_EQ(result.message, "followed");
  EXPECT_EQ(result.frames, 9);
  EXPECT_EQ(result.metrics[0], 0.25);
  EXPECT_EQ(result.cpu, 1.5);
  const BatchResult refused =
      judge({0, 3, 0, 0}, BatchStop::kNone, R"({"error": {"file": "a.bvh", "place": "line 3", "message": "bad"}})");
  EXPECT_EQ(refused.message, "a.bvh: line 3: bad");
}

TEST(BatchPolicy, RetriesByCause) {
  BatchItemState state;
  EXPECT_EQ(next_after(BatchOutcome::kRefused, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kChanged, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kCrash, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kTime, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kMemory, state, 3), BatchNext::kMoreMemory);
  EXPECT_EQ(next_after(BatchOutcome::kBelow, state, 3), BatchNext::kNextRung);
  EXPECT_EQ(next_after(BatchOutcome::kKilled, state, 3), BatchNext::kAgain);
  state.enlarged = true;
  state.rung = 2;
  state.kills = 2;
  EXPECT_EQ(next_after(BatchOutcome::kMemory, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kBelow, state, 3), BatchNext::kEnd);
  EXPECT_EQ(next_after(BatchOutcome::kKilled, state, 3), BatchNext::kEnd);
}

TEST(BatchPolicy, AccidentsAreTakenUpByTheNextRun) {
  for (const BatchOutcome accident : {BatchOutcome::kKilled, BatchOutcome::kIo, BatchOutcome::kStopped}) {
    EXPECT_FALSE(is_final(accident));
  }
  for (const BatchOutcome final : {BatchOutcome::kDone, BatchOutcome::kBelow, BatchOutcome::kRefused,
                                   BatchOutcome::kBudget, BatchOutcome::kTime, BatchOutcome::kMemory}) {
    EXPECT_TRUE(is_final(final));
  }
}

TEST(BatchPolicy, OutcomesHaveNames) {
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    EXPECT_EQ(outcome_from_name(kBatchOutcomes[o]), static_cast<BatchOutcome>(o));
  }
  EXPECT_THROW((void)outcome_from_name("bored"), Error);
}

}  // namespace
}  // namespace sinew
