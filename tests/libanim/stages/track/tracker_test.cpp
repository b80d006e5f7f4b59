#include "libanim/stages/track/tracker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/stages/track/track.h"
#include "libanim/support/error.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

TrackOptions few_samples() {
  TrackOptions options;
  options.samples = 16;
  options.window = 4;
  options.iterations = 4;
  return options;
}

/// The stored controls, played again from the stored start, give the stored records.
void expect_replayed(const Take& take) {
  World world(take.figure, take.scene, take.simulation);
  StateRecord record = take.start;
  for (std::size_t i = 0; i < take.steps.size(); ++i) {
    record = world.step(record, take.steps[i].control);
    ASSERT_EQ(record, take.steps[i].record) << "step " << i;
  }
}

/// From this frame on the reference is 5 m away.
Take teleporting_take(int frames, int from) {
  Take take = test::standing_take(frames);
  for (int f = from; f < frames; ++f) take.reference.frame_translations(f)[0].x() += 5;
  return take;
}

TEST(Tracker, StandingIsFollowed) {
  const Take take = test::standing_take(31);
  const TrackResult result = track(take, few_samples(), 1);
  EXPECT_EQ(result.report.end, TrackEnd::kComplete);
  ASSERT_EQ(result.take.steps.size(), 30U);
  EXPECT_LT(result.report.mean_distance, 0.004);  // measured 0.0013; 0.0169 with legs that do not agree
  EXPECT_EQ(result.report.restarts, 0);
  expect_replayed(result.take);
  result.take.validate();
}

TEST(Tracker, TheLatestTrajectoryReachesBeyondWhatIsSettled) {
  const Take take = test::standing_take(31);
  const TrackProblem problem(take, few_samples());
  WorldPool pool(take.figure, take.scene, take.simulation, 1);
  Tracker tracker(problem, pool);
  EXPECT_TRUE(tracker.latest_actions().empty());
  for (int i = 0; i < 6; ++i) tracker.iterate();
  const auto actions = tracker.latest_actions();
  EXPECT_EQ(actions.size(), tracker.state().best_end);
  EXPECT_GT(actions.size(), tracker.best_actions().size());
  while (!tracker.done()) tracker.iterate();
  EXPECT_EQ(tracker.latest_actions().size(), problem.segments());
}

TEST(Tracker, HardMomentsGetMoreSamples) {
  const Take take = test::standing_take(31);
  TrackOptions options = few_samples();
  options.far_effort = 3;
  options.far = 1;
  for (const TrackIteration& i : track(take, options, 1).report.history) EXPECT_EQ(i.samples, 16);
  options.far = 0;
  const std::vector<TrackIteration> history = track(take, options, 1).report.history;
  ASSERT_GT(history.size(), 2U);
  EXPECT_EQ(history[0].samples, 16) << "nobody knows yet";
  for (std::size_t i = 1; i < history.size(); ++i) EXPECT_EQ(history[i].samples, 48) << i;
}

TEST(Tracker, TheReportIsThatOfTheTake) {
  const Take take = test::standing_take(16);
  const TrackResult result = track(take, few_samples(), 1);
  ASSERT_EQ(result.report.end, TrackEnd::kComplete);
  double cost = 0;
  for (const TakeStep& step : result.take.steps) cost += step.cost;
  EXPECT_NEAR(result.report.mean_cost, cost / 15, 1e-12);
  // The search's own sum, kept along the control tree, is the cost of what is played in the end.
  const ControlTree& tree = result.state.tree;
  double least = 1e300;
  for (const int leaf : tree.leaves) least = std::min(least, tree.nodes[static_cast<std::size_t>(leaf)].cost);
  EXPECT_NEAR(least, cost, 1e-9 * cost);
  std::int64_t steps = 0;
  for (const TrackIteration& i : result.report.history) {
    // Nothing is lost here: every sample of every window is simulated, in segments of three frames.
    steps += static_cast<std::int64_t>(i.samples) * 3 * (i.end - i.start);
    EXPECT_LE(i.end - i.start, 4);
  }
  EXPECT_EQ(result.report.steps, steps);
}

TEST(Tracker, AClipThatDoesNotFillItsLastSegmentIsFollowedToTheEnd) {
  const TrackResult result = track(test::standing_take(9), few_samples(), 1);
  EXPECT_EQ(result.report.end, TrackEnd::kComplete);
  EXPECT_EQ(result.take.steps.size(), 8U);
  expect_replayed(result.take);
}

TEST(Tracker, OneFrameIsDoneAtOnce) {
  const TrackResult result = track(test::standing_take(1), few_samples(), 1);
  EXPECT_EQ(result.report.end, TrackEnd::kComplete);
  EXPECT_TRUE(result.take.steps.empty());
  EXPECT_EQ(result.take.start.bodies.size(), result.take.figure.bodies.size());
}

TEST(Tracker, AsThePaperHasIt) {
  const Take take = test::standing_take(11);
  const TrackResult result = track(take, paper_options(4, 32, 0.5), 1);
  int most = 0;
  for (const TrackIteration& i : result.report.history) most = std::max(most, i.clusters);
  for (const auto& clusters : result.state.distribution.segments) EXPECT_LE(clusters.size(), 4U);
  EXPECT_LE(most, 4);
  EXPECT_GT(most, 1);  // measured 4
  EXPECT_EQ(result.report.end, TrackEnd::kComplete);
  EXPECT_EQ(result.take.steps.size(), 10U);
  expect_replayed(result.take);
}

TEST(Tracker, AnImpossibleReferenceIsLostAndTheFramesBeforeItKept) {
  const Take take = teleporting_take(31, 20);
  TrackOptions options = few_samples();
  options.patience = 6;
  const TrackResult result = track(take, options, 1);
  EXPECT_EQ(result.report.end, TrackEnd::kLost);
  EXPECT_TRUE(result.state.lost);
  EXPECT_EQ(result.report.restarts, options.restarts);
  // The window of 12 frames has to be in control as a whole before its first segment is settled: measured 9.
  EXPECT_GE(result.take.steps.size(), 6U);
  EXPECT_LT(result.take.steps.size(), 20U);
  EXPECT_LT(result.report.mean_distance, 0.04);  // measured 0.011 to 0.022 for five seeds; lost is 0.5
  EXPECT_NE(result.report.sentence.find("lost after"), std::string::npos);
  expect_replayed(result.take);
}

// From the segment on to which the search went back, and until the window is past the place where control was lost.
TEST(Tracker, LegsNeedNotAgreeWhereControlWasLost) {
  const Take take = teleporting_take(61, 30);
  TrackOptions options = few_samples();
  options.patience = 6;
  options.restarts = 1;
  const TrackResult result = track(take, options, 1);
  const std::vector<int>& apart = result.state.apart;
  ASSERT_EQ(static_cast<int>(apart.size()), TrackProblem(take, options).segments());
  const auto first = std::ranges::find(apart, 1);
  const auto last = std::ranges::find(apart.rbegin(), apart.rend(), 1).base();
  EXPECT_GT(first, apart.begin());
  EXPECT_LT(first, last);
  EXPECT_LT(last, apart.end());
  EXPECT_EQ(std::count(first, last, 1), last - first);
  EXPECT_EQ(last - apart.begin(), result.state.calm_from);
  expect_replayed(result.take);

  options.restarts = 0;
  EXPECT_EQ(std::ranges::count(track(take, options, 1).state.apart, 1), 0);
}

TEST(Tracker, WhatDoesNotGetAheadGoesBackWithoutWaitingForPatience) {
  const Take take = teleporting_take(31, 20);
  TrackOptions options = few_samples();
  options.patience = 60;
  const auto iterations = [&](int standstill) {
    options.standstill = standstill;
    const TrackResult result = track(take, options, 1);
    EXPECT_EQ(result.report.end, TrackEnd::kLost);
    EXPECT_EQ(result.report.restarts, options.restarts);
    return result.report.history.size();
  };
  const std::size_t waiting = iterations(60);
  EXPECT_LT(2 * iterations(8), waiting);
}

TEST(Tracker, LostFromTheFirstFrameOn) {
  const TrackResult result = track(teleporting_take(10, 1), few_samples(), 1);
  EXPECT_EQ(result.report.end, TrackEnd::kLost);
  EXPECT_TRUE(result.take.steps.empty());
}

TEST(Tracker, ManyRestartsDoNotOverflowTheEffort) {
  TrackOptions options = few_samples();
  options.samples = 4;
  options.restarts = 70;
  const TrackResult result = track(teleporting_take(4, 1), options, 1);
  EXPECT_EQ(result.report.end, TrackEnd::kLost);
  EXPECT_EQ(result.report.restarts, 70);
  for (std::size_t i = 2; i < result.report.history.size(); ++i) {
    EXPECT_EQ(result.report.history[i].samples, 4 * options.most_effort);
  }
}

TEST(Tracker, StopsWhenTheWatcherSaysSo) {
  int calls = 0;
  const TrackWatcher third = [&](const TrackProblem&, const TrackState& state) {
    EXPECT_EQ(state.iteration, calls + 1);
    return ++calls < 3;
  };
  const TrackResult result = track(test::standing_take(31), few_samples(), 1, third);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(result.report.end, TrackEnd::kStopped);
  EXPECT_EQ(result.report.history.size(), 3U);
  EXPECT_FALSE(result.state.lost);
}

TEST(TrackOptions, AreChecked) {
  const Take take = test::standing_take(4);
  const auto refused = [&](auto change) {
    TrackOptions options = few_samples();
    change(options);
    EXPECT_THROW(static_cast<void>(track(take, options, 1)), Error);
  };
  refused([](TrackOptions& o) { o.samples = 3; });
  refused([](TrackOptions& o) { o.elites = 0; });
  refused([](TrackOptions& o) { o.survival = NAN; });
  refused([](TrackOptions& o) { o.knot_frames = 0; });
  refused([](TrackOptions& o) { o.patience = o.iterations - 1; });
  refused([](TrackOptions& o) { o.standstill = 0; });
  refused([](TrackOptions& o) { o.clusters = 101; });
  refused([](TrackOptions& o) { o.lost_distance = 0; });
  refused([](TrackOptions& o) { o.sigma_legs = 0; });
}

}  // namespace
}  // namespace sinew
