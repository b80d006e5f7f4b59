#include "libanim/stages/synthesise/synth_climb.h"

#include <gtest/gtest.h>

#include "libanim/stages/synthesise/synth_scene.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

/// A walk of 2.5 m ahead, with a box.
SynthProblem walk_with(const Vec3& centre, const Vec3& half) {
  SynthProblem problem = test::synth_task("walk");
  problem.surfaces.push_back(test::box("box", centre, half));
  return problem;
}

TEST(SynthClimb, ABlockInTheWayIsClimbed) { EXPECT_TRUE(has_to_climb(walk_with({0, 0.35, 1.5}, {1, 0.35, 0.5}))); }

TEST(SynthClimb, ABarIsSteppedOver) { EXPECT_FALSE(has_to_climb(walk_with({0, 0.1, 1.5}, {1, 0.1, 0.05}))); }

TEST(SynthClimb, WhatStandsBesideTheWayOrBehindIsNotClimbed) {
  EXPECT_FALSE(has_to_climb(walk_with({2, 0.35, 1.5}, {1, 0.35, 0.5})));
  EXPECT_FALSE(has_to_climb(walk_with({0, 0.35, -1}, {1, 0.35, 0.5})));
  EXPECT_FALSE(has_to_climb(walk_with({0, 0.35, 4}, {1, 0.35, 0.5})));
}

TEST(SynthClimb, ACeilingIsNotClimbed) { EXPECT_FALSE(has_to_climb(walk_with({0, 2, 1.5}, {1, 0.5, 0.5}))); }

TEST(SynthClimb, ATurnedBlockIsSeenWhereItStands) {
  SynthProblem problem = walk_with({0.9, 0.35, 1.5}, {1, 0.35, 0.05});
  EXPECT_TRUE(has_to_climb(problem));
  problem.surfaces.back().pose.rotation = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()));  // now it is 0.85 m aside
  EXPECT_FALSE(has_to_climb(problem));
}

TEST(SynthClimb, AHeightAloneHasNoWay) {
  SynthProblem problem = walk_with({0, 0.35, 1.5}, {1, 0.35, 0.5});
  for (SynthGoal& goal : problem.goals) goal.axes = {false, true, false};
  EXPECT_FALSE(has_to_climb(problem));
}

TEST(SynthClimb, ScenesOfClimbingAreAcrobatic) {
  const SynthProblem block = test::synth_task("climb with hands");
  EXPECT_TRUE(SynthScene(block).climbs);
  EXPECT_TRUE(SynthScene(block).acrobatic);
  const SynthProblem other = test::synth_task("climb on another");
  EXPECT_TRUE(SynthScene(other).climbs);
  EXPECT_FALSE(SynthScene(other).rises());
  const SynthProblem bar = test::synth_task("step over");
  EXPECT_FALSE(SynthScene(bar).climbs);
  EXPECT_TRUE(SynthScene(bar).rises());
}

}  // namespace

}  // namespace sinew
