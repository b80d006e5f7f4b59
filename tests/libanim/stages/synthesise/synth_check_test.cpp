#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/math/rotation.h"
#include "libanim/stages/synthesise/synth_nearest.h"
#include "libanim/stages/synthesise/synth_trajectory.h"
#include "libanim/stages/synthesise/synthesise.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

using ::testing::HasSubstr;

/// Everyone stays where he is; contacts of the feet are active.
SynthMotion still_motion(const SynthProblem& problem) {
  const SynthScene scene(problem);
  const SynthTrajectory trajectory(scene);
  SynthMotion motion = trajectory.motion(trajectory.still());
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const bool foot = motion.contacts[i].limb == 0 || motion.contacts[i].limb == 1;
    motion.activity[i].assign(motion.activity[i].size(), foot ? 100 : 0);
  }
  return motion;
}

TEST(CheckMotion, PassesOneWhoStands) {
  const SynthProblem problem = test::synth_task("stand");
  const SynthCheck check = check_motion(problem, still_motion(problem));
  EXPECT_TRUE(check.pass) << check.sentence;
  EXPECT_LT(check.force_rms, 1e-6);
  EXPECT_TRUE(check.balanced);
}

TEST(CheckMotion, SeesThatOneWhoFloatsHasNoSupport) {
  const SynthProblem problem = test::synth_task("stand");
  SynthMotion motion = still_motion(problem);
  for (SynthTrack& track : motion.tracks) {
    for (Vec3& p : track.position) {
      p.y() += 0.05;
    }
  }
  const SynthCheck check = check_motion(problem, motion);
  EXPECT_FALSE(check.pass);
  EXPECT_NEAR(check.force_rms, 1, 1e-3);  // the whole weight
  EXPECT_NEAR(check.force_peak, 1, 1e-3);
  EXPECT_FALSE(check.balanced);
  EXPECT_NEAR(check.contact_distance, 0.05, 1e-9);
  EXPECT_THAT(check.sentence, HasSubstr("residual force"));
}

double sole_length(const SynthProblem& problem) {
  const SynthScene scene(problem);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    if (scene.contacts[i].limb == 0 && !scene.contacts[i].tip) return scene.patches[i].cone.half_length;
  }
  return 0;
}

// The edge of a sole is no place to stand on: nobody could follow that in simulation. Who climbs takes what there is.
TEST(CheckMotion, WhoDoesNotClimbStandsWithinTheMiddleOfHisSoles) {
  const double whole = test::humanoid().limbs.front().half_length;
  for (const char* task : {"walk", "get up from the back"}) {
    EXPECT_NEAR(sole_length(test::synth_task(task)), 0.7 * whole, 1e-12) << task;
  }
  EXPECT_EQ(sole_length(test::synth_task("climb a tall block")), whole);
}

TEST(CheckMotion, SeesThatFeetAreTooWeakForTheirLoad) {
  SynthProblem problem = test::synth_task("stand");
  for (SynthLimb& limb : problem.characters[0].limbs) limb.load = 0.4;
  const SynthCheck check = check_motion(problem, still_motion(problem));
  EXPECT_FALSE(check.pass);
  EXPECT_NEAR(check.force_rms, 0.2, 1e-3);  // two feet carry 0.8
}

/// Gravity that leans by 6 degrees asks a friction of 0.1 of the surface that the feet are on.
TEST(CheckMotion, TakesTheFrictionOfTheSurfaceThatIsTouched) {
  SynthProblem problem = test::synth_task("stand");
  problem.goals.clear();
  problem.gravity = 9.81 * Vec3(0.1, -1, 0).normalized();
  problem.surfaces.push_back(test::box("rink", {0, 0, 3}, {1, 0.01, 1}));
  const auto residual = [&](double below, double elsewhere) {
    problem.surfaces.front().friction = below;
    problem.surfaces.back().friction = elsewhere;
    return check_motion(problem, still_motion(problem)).force_rms;
  };
  EXPECT_LT(residual(1, 0.05), 1e-6);
  EXPECT_NEAR(residual(0.05, 1), 0.05, 0.005);
}

TEST(SurfaceFriction, IsThatOfTheNearestAndSmoothInBetween) {
  SynthProblem problem = test::synth_task("step over");
  problem.surfaces.front().friction = 0.3;
  problem.surfaces.back().friction = 2;
  const SynthScene scene(problem);
  EXPECT_NEAR(friction_of(scene.ground, {0, 0, 0}).value, 0.3, 0.01);
  EXPECT_NEAR(friction_of(scene.ground, {0, 0.15, 0.65}).value, 2, 0.02);
  const Vec3 corner(0.1, 0.04, 0.58);
  const SoftFriction there = friction_of(scene.ground, corner);
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 3; ++i) {
    const Vec3 step = kStep * Vec3::Unit(i);
    const double ahead = friction_of(scene.ground, corner + step).value;
    const double back = friction_of(scene.ground, corner - step).value;
    EXPECT_NEAR(there.slope[i], (ahead - back) / (2 * kStep), 1e-6) << i;
  }
  EXPECT_GT(there.slope.norm(), 1);
}

TEST(CheckMotion, SeesSlipPenetrationAndStretch) {
  const SynthProblem problem = test::synth_task("stand");
  SynthMotion motion = still_motion(problem);
  SynthTrack& foot = motion.tracks[1];
  foot.velocity[1].x() = 0.1;
  EXPECT_NEAR(check_motion(problem, motion).contact_slip, 0.1, 1e-6);
  motion = still_motion(problem);
  motion.tracks[1].position[2].y() -= 0.03;
  const SynthCheck check = check_motion(problem, motion);
  EXPECT_NEAR(check.penetration, 0.03, 1e-6);
  motion = still_motion(problem);
  for (Vec3& p : motion.tracks[1].position) {
    p.z() += 0.5;
  }
  EXPECT_GT(check_motion(problem, motion).stretch, 0.05);  // measured 0.1
}

TEST(CheckMotion, MeasuresHowFarAGoalIsMissed) {
  SynthProblem problem = test::synth_task("stand");
  SynthGoal goal;
  goal.kind = GoalKind::kPosition;
  goal.position = {0.3, 5, 0.4};
  goal.axes = {true, false, true};
  problem.goals = {goal};
  const SynthCheck check = check_motion(problem, still_motion(problem));
  EXPECT_NEAR(check.task_position, 0.5, 1e-9);
  goal.kind = GoalKind::kDirection;
  goal.direction = Vec3::UnitX();
  problem.goals = {goal};
  EXPECT_NEAR(check_motion(problem, still_motion(problem)).task_angle, M_PI / 2, 1e-9);
}

TEST(SynthMotion, IsTheSplineOfItsBoundaries) {
  const SynthProblem problem = test::synth_task("stand");
  SynthMotion motion = still_motion(problem);
  SynthTrack& track = motion.tracks[0];
  // p = t^3 on the first phase, r about x by t^2.
  const double h = motion.boundaries[1];
  track.position[0] = track.velocity[0] = Vec3::Zero();
  track.position[1] = {h * h * h, 0, 0};
  track.velocity[1] = {3 * h * h, 0, 0};
  track.rotation[1] = {h * h, 0, 0};
  track.spin[1] = {2 * h, 0, 0};
  const double t = 0.3 * h;
  const SynthPose pose = evaluate(motion, 0, t);
  EXPECT_NEAR(pose.pose.translation.x(), t * t * t, 1e-12);
  EXPECT_NEAR(pose.velocity.x(), 3 * t * t, 1e-12);
  EXPECT_NEAR(pose.acceleration.x(), 6 * t, 1e-12);
  EXPECT_NEAR(angle_between(pose.pose.rotation, exp_rotation({t * t, 0, 0})), 0, 1e-9);
  EXPECT_NEAR(pose.angular_velocity.x(), 2 * t, 1e-12);
  EXPECT_NEAR(pose.angular_acceleration.x(), 2, 1e-10);
}

}  // namespace

}  // namespace sinew
