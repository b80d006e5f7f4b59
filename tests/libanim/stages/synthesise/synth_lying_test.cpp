#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/stages/synthesise/synth_forces.h"
#include "libanim/stages/synthesise/synth_inertia.h"
#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/stages/synthesise/synth_scene.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

long tips(const SynthScene& scene) {
  return std::ranges::count_if(scene.contacts, [](const SynthContact& contact) { return contact.tip; });
}

bool seat_rolls(const SynthScene& scene) {
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    if (scene.contacts[i].patch >= 0 && scene.patches[i].rolls) return true;
  }
  return false;
}

TEST(SynthLying, WhoLiesAloneHasTipsOfToesAndLimbsWithMass) {
  const auto expect = [](const char* name, bool lies) {
    const SynthProblem problem = test::synth_task(name);
    const SynthScene scene(problem);
    EXPECT_EQ(scene.lies, lies) << name;
    EXPECT_EQ(tips(scene), lies ? 2 : 0) << name;
    EXPECT_EQ(scene.bodies.front().masses.size(), lies ? 5U : 1U) << name;
  };
  for (const char* name : {"get up from the back", "get up from the stomach"}) expect(name, true);
  for (const char* name : {"walk", "handstand", "climb on another"}) expect(name, false);
}

TEST(SynthLying, SeatsRollUnderWhoLiesOnHisBackAlone) {
  const SynthProblem back = test::synth_task("get up from the back");
  const SynthProblem stomach = test::synth_task("get up from the stomach");
  EXPECT_TRUE(seat_rolls(SynthScene(back)));
  EXPECT_FALSE(seat_rolls(SynthScene(stomach)));
}

/// The start with everything turning about the torso's origin as one rigid thing.
SampleState turning_as_one(const SynthStart& start, const Vec3& a, const Vec3& omega, const Vec3& alpha) {
  SampleState state;
  const auto put = [&](const Transform& pose) {
    const Vec3 r = pose.translation - start.torso.translation;
    SynthTrackState track;
    track.p = pose.translation;
    track.R = pose.rotation.toRotationMatrix();
    track.v = omega.cross(r);
    track.omega = omega;
    track.a = a + alpha.cross(r) + omega.cross(omega.cross(r));
    track.alpha = alpha;
    state.tracks.push_back(track);
  };
  put(start.torso);
  for (const Transform& effector : start.effectors) put(effector);
  return state;
}

// A neutral stance that turns as one is one rigid body, wherever its mass is written down.
TEST(SynthLying, MassOfLimbsChangesNothingWhereNothingMovesAgainstEachOther) {
  const SynthProblem lying = test::synth_task("get up from the stomach");
  SynthProblem standing = lying;
  standing.starts = {test::standing(lying.characters.front())};
  const SynthScene with(lying);
  const SynthScene without(standing);
  ASSERT_EQ(with.bodies.front().masses.size(), 5U);
  ASSERT_EQ(without.bodies.front().masses.size(), 1U);
  const SampleState state = turning_as_one(standing.starts.front(), {0.3, -1, 2}, {0.5, -2, 1}, {3, 1, -4});
  const Wrench one = inertia_wrench(without, without.bodies.front(), state);
  const Wrench many = inertia_wrench(with, with.bodies.front(), state);
  EXPECT_LT((one - many).norm(), 1e-12) << one.transpose() << "\n" << many.transpose();
  EXPECT_GT(one.norm(), 0.5);
}

// A leg of 11 of 70 kg whose foot is 0.4 m ahead of the neutral stance, at rest: its mass is 0.4 of that ahead.
TEST(SynthLying, ALegThatIsHeldOutWeighsThere) {
  const SynthProblem lying = test::synth_task("get up from the stomach");
  SampleState state =
      turning_as_one(test::standing(lying.characters.front()), Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  state.tracks[1].p.z() += 0.4;
  const SynthScene scene(lying);
  const Wrench wrench = inertia_wrench(scene, scene.bodies.front(), state);
  EXPECT_NEAR(wrench[1], 1, 1e-12);
  EXPECT_NEAR(wrench[3], -11. / 70 * 0.4 * 0.4, 1e-12);
}

// A foot that is turned over its toes by a right angle and 30 degrees more: its upper side, 8 cm away from the sole, is
// half of that below the tips.
TEST(SynthLying, FeetHaveAThickness) {
  SynthProblem problem = test::synth_task("get up from the stomach");
  problem.characters.front().limbs.front().thickness = 0.08;
  const SynthScene scene(problem);
  SampleState state =
      turning_as_one(test::standing(problem.characters.front()), Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
  state.s.assign(scene.contacts.size(), 1);
  SynthTrackState& foot = state.tracks[1];
  foot.R = Quat(Eigen::AngleAxisd(2 * M_PI / 3, Vec3::UnitX())).toRotationMatrix();
  foot.p = Vec3(0.1, 0, 0.2) - foot.R * Vec3(0, 0, problem.characters.front().limbs.front().half_length);
  EXPECT_NEAR(deepest_penetration(scene, state), 0.5 * 0.08, 0.005);
}

}  // namespace

}  // namespace sinew
