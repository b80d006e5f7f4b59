#include "libanim/stages/synthesise/synthesise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

using ::testing::HasSubstr;

SynthOptions one_start() {
  SynthOptions options;
  options.starts = 1;
  options.threads = 1;
  return options;
}

TEST(Synthesise, StandsStill) {
  const SynthResult result = synthesise(test::synth_task("stand"), one_start());
  ASSERT_TRUE(result.report.success) << result.report.sentence;
  const SynthCheck& check = result.report.attempts.front().check;
  EXPECT_LT(check.task_position, 0.02);  // measured 5 mm
  EXPECT_LT(check.force_rms, 0.001);     // measured below 1e-4
}

TEST(Synthesise, HoldsTheWeightOfOneWhoStands) {
  const SynthProblem problem = test::synth_task("stand");
  const SynthResult result = synthesise(problem, one_start());
  Vec3 sum = Vec3::Zero();
  for (const SynthForce& force : result.motion().forces.back()) {
    sum += force.force;
  }
  EXPECT_NEAR(sum.y(), problem.characters.front().mass * 9.81, 10);  // of 687 N
  EXPECT_EQ(result.motion().forces.size(), 121U);                    // 2 s at 60 Hz
}

/// The same seed as ever: what is tested is that a search from an ordinary seed walks, not that every one does.
TEST(Synthesise, WalksUprightStepByStep) {
  const SynthProblem problem = test::synth_task("walk");
  const SynthResult result = synthesise(problem, one_start());
  EXPECT_TRUE(result.report.success) << result.report.sentence;
  const double stance = problem.characters.front().stance;
  for (const Vec3& place : result.motion().tracks.front().position) {
    EXPECT_GT(place.y(), 0.85 * stance);
  }
  for (const int foot : {0, 1}) {  // each is lifted and put down again
    const std::vector<double>& c = result.motion().activity[static_cast<std::size_t>(foot)];
    EXPECT_GE(std::ranges::count_if(c, [](double one) { return one > 0; }), 2) << foot;
    EXPECT_GE(std::ranges::count_if(c, [](double one) { return one == 0; }), 2) << foot;
  }
}

/// Goals of which both cannot be had: two places at once.
TEST(Synthesise, SaysThatContradictoryGoalsAreMissed) {
  SynthProblem problem = test::synth_task("stand");
  SynthGoal goal;
  goal.kind = GoalKind::kPosition;
  goal.axes = {true, false, true};
  goal.position = {2, 0, 0};
  problem.goals.push_back(goal);
  goal.position = {-2, 0, 0};
  problem.goals.push_back(goal);
  const SynthResult result = synthesise(problem, one_start());
  EXPECT_FALSE(result.report.success);
  EXPECT_THAT(result.report.sentence, HasSubstr("none of 1 searches passes"));
  EXPECT_THAT(result.report.sentence, HasSubstr("goal missed"));
}

TEST(Synthesise, SearchesNoFurtherThanTheRoundThatFindsSomething) {
  SynthOptions options = one_start();
  options.starts = 5;
  options.round = 2;
  EXPECT_EQ(synthesise(test::synth_task("stand"), options).report.attempts.size(), 2U);
  options.wanted = 3;
  EXPECT_EQ(synthesise(test::synth_task("stand"), options).report.attempts.size(), 4U);
  options.wanted = 1;

  SynthProblem impossible = test::synth_task("stand");
  SynthGoal goal;
  goal.kind = GoalKind::kPosition;
  goal.axes = {false, true, false};
  goal.position = {0, 5, 0};
  impossible.goals.push_back(goal);
  options.gradual_iterations = options.newton_iterations = options.polish_iterations = 2;
  const SynthReport report = synthesise(impossible, options).report;
  ASSERT_EQ(report.attempts.size(), 5U);
  for (std::size_t i = 0; i < report.attempts.size(); ++i) EXPECT_EQ(report.attempts[i].start, i);
  EXPECT_THAT(report.sentence, HasSubstr("none of 5 searches passes"));
}

TEST(SynthReport, RanksBalancedMotionsBeforeThoseThatPassAndThoseBeforeTheOthers) {
  SynthReport report;
  const auto add = [&](double cost, bool pass, bool balanced) {
    SynthAttempt& attempt = report.attempts.emplace_back();
    attempt.cost = cost;
    attempt.check.pass = pass;
    attempt.check.balanced = balanced;
  };
  add(1, false, true);
  add(4, true, true);
  add(2, true, false);
  add(3, true, true);
  add(0, false, false);
  EXPECT_EQ(report.ranking(), (std::vector<int>{3, 1, 2, 4, 0}));
}

TEST(SynthResult, SpeaksOfTheMotionThatWasChosen) {
  SynthResult result;
  result.motions.resize(2);
  result.motions[1].force_rate = 7;
  result.report.attempts.resize(2);
  result.report.attempts[1].sentence = "the second";
  result.choose(1);
  EXPECT_EQ(result.motion().force_rate, 7);
  EXPECT_EQ(result.report.sentence, "none of 2 searches passes; the cheapest: the second");
  result.report.attempts[0].check.pass = true;
  result.choose(1);
  EXPECT_EQ(result.report.sentence, "1 of 2 searches pass; that of start 1: the second");
  EXPECT_TRUE(result.report.success);
}

TEST(Synthesise, GivesTheSameBytesForAnyThreadCount) {
  SynthOptions options = one_start();
  options.starts = 3;
  options.gradual_iterations = 40;
  options.newton_iterations = 5;
  options.polish_iterations = 5;
  SynthProblem problem = test::synth_task("walk");
  problem.phases = 3;
  const SynthResult one = synthesise(problem, options);
  options.threads = 3;
  const SynthResult three = synthesise(problem, options);
  ASSERT_EQ(one.report.best, three.report.best);
  for (std::size_t i = 0; i < one.motion().tracks.size(); ++i) {
    EXPECT_EQ(one.motion().tracks[i].position, three.motion().tracks[i].position);
    EXPECT_EQ(one.motion().tracks[i].rotation, three.motion().tracks[i].rotation);
  }
  EXPECT_EQ(one.motion().activity, three.motion().activity);
}

TEST(Synthesise, StopsWhenTheWatcherSaysSo) {
  int calls = 0;
  const SynthResult result = synthesise(test::synth_task("walk"), one_start(),
                                        [&](int, const std::string&, int, double) { return ++calls < 5; });
  EXPECT_FALSE(result.report.success);
  EXPECT_LE(calls, 8);
}

TEST(Synthesise, RefusesProblemsThatMakeNoSense) {
  const auto refused = [](const std::function<void(SynthProblem&)>& spoil, const std::string& words) {
    SynthProblem problem = test::synth_task("walk");
    spoil(problem);
    try {
      problem.validate();
      return ::testing::AssertionFailure() << "accepted: " << words;
    } catch (const Error& error) {
      return std::string(error.what()).find(words) != std::string::npos
                 ? ::testing::AssertionSuccess()
                 : ::testing::AssertionFailure() << "refused by: " << error.what();
    }
  };
  EXPECT_TRUE(refused([](SynthProblem& p) { p.starts.clear(); }, "one start per character"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.phases = 0; }, "1 to 200 phases"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.characters[0].limbs[1].lower = -1; }, "right_foot"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.characters[0].limbs[1].name = "left_foot"; }, "unique"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.goals[0].time = 100; }, "within the motion's 5 s"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.goals[0].character = 3; }, "expected a character"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.goals[0].kind = GoalKind::kObject; }, "expected an object"));
  EXPECT_TRUE(refused([](SynthProblem& p) { p.surfaces.clear(); }, "at least one surface"));
}

}  // namespace

}  // namespace sinew
