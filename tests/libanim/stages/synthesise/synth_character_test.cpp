#include "libanim/stages/synthesise/synth_character.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "importers/import_file.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/synthesise/synth_motions.h"
#include "tests/support/stick_person.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

test::SynthActor sample(const std::string& name) {
  return test::SynthActor(import_file(test::source_dir() / "samples/data" / name, {}).character);
}

const SynthLimb& find(const SynthCharacter& model, const std::string& name) {
  return *std::ranges::find(model.limbs, name, &SynthLimb::name);
}

Vec3 mirrored(const Vec3& v) { return {-v.x(), v.y(), v.z()}; }

/// Two limbs are mirror images in the plane x = 0.
void expect_mirrored(const SynthLimb& left, const SynthLimb& right, double tolerance) {
  SCOPED_TRACE(left.name);
  EXPECT_NEAR((mirrored(left.base) - right.base).norm(), 0, tolerance);
  EXPECT_NEAR(left.upper, right.upper, tolerance);
  EXPECT_NEAR(left.lower, right.lower, tolerance);
  EXPECT_NEAR((mirrored(left.joint) - right.joint).norm(), 0, tolerance);
  EXPECT_NEAR((mirrored(left.pole) - right.pole).norm(), 0, 10 * tolerance);
  EXPECT_NEAR(left.half_width, right.half_width, tolerance);
  EXPECT_NEAR(left.half_length, right.half_length, tolerance);
  EXPECT_NEAR((mirrored(left.rest.translation) - right.rest.translation).norm(), 0, tolerance);
  for (const Vec3& axis : {Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ())}) {
    EXPECT_NEAR((mirrored(left.rest.rotation * axis) - right.rest.rotation * axis).norm(), 0, 10 * tolerance);
  }
  for (const auto joint : {&SynthLimb::swing, &SynthLimb::turn}) {
    const Vec3 sign(-1, 1, -1);  // twist and the swing about z change theirs
    EXPECT_NEAR(
        ((left.*joint).lower.cwiseProduct(sign).cwiseMin((left.*joint).upper.cwiseProduct(sign)) - (right.*joint).lower)
            .norm(),
        0, tolerance);
  }
  EXPECT_NEAR(left.bend, right.bend, 10 * tolerance);
}

TEST(SynthCharacter, HeroHasAPersonsMeasures) {
  const SynthCharacter model = sample("hero.glb").model;
  model.validate();
  ASSERT_EQ(model.limbs.size(), 4U);
  EXPECT_EQ(model.limbs[0].name, "left_foot");
  EXPECT_EQ(model.limbs[1].name, "right_foot");
  EXPECT_EQ(model.limbs[2].name, "left_hand");
  EXPECT_EQ(model.limbs[3].name, "right_hand");
  // The generator's own numbers: hip 0.9275 m, knee 0.499 m, ankle 0.08 m high, foot from -0.06 to 0.2 m.
  const SynthLimb& foot = model.limbs[0];
  EXPECT_NEAR(foot.upper, 0.4285, 2e-3);
  EXPECT_NEAR(foot.lower, 0.4190, 2e-3);
  EXPECT_NEAR(foot.joint.y(), 0.080, 0.01);
  EXPECT_NEAR(2 * foot.half_length, 0.25, 0.02);
  EXPECT_GT(foot.pole.z(), 0.99);
  EXPECT_LT(model.limbs[2].pole.z(), -0.99);
  EXPECT_FALSE(foot.grabs);
  EXPECT_TRUE(model.limbs[2].grabs);
  EXPECT_EQ(model.limbs[2].strength, 0.25);
  // The centre of mass of a standing man is at 0.56 of his height (de Leva 1996).
  EXPECT_NEAR(model.stance / model.height, 0.56, 0.015);
  EXPECT_NEAR(foot.rest.translation.y(), -model.stance, 1e-9);
  // Palms hang at the thighs and face them.
  EXPECT_GT((model.limbs[2].rest.rotation * Vec3::UnitY()).x(), 0.95);
  EXPECT_LT((model.limbs[2].rest.rotation * Vec3::UnitZ()).y(), -0.95);
  // Santschi, DuBois and Omoto 1963, "Moments of inertia and centers of gravity of the living human body": 11.6 (left
  // to right), 13.0 (ahead) and 1.28 kg m^2 (upright) for men of 75.6 kg who stand with their arms at their sides.
  const Vec3 expected = model.mass / 75.6 * Vec3(11.6, 1.28, 13.0);
  const Vec3 moments = model.inertia.diagonal();  // measured: 10.6, 0.82, 11.1
  EXPECT_NEAR(moments.x(), expected.x(), 1.5);
  EXPECT_NEAR(moments.y(), expected.y(), 0.5);
  EXPECT_NEAR(moments.z(), expected.z(), 1.5);
}

TEST(SynthCharacter, MassAndInertiaAreThoseOfTheGivenFigure) {
  const test::SynthActor hero = sample("hero.glb");
  Figure heavy = hero.figure;
  for (FigureBody& body : heavy.bodies) {
    body.mass *= 2;
    body.inertia *= 2;
  }
  const SynthCharacter model = make_synth_character(hero.character, heavy);
  EXPECT_NEAR(model.mass, 2 * hero.model.mass, 1e-9);
  EXPECT_NEAR((model.inertia - 2 * hero.model.inertia).norm(), 0, 1e-9);
  EXPECT_NEAR(model.stance, hero.model.stance, 1e-9);
}

TEST(SynthCharacter, SymmetricCharactersGiveSymmetricModels) {
  const test::SynthActor hero = sample("hero.glb");
  expect_mirrored(hero.model.limbs[0], hero.model.limbs[1], 1e-4);
  expect_mirrored(hero.model.limbs[2], hero.model.limbs[3], 1e-4);
  const test::SynthActor hound = sample("hound.glb");
  expect_mirrored(hound.model.limbs[0], hound.model.limbs[1], 1e-4);
  expect_mirrored(hound.model.limbs[2], hound.model.limbs[3], 1e-4);
  const test::SynthActor stick(test::stick_person());
  expect_mirrored(stick.model.limbs[0], stick.model.limbs[1], 1e-9);
  expect_mirrored(stick.model.limbs[2], stick.model.limbs[3], 1e-9);
}

TEST(SynthCharacter, FacingAndSizeOfTheRestPoseDoNotMatter) {
  const SynthCharacter plain = test::SynthActor(test::stick_person()).model;
  const SynthCharacter turned = test::SynthActor(test::stick_person({.yaw = 1.1})).model;
  const SynthCharacter tall = test::SynthActor(test::stick_person({.scale = 1.2})).model;
  for (std::size_t l = 0; l < plain.limbs.size(); ++l) {
    EXPECT_NEAR((plain.limbs[l].base - turned.limbs[l].base).norm(), 0, 1e-6);
    EXPECT_NEAR((plain.limbs[l].rest.translation - turned.limbs[l].rest.translation).norm(), 0, 1e-6);
    EXPECT_NEAR(1.2 * plain.limbs[l].upper, tall.limbs[l].upper, 1e-6);
  }
}

TEST(SynthCharacter, HoundStandsOnFourLegsOfSeveralBones) {
  const SynthCharacter model = sample("hound.glb").model;
  model.validate();
  ASSERT_EQ(model.limbs.size(), 4U);
  EXPECT_EQ(model.limbs[0].name, "front_left_foot");
  EXPECT_EQ(model.limbs[3].name, "hind_right_foot");
  for (const SynthLimb& limb : model.limbs) {
    EXPECT_EQ(limb.kind, EffectorKind::kFoot);
    EXPECT_FALSE(limb.grabs);
    // A dog's legs are bent when it stands (measured: 0.85 in front, 0.82 behind): there is room to push off.
    const double stretch = ((limb.rest * limb.joint) - limb.base).norm() / (limb.upper + limb.lower);
    EXPECT_GT(stretch, 0.7);
    EXPECT_LT(stretch, 0.93);
    EXPECT_NEAR(limb.rest.translation.y(), -model.stance, 0.01);
  }
  EXPECT_GT(find(model, "front_left_foot").rest.translation.z(), 0.1);
  EXPECT_LT(find(model, "hind_left_foot").rest.translation.z(), -0.1);
  ASSERT_EQ(model.patches.size(), 1U);
  EXPECT_EQ(model.patches[0].name, "belly");
}

TEST(SynthCharacter, PatchesTouchTheCapsulesFromOutside) {
  for (const char* name : {"hero.glb", "hound.glb"}) {
    const SynthCharacter model = sample(name).model;
    for (const SynthPatch& patch : model.patches) {
      const Vec3 normal = patch.pose.rotation * Vec3::UnitY();
      double nearest = 1e300;
      for (const SynthCapsule& capsule : model.capsules) {
        for (const Vec3& end : {capsule.start, capsule.end}) {
          nearest = std::min(nearest, normal.dot(end - patch.pose.translation) - capsule.radius);
        }
      }
      EXPECT_GE(nearest, -1e-9) << name << " " << patch.name;
      EXPECT_LT(nearest, 0.05) << name << " "
                               << patch.name;  // measured: 0.033 (the hero's thighs are below its pelvis)
    }
  }
}

TEST(SynthCharacter, OptionsReachTheLimbs) {
  const test::SynthActor hero = sample("hero.glb");
  SynthCharacterOptions options;
  options.foot_friction = 2;
  options.hand_friction = 0.5;
  options.hands_grab = false;
  options.foot_load = 3;
  options.hand_load = 0.25;
  const SynthCharacter model = make_synth_character(hero.character, hero.figure, options);
  EXPECT_EQ(model.limbs[0].friction, 2);
  EXPECT_EQ(model.limbs[2].friction, 0.5);
  EXPECT_FALSE(model.limbs[2].grabs);
  EXPECT_EQ(model.limbs[0].load, 3);
  EXPECT_EQ(model.limbs[2].load, 0.25);
  options.foot_friction = 0;
  EXPECT_THROW((void)make_synth_character(hero.character, hero.figure, options), Error);
}

TEST(SynthCharacter, WithoutLegsThereIsNoneAndTheErrorSaysSo) {
  Character worm;
  worm.name = "worm";
  for (int i = 0; i < 6; ++i) {
    worm.skeleton.joints.push_back(
        {"Joint" + std::to_string(i), i - 1, {{0, i == 0 ? 0.1 : 0, 0.2}, Quat::Identity()}});
  }
  const Figure figure = build_figure(worm).figure;
  try {
    (void)make_synth_character(worm, figure);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_NE(std::string(error.what()).find("worm"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("legs"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sinew
