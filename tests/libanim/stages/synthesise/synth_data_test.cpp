#include <gtest/gtest.h>

#include "importers/import_file.h"
#include "libanim/stages/synthesise/synth_start_depth.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/synthesise/synth_clip_checks.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

/// Legs of 0.52 m, and a head of that size.
bool too_short_for_fours(const std::string& name) { return name.find("Knight") != std::string::npos; }

class SynthPeople : public testing::TestWithParam<const char*> {};

TEST_P(SynthPeople, StandInTheirNeutralStanceAndDance) {
  SINEW_NEEDS_DATA();
  const test::SynthActor actor(import_file(test::data_dir().value_or("") / GetParam(), {}).character);
  actor.model.validate();
  ASSERT_EQ(actor.model.limbs.size(), 4U);
  SynthClipOptions options;
  options.smoothing = 0;
  options.soft_reach = 1;
  options.balance = 0;
  const SynthStart start = make_start(actor.model, StartPose::kNeutral, {});
  const SynthClip stands = test::HandMadeMotion(actor.model, start, 1, 0.5).clip(actor, options);
  EXPECT_LT(stands.missed, 1e-6);
  EXPECT_LT(test::farthest_from_neutral(actor, stands.clip, 0), 2e-3);
  test::expect_good_dance(actor);
}

TEST_P(SynthPeople, BeginClearOfTheGround) {
  SINEW_NEEDS_DATA();
  const test::SynthActor actor(import_file(test::data_dir().value_or("") / GetParam(), {}).character);
  for (const StartPose pose :
       {StartPose::kStand, StartPose::kOnBack, StartPose::kOnStomach, StartPose::kSit, StartPose::kOnAllFours}) {
    if (pose == StartPose::kOnAllFours && too_short_for_fours(GetParam())) {
      EXPECT_THROW((void)make_start(actor.model, pose, {}), Error);
      continue;
    }
    EXPECT_LE(start_penetration(actor.model, make_start(actor.model, pose, {}), 0), 1e-9) << start_pose_name(pose);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, SynthPeople,
                         testing::Values("fbx/rocketbox/Female_Adult_01.fbx", "gltf/kaykit/Knight.glb",
                                         "gltf/mesh2motion/human-male.glb", "gltf/khronos/CesiumMan/CesiumMan.glb",
                                         "bvh/cmu/02_01.bvh"));

class SynthCreatures : public testing::TestWithParam<const char*> {};

TEST_P(SynthCreatures, StandAndCrouchOnTheirLegs) {
  SINEW_NEEDS_DATA();
  const test::SynthActor actor(import_file(test::data_dir().value_or("") / GetParam(), {}).character);
  actor.model.validate();
  EXPECT_GE(actor.model.limbs.size(), 2U);
  SynthClipOptions options;
  options.smoothing = 0;
  options.soft_reach = 1;
  const SynthStart start = make_start(actor.model, StartPose::kNeutral, {});
  test::HandMadeMotion made(actor.model, start, 2, 0.5);
  // Down by a twentieth of the height and a little to the side.
  const double h = actor.model.stance;
  test::HandMadeMotion::move_from(made.torso(), 1, {0.02 * h, -0.05 * h, 0.02 * h}, {0, 0.03, 0});
  const SynthClip result = made.clip(actor, options);
  result.clip.validate(actor.character.skeleton);
  EXPECT_LT(result.missed, 1e-3);
  EXPECT_LT(test::farthest_from_neutral(actor, result.clip, 0), 2e-3);
}

INSTANTIATE_TEST_SUITE_P(Data, SynthCreatures,
                         testing::Values("fbx/rocketbox/Dog_Beagle_01.fbx", "gltf/mesh2motion/rig-fox.glb",
                                         "gltf/mesh2motion/rig-spider.glb"));

}  // namespace
}  // namespace sinew
