#include "libanim/stages/refine/smc_tracker.h"

#include <gtest/gtest.h>

#include "libanim/stages/refine/smc_track.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/refine/waving.h"

namespace sinew {
namespace {

using Eigen::VectorXd;

SmcOptions few_samples() {
  SmcOptions options = test::thesis_options();
  options.sampler.samples = 40;
  options.points = 4;
  options.horizon = 0.4;
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
  Take take = test::waving_take(frames);
  for (int f = from; f < frames; ++f) take.reference.frame_translations(f)[0].x() += 5;
  return take;
}

TEST(SmcTrack, AWavingFigureIsFollowed) {
  const Take take = test::waving_take(31);
  const SmcResult result = smc_track(take, few_samples(), 1);
  EXPECT_EQ(result.report.end, SmcEnd::kComplete);
  ASSERT_EQ(result.take.steps.size(), 30U);
  EXPECT_LT(result.report.mean_distance, 0.002);  // measured 0.00021
  EXPECT_NE(result.report.sentence.find("followed 30 of 30 frames"), std::string::npos) << result.report.sentence;
  expect_replayed(result.take);
  result.take.validate();
  // Elbows bend up to a radian: a figure that only stood would be that far off in the middle.
  const ReferenceMotion motion = reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, 6);
  const std::size_t elbow = to_size(test::body_of(take.figure, Part::kForearm, Side::kLeft)) - 1;
  const Quat bent = joint_rotations(take.figure, result.take.record(15))[elbow];
  EXPECT_LT(angle_between(bent, motion.frames[15].joints[elbow]), 0.05);  // measured 0.0094
}

TEST(SmcTrack, PairsAreTheStepsOfTheTake) {
  const SmcResult result = smc_track(test::waving_take(8), few_samples(), 1);
  ASSERT_EQ(result.pairs.size(), result.take.steps.size());
  const PlanLayout layout(result.take.figure, few_samples());
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const SmcPair& pair = result.pairs[i];
    const TakeStep& step = result.take.steps[i];
    EXPECT_EQ(pair.frame, static_cast<int>(i));
    EXPECT_EQ(pair.control, step.control);
    EXPECT_EQ(pair.next, step.record);
    EXPECT_EQ(step.cost, -2 * pair.log_fitness);
    EXPECT_EQ(pair.state, result.take.record(static_cast<int>(i)));
    EXPECT_TRUE((pair.spline.array() >= layout.lower().array()).all());
    EXPECT_TRUE((pair.spline.array() <= layout.upper().array()).all());
    EXPECT_EQ(step.report.substeps.size(), static_cast<std::size_t>(result.take.simulation.substeps));
  }
}

TEST(SmcTrack, ThePlanOfAPairHasTheFitnessThatItSays) {
  const Take take = test::waving_take(8);
  const SmcProblem problem(take, few_samples());
  const SmcResult result = smc_track(take, few_samples(), 1);
  World world(take.figure, take.scene, take.simulation);
  PlanStart start{0, result.take.start, result.take.start, problem.cursor_at(0)};
  for (const SmcPair& pair : result.pairs) {
    EXPECT_EQ(problem.evaluate(world, start, pair.spline).log_fitness, pair.log_fitness) << pair.frame;
    VectorXd x = pair.spline;
    EXPECT_EQ(problem.play(world, start, x, nullptr), pair.control) << pair.frame;
    EXPECT_EQ(start.record, pair.next) << pair.frame;
  }
}

TEST(SmcTrack, ThePreviousBestIsNeverForgotten) {
  // The best plan, wound forward, is a guess of the next search: what that finds is as good at least.
  const Take take = test::waving_take(12);
  const SmcProblem problem(take, few_samples());
  const SmcResult result = smc_track(take, few_samples(), 1);
  World world(take.figure, take.scene, take.simulation);
  PlanStart start{0, result.take.start, result.take.start, problem.cursor_at(0)};
  for (std::size_t i = 0; i + 1 < result.pairs.size(); ++i) {
    VectorXd x = result.pairs[i].spline;
    static_cast<void>(problem.play(world, start, x, nullptr));
    EXPECT_GE(result.pairs[i + 1].log_fitness, problem.evaluate(world, start, x).log_fitness) << i;
  }
}

TEST(SmcTrack, ThreadsDoNotMatter) {
  const Take take = test::followed(test::waving_take(12), 0.02);
  for (const SplineBase base : {SplineBase::kNone, SplineBase::kReference, SplineBase::kTake}) {
    SmcOptions options = few_samples();
    options.base = base;
    options.elites = 0.2;
    const SmcResult one = smc_track(take, options, 1);
    ASSERT_EQ(one.pairs.size(), 11U);
    for (const int threads : {2, 7}) {
      const SmcResult many = smc_track(take, options, threads);
      ASSERT_EQ(many.pairs.size(), one.pairs.size());
      EXPECT_EQ(many.report.steps, one.report.steps);
      for (std::size_t i = 0; i < one.pairs.size(); ++i) {
        ASSERT_EQ(many.pairs[i].spline, one.pairs[i].spline) << threads << " threads, frame " << i;
        ASSERT_EQ(many.pairs[i].next, one.pairs[i].next) << threads << " threads, frame " << i;
        ASSERT_EQ(many.pairs[i].log_fitness, one.pairs[i].log_fitness);
      }
    }
  }
}

TEST(SmcTrack, TheSeedMatters) {
  SmcOptions options = few_samples();
  const Take take = test::waving_take(4);
  const SmcResult one = smc_track(take, options, 1);
  options.seed = 2;
  EXPECT_NE(smc_track(take, options, 1).take.steps.back().record, one.take.steps.back().record);
}

TEST(SmcTrack, AnImpossibleReferenceIsLostAndSaidSo) {
  const SmcResult result = smc_track(teleporting_take(20, 10), few_samples(), 1);
  EXPECT_EQ(result.report.end, SmcEnd::kLost);
  // The step into the frame that is away is the last one.
  EXPECT_EQ(result.take.steps.size(), 10U);
  EXPECT_NE(result.report.sentence.find("lost after 10 of 19 frames"), std::string::npos) << result.report.sentence;
  expect_replayed(result.take);
}

TEST(SmcTrack, SeveralFramesMayBePlayedBetweenSearches) {
  SmcOptions options = few_samples();
  options.advance = 4;
  options.lost_distance = 100;  // no plan ends before its horizon
  const Take take = test::waving_take(12);
  std::vector<int> reached;
  const SmcResult result = smc_track(take, options, 1, [&](int frame) {
    reached.push_back(frame);
    return true;
  });
  EXPECT_EQ(reached, (std::vector<int>{4, 8, 11}));
  EXPECT_EQ(result.report.end, SmcEnd::kComplete);
  // Searches at frames 0, 4 and 8 of 11, with a horizon of 12 frames and no more than there are.
  EXPECT_EQ(result.report.steps, 40 * (11 + 7 + 3));
  // One plan, played in four frames.
  const SmcProblem problem(take, options);
  VectorXd x = result.pairs[4].spline;
  for (std::size_t i = 5; i < 8; ++i) {
    problem.wind_forward(x);
    EXPECT_EQ(result.pairs[i].spline, x) << i;
    EXPECT_EQ(result.pairs[i].log_fitness, result.pairs[4].log_fitness);
  }
  expect_replayed(result.take);
}

TEST(SmcTrack, StartsWhereItIsTold) {
  const Take take = test::followed(test::waving_take(20), 0.01);
  const SmcResult result = smc_track(take, few_samples(), 1, {}, &take.record(12), 12);
  EXPECT_EQ(result.report.end, SmcEnd::kComplete);
  ASSERT_EQ(result.pairs.size(), 7U);
  EXPECT_EQ(result.pairs.front().frame, 12);
  EXPECT_EQ(result.pairs.front().state, take.record(12));
  EXPECT_EQ(result.take.start, take.record(12));
}

TEST(SmcTrack, StopsWhenTheWatcherSaysSo) {
  int calls = 0;
  const SmcResult result = smc_track(test::waving_take(20), few_samples(), 1, [&](int frame) {
    EXPECT_EQ(frame, ++calls);
    return calls < 3;
  });
  EXPECT_EQ(result.report.end, SmcEnd::kStopped);
  EXPECT_EQ(result.take.steps.size(), 3U);
  EXPECT_NE(result.report.sentence.find("stopped after 3 of 19"), std::string::npos) << result.report.sentence;
}

TEST(SmcTrack, OneFrameIsDoneAtOnce) {
  const SmcResult result = smc_track(test::waving_take(1), few_samples(), 1);
  EXPECT_EQ(result.report.end, SmcEnd::kComplete);
  EXPECT_TRUE(result.take.steps.empty());
  EXPECT_EQ(result.take.start.bodies.size(), result.take.figure.bodies.size());
}

TEST(SmcTrack, FewerSamplesThanGuessesAreEnough) {
  const Take take = test::followed(test::waving_take(5), 0.01);
  SmcOptions options = few_samples();
  options.base = SplineBase::kTake;
  options.elites = 1;
  options.sampler.greedy = 0;
  options.reference_share = 0.9;
  options.extension_share = 0.1;
  for (const int samples : {1, 2, 3, 10}) {
    options.sampler.samples = samples;
    const SmcResult result = smc_track(take, options, 1);
    EXPECT_EQ(result.report.end, SmcEnd::kComplete) << samples;
    EXPECT_EQ(result.report.steps, samples * (4 + 3 + 2 + 1)) << samples;
  }
}

TEST(ReferenceStart, IsLiftedOutOfTheGround) {
  Take take = test::waving_take(5);
  for (int f = 0; f < 5; ++f) take.reference.frame_translations(f)[0].y() -= 0.1;
  const SmcProblem problem(take, {});
  const World world(take.figure, take.scene, take.simulation);
  const StateRecord record = reference_start(take, problem, world);
  std::vector<Transform> poses;
  poses.reserve(record.bodies.size());
  for (const BodyState& body : record.bodies) poses.push_back(body.pose());
  EXPECT_NEAR(lowest_point(take.figure, poses), 0, 1e-6);
  EXPECT_EQ(record.bodies[3].position[0], problem.reference().start.bodies[3].position[0]);
}

}  // namespace
}  // namespace sinew
