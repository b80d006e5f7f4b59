#include "pipelines/dataset_search.h"

#include <gtest/gtest.h>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "pipelines/configuration.h"
#include "pipelines/verify_dataset.h"
#include "tests/pipelines/dataset/small_datasets.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

DatasetSearch quick() {
  DatasetSearch search;
  search.smc.sampler.samples = 16;
  search.smc.points = 3;
  search.smc.horizon = 0.3;
  search.threads = 1;
  return search;
}

Take take_of(int frames) {
  test::SmallTakeOptions options;
  options.frames = frames;
  return test::small_take(options);
}

void expect_replayed(const Take& take, const Episode& episode) {
  World world(take.figure, take.scene, take.simulation);
  for (const TrainingPair& pair : episode.pairs) {
    StepReport report;
    ASSERT_EQ(world.step(pair.state, pair.control, &report), pair.next) << "frame " << pair.frame;
    ASSERT_EQ(report.substeps.size(), pair.report.substeps.size());
  }
}

void expect_same(const Episode& a, const Episode& b) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    ASSERT_EQ(a.pairs[i].state, b.pairs[i].state) << i;
    ASSERT_EQ(a.pairs[i].control, b.pairs[i].control) << i;
    ASSERT_EQ(a.pairs[i].next, b.pairs[i].next) << i;
    ASSERT_EQ(a.pairs[i].spline, b.pairs[i].spline) << i;
    ASSERT_EQ(a.pairs[i].reward, b.pairs[i].reward) << i;
  }
}

/// How fast the two sides of a joint come apart, for every joint.
std::vector<Vec3> parting(const Figure& figure, const StateRecord& record) {
  std::vector<Vec3> speeds;
  speeds.reserve(figure.joints.size());
  const auto speed = [&](int b, const Vec3& anchor) -> Vec3 {
    const BodyState& body = record.bodies[to_size(b)];
    return body.linear() + body.angular().cross(body.pose().rotation * anchor);
  };
  for (const FigureJoint& joint : figure.joints) {
    speeds.emplace_back(speed(joint.child, joint.child_anchor) - speed(joint.parent, joint.parent_anchor));
  }
  return speeds;
}

TEST(DatasetSearch, TheFirstRepetitionStartsAsTheTakeDoes) {
  const Take take = take_of(16);
  Episode episode = searched_episodes(quick())(take, 0);
  ASSERT_EQ(episode.pairs.size(), 15U);
  EXPECT_EQ(episode.pairs.front().state, take.start);
  EXPECT_EQ(episode.pairs.front().frame, 0);
  EXPECT_EQ(episode.end, EpisodeEnd::kTruncated);
  EXPECT_EQ(episode.splines.points, 3);
  EXPECT_NE(episode.setting.provenance.seed, take.provenance.seed);
  expect_replayed(take, episode);
  episode.name = "wave";
  episode.validate();
}

TEST(DatasetSearch, OthersArePushedInTheFirstHalf) {
  const Take take = take_of(31);
  const EpisodeSource source = searched_episodes(quick());
  std::vector<int> frames;
  for (int repeat = 1; repeat <= 4; ++repeat) {
    Episode episode = source(take, repeat);
    ASSERT_FALSE(episode.pairs.empty());
    const TrainingPair& first = episode.pairs.front();
    frames.push_back(first.frame);
    ASSERT_LT(first.frame, 15);
    const StateRecord& unpushed = take.record(first.frame);
    EXPECT_EQ(first.state.step, unpushed.step);
    double change = 0;
    for (std::size_t b = 0; b < unpushed.bodies.size(); ++b) {
      EXPECT_EQ(first.state.bodies[b].position, unpushed.bodies[b].position);
      EXPECT_EQ(first.state.bodies[b].rotation, unpushed.bodies[b].rotation);
      change += (first.state.bodies[b].linear() - unpushed.bodies[b].linear()).norm() / 13;
    }
    EXPECT_GT(change, 0.1);  // measured 0.29 to 0.59 m/s
    const std::vector<Vec3> before = parting(take.figure, unpushed);
    const std::vector<Vec3> after = parting(take.figure, first.state);
    // The two sides of a joint are apart by micrometres already, and turn about each other by that.
    const double turn = (first.state.bodies[0].angular() - unpushed.bodies[0].angular()).norm();
    const double allowed = turn * anchor_gap(take.figure, unpushed) + 1e-12;
    ASSERT_LT(allowed, 1e-4);  // measured up to 9.5e-6 m/s
    for (std::size_t j = 0; j < before.size(); ++j) EXPECT_LE((after[j] - before[j]).norm(), allowed) << j;
    expect_replayed(take, episode);
    episode.name = "wave";
    episode.validate();
  }
  EXPECT_GT(std::ranges::max(frames), std::ranges::min(frames)) << "each starts elsewhere";
}

TEST(DatasetSearch, ThePushIsWhatItsDeviationsSay) {
  const Take take = take_of(16);
  DatasetSearch search = quick();
  search.push_speed = search.push_spin = 0;
  const Episode still = searched_episodes(search)(take, 2);
  ASSERT_FALSE(still.pairs.empty());
  const StateRecord& unpushed = take.record(still.pairs.front().frame);
  EXPECT_EQ(still.pairs.front().state, unpushed);
  // A velocity alone is the same for all bodies; a spin alone leaves the centre of mass.
  search.push_speed = 0.5;
  const StateRecord pushed = searched_episodes(search)(take, 2).pairs.front().state;
  const Vec3 velocity = pushed.bodies[0].linear() - unpushed.bodies[0].linear();
  EXPECT_GT(velocity.norm(), 0.1);
  for (std::size_t b = 0; b < pushed.bodies.size(); ++b) {
    EXPECT_LT((pushed.bodies[b].linear() - unpushed.bodies[b].linear() - velocity).norm(), 1e-15);
    EXPECT_EQ(pushed.bodies[b].spin, unpushed.bodies[b].spin);
  }
  search.push_speed = 0;
  search.push_spin = 0.5;
  const StateRecord spun = searched_episodes(search)(take, 2).pairs.front().state;
  EXPECT_GT((spun.bodies[0].angular() - unpushed.bodies[0].angular()).norm(), 0.1);
  EXPECT_LT((linear_momentum(take.figure, spun) - linear_momentum(take.figure, unpushed)).norm(), 1e-12);
}

TEST(DatasetSearch, DependsOnSeedAndRepetitionAlone) {
  const Take take = take_of(12);
  const Episode one = searched_episodes(quick())(take, 1);
  const EpisodeSource source = searched_episodes(quick());
  const Episode two = source(take, 2);
  expect_same(source(take, 1), one);
  EXPECT_NE(two.pairs.back().next, one.pairs.back().next);
  DatasetSearch threads = quick();
  threads.threads = 3;
  expect_same(searched_episodes(threads)(take, 1), one);
  DatasetSearch other = quick();
  other.smc.seed = 2;
  EXPECT_NE(searched_episodes(other)(take, 1).pairs.front().state, one.pairs.front().state);
}

TEST(DatasetSearch, StoppedThereIsNoEpisode) {
  const Take take = take_of(12);
  int asked = 0;
  const Episode episode = searched_episodes(quick(), [&] { return ++asked < 3; })(take, 1);
  EXPECT_TRUE(episode.pairs.empty());
  EXPECT_EQ(asked, 3);
}

TEST(DatasetSearch, WhatLosesControlIsTriedAgainAndKeptAsFarAsItGot) {
  Take take = take_of(16);
  for (int f = 10; f < 16; ++f) take.reference.frame_translations(f)[0].x() += 5;
  int starts = 0;
  const auto counting = [&] {
    ++starts;
    return true;
  };
  Episode episode = searched_episodes(quick(), counting)(take, 0);
  EXPECT_EQ(episode.end, EpisodeEnd::kTerminated);
  EXPECT_EQ(episode.pairs.size(), 10U);
  EXPECT_EQ(starts, 3 * 10);
  expect_replayed(take, episode);
}

TEST(DatasetSearch, WhatItCannotFollowIsRefused) {
  Take incomplete = take_of(12);
  incomplete.steps.pop_back();
  EXPECT_THROW(static_cast<void>(searched_episodes(quick())(incomplete, 0)), Error);
  const auto refused = [](auto change) {
    DatasetSearch search = quick();
    change(search);
    EXPECT_THROW(static_cast<void>(searched_episodes(search)), Error);
  };
  refused([](DatasetSearch& s) { s.smc.base = SplineBase::kTake; });
  refused([](DatasetSearch& s) { s.push_speed = -1; });
  refused([](DatasetSearch& s) { s.push_spin = std::nan(""); });
  refused([](DatasetSearch& s) { s.smc.points = 0; });
}

TEST(DatasetSearch, KeysReachTheirFields) {
  Config config = default_config();
  EXPECT_EQ(dataset_search(config).push_speed, DatasetSearch().push_speed);
  EXPECT_EQ(dataset_search(config).push_spin, DatasetSearch().push_spin);
  EXPECT_EQ(dataset_search(config).smc.base, SplineBase::kNone);
  EXPECT_EQ(dataset_search(config).smc.guide, SplineGuide::kTake);
  EXPECT_EQ(dataset_search(config).smc.sampler.greedy_sigma, DatasetSearch().smc.sampler.greedy_sigma);
  config.set("dataset.push_speed=0.75");
  config.set("dataset.push_spin=0.25");
  config.set("dataset.search.samples=44");
  const DatasetSearch search = dataset_search(config);
  EXPECT_EQ(search.push_speed, 0.75);
  EXPECT_EQ(search.push_spin, 0.25);
  EXPECT_EQ(search.smc.sampler.samples, 44);
  config.set("dataset.search.base=take");
  EXPECT_THROW(static_cast<void>(dataset_search(config)), Error);
}

TEST(DatasetSearch, ASetOfItVerifies) {
  const test::TempDir dir;
  DatasetRequest request = test::request_for(dir.path(), {12});
  request.source = searched_episodes(quick());
  request.repeats = 3;
  const DatasetReport report = test::made(request);
  EXPECT_TRUE(report.complete);
  EXPECT_GT(report.pairs, 11U);
  const DatasetVerification verified = verify_dataset(request.output);
  EXPECT_TRUE(verified.pass()) << (verified.failures.empty() ? "" : verified.failures.front().message);
  EXPECT_EQ(verified.pairs, report.pairs);
  EXPECT_EQ(verified.replay, ReplayKind::kBitwise);
}

}  // namespace
}  // namespace sinew
