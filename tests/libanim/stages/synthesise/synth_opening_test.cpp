#include "libanim/stages/synthesise/synth_opening.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/stages/synthesise/synth_trajectory.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

/// Everything stays where it starts.
ContactOpening opening_at_rest(const SynthScene& scene) {
  const SynthTrajectory trajectory(scene);
  return contacts_that_may_open(scene, trajectory.motion(trajectory.still()));
}

/// Row of a contact.
int contact(const SynthScene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.contacts, name, &SynthContact::name);
  return static_cast<int>(found - scene.contacts.begin());
}

TEST(SynthOpening, LimbsMayAlwaysTouch) {
  const SynthProblem problem = test::synth_task("walk");
  const SynthScene scene(problem);
  const ContactOpening open = opening_at_rest(scene);
  for (const char* limb : {"a/left_foot", "a/right_foot", "a/left_hand", "a/right_hand"}) {
    EXPECT_TRUE(open.row(contact(scene, limb)).all()) << limb;
  }
}

TEST(SynthOpening, WhoStandsDoesNotSit) {
  const SynthProblem problem = test::synth_task("walk");
  const SynthScene scene(problem);
  const ContactOpening open = opening_at_rest(scene);
  for (const char* patch : {"a/seat", "a/back", "a/chest"}) {
    EXPECT_FALSE(open.row(contact(scene, patch)).any()) << patch;
  }
}

TEST(SynthOpening, WhoLiesDoesSoOnTheFlattestPatchAndMayRollOverHisSeat) {
  const SynthProblem problem = test::synth_task("get up from the back");
  const SynthScene scene(problem);
  const ContactOpening open = opening_at_rest(scene);
  EXPECT_TRUE(open.row(contact(scene, "a/back")).all());
  EXPECT_TRUE(open.row(contact(scene, "a/seat")).all());
  EXPECT_FALSE(open.row(contact(scene, "a/chest")).any());
  const SynthProblem prone = test::synth_task("get up from the stomach");
  const SynthScene below(prone);
  EXPECT_FALSE(opening_at_rest(below).row(contact(below, "a/seat")).any());
}

TEST(SynthOpening, ObjectsStandOnlyWhereTheyDoNotMove) {
  const SynthProblem problem = test::synth_task("carry a box");
  const SynthScene scene(problem);
  const SynthTrajectory trajectory(scene);
  SynthMotion motion = trajectory.motion(trajectory.still());
  const int box = contact(scene, "box");
  EXPECT_TRUE(contacts_that_may_open(scene, motion).row(box).all());
  SynthTrack& track = motion.tracks[static_cast<std::size_t>(scene.object_track(0))];
  for (std::size_t k = 3; k < track.position.size(); ++k) {
    track.position[k].x() += 0.2;  // within the fourth phase
  }
  const ContactOpening open = contacts_that_may_open(scene, motion);
  for (int phase = 0; phase < motion.phases; ++phase) {
    EXPECT_EQ(open(box, phase), phase != 2) << phase;
  }
}

}  // namespace

}  // namespace sinew
