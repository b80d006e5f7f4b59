#include "libanim/stages/synthesise/synth_starts.h"

#include <gtest/gtest.h>

#include <numbers>

#include "importers/import_file.h"
#include "libanim/stages/synthesise/synth_start_depth.h"
#include "libanim/support/error.h"
#include "tests/libanim/stages/synthesise/synth_motions.h"
#include "tests/support/stick_person.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

constexpr double kGround = 0.4;  // (unit: m)

struct Case {
  std::string name;
  SynthCharacter model;
};

std::vector<Case> cases() {
  std::vector<Case> all{{"stick", test::SynthActor(test::stick_person()).model}};
  for (const char* name : {"hero.glb", "hound.glb", "wide.glb"}) {
    all.push_back(
        {name, test::SynthActor(import_file(test::source_dir() / "samples/data" / name, {}).character).model});
  }
  return all;
}

std::vector<StartPose> poses_of(const SynthCharacter& model) {
  if (model.patches.front().name == "belly") return {StartPose::kNeutral, StartPose::kStand};
  return {StartPose::kNeutral,   StartPose::kStand, StartPose::kOnBack,
          StartPose::kOnStomach, StartPose::kSit,   StartPose::kOnAllFours};
}

SynthStart start_of(const SynthCharacter& model, StartPose pose, double heading = 0.7) {
  return make_start(model, pose, {{1, kGround, -2}, heading});
}

/// Height of the lowest corner of an end-effector's patch over the ground.
double lowest_corner(const SynthLimb& limb, const Transform& effector) {
  double lowest = 1e300;
  for (const double x : {-limb.half_width, limb.half_width}) {
    for (const double z : {-limb.half_length, limb.half_length}) {
      lowest = std::min(lowest, (effector * Vec3(x, 0, z)).y() - kGround);
    }
  }
  return lowest;
}

TEST(SynthStarts, LimbsReachTheirEnds) {
  for (const Case& c : cases()) {
    for (const StartPose pose : poses_of(c.model)) {
      if (pose == StartPose::kNeutral) continue;  // legs and arms may be straight
      const SynthStart start = start_of(c.model, pose);
      for (std::size_t l = 0; l < c.model.limbs.size(); ++l) {
        const SynthLimb& limb = c.model.limbs[l];
        const double d = (start.effectors[l] * limb.joint - start.torso * limb.base).norm();
        const double a = limb.upper;
        const double b = limb.lower;
        const double shortest = std::sqrt(a * a + b * b + 2 * a * b * std::cos(limb.bend));
        EXPECT_LE(d, kLongestReach * (a + b) + 1e-9) << c.name << " " << start_pose_name(pose) << " " << limb.name;
        EXPECT_GE(d, shortest - 1e-9) << c.name << " " << start_pose_name(pose) << " " << limb.name;
      }
    }
  }
}

TEST(SynthStarts, NothingIsInTheGround) {
  for (const Case& c : cases()) {
    for (const StartPose pose : poses_of(c.model)) {
      const SynthStart start = start_of(c.model, pose);
      EXPECT_LE(start_penetration(c.model, start, kGround), 1e-9) << c.name << " " << start_pose_name(pose);
      EXPECT_GT(start_penetration(c.model, start, kGround + 0.05), 0.01) << "the measure sees a raised ground";
    }
  }
}

/// The forearm of a hand that lies flat is in the ground when it is thick: the wrist then gives way.
TEST(SynthStarts, HandsOfThickForearmsTouchWithTheirFingers) {
  SynthCharacter model = cases().front().model;
  for (const double thicker : {1., 1.5, 2.}) {
    SynthCharacter thick = model;
    for (SynthLimb& limb : thick.limbs) {
      if (limb.kind == EffectorKind::kHand) limb.lower_radius *= thicker;
    }
    for (const StartPose pose : {StartPose::kOnBack, StartPose::kOnStomach}) {
      const SynthStart start = start_of(thick, pose);
      EXPECT_LE(start_penetration(thick, start, kGround), 1e-9) << thicker << " " << start_pose_name(pose);
      for (std::size_t l = 0; l < thick.limbs.size(); ++l) {
        if (thick.limbs[l].kind != EffectorKind::kHand) continue;
        EXPECT_NEAR(lowest_corner(thick.limbs[l], start.effectors[l]), 0, 1e-9) << start_pose_name(pose);
      }
    }
  }
}

TEST(SynthStarts, SolesAreFlatAndHandsTouchTheGround) {
  for (const Case& c : cases()) {
    for (const StartPose pose : poses_of(c.model)) {
      const SynthStart start = start_of(c.model, pose);
      for (std::size_t l = 0; l < c.model.limbs.size(); ++l) {
        const bool foot = c.model.limbs[l].kind == EffectorKind::kFoot;
        const bool fours = pose == StartPose::kOnAllFours;
        const bool stands = fours || pose == StartPose::kStand;
        const bool leans = fours || pose == StartPose::kOnBack || pose == StartPose::kOnStomach;
        if (pose == StartPose::kNeutral || (foot ? !stands : !leans)) continue;
        const double up = (start.effectors[l].rotation * Vec3::UnitY()).y();
        EXPECT_NEAR(lowest_corner(c.model.limbs[l], start.effectors[l]), 0, 1e-9)
            << c.name << " " << start_pose_name(pose);
        EXPECT_GE(up, foot ? 1 - 1e-6 : std::cos(0.5)) << c.name << " " << start_pose_name(pose);
      }
    }
  }
}

TEST(SynthStarts, TorsosLieOnTheirPatch) {
  const std::vector<std::pair<StartPose, std::string>> resting = {
      {StartPose::kOnBack, "back"}, {StartPose::kOnStomach, "chest"}, {StartPose::kSit, "seat"}};
  for (const Case& c : cases()) {
    if (c.model.patches.front().name == "belly") continue;
    for (const auto& [pose, name] : resting) {
      const SynthStart start = start_of(c.model, pose);
      const SynthPatch& patch = *std::ranges::find(c.model.patches, name, &SynthPatch::name);
      Transform placed = start.torso * patch.pose;
      if (patch.radius > 0) {  // a ball: its lowest point
        placed.translation += patch.radius * (placed.rotation * Vec3::UnitY() - Vec3::UnitY());
        placed.rotation = start.torso.rotation;
      }
      EXPECT_NEAR(placed.translation.y(), kGround, 1e-9) << c.name << " " << name;
      EXPECT_NEAR((placed.rotation * Vec3::UnitY()).y(), 1, 1e-9) << c.name << " " << name;
      // The patch carries the centre of mass: it is above the rectangle.
      const Vec3 off = placed.inverse() * start.torso.translation;
      EXPECT_LE(std::abs(off.z()), patch.half_length + 1e-9) << c.name << " " << name;
      EXPECT_LE(std::abs(off.x()), patch.half_width + 1e-9) << c.name << " " << name;
    }
  }
}

TEST(SynthStarts, WhoStandsIsOverItsFeetAndFacesItsHeading) {
  for (const Case& c : cases()) {
    const SynthStart start = start_of(c.model, StartPose::kStand, std::numbers::pi / 2);
    EXPECT_NEAR((start.torso.rotation * Vec3::UnitZ()).x(), 1, 1e-9);
    EXPECT_NEAR(start.torso.translation.x(), 1, 1e-9);
    EXPECT_NEAR(start.torso.translation.z(), -2, 1e-9);
    Vec3 middle = Vec3::Zero();
    double feet = 0;
    for (std::size_t l = 0; l < c.model.limbs.size(); ++l) {
      if (c.model.limbs[l].kind != EffectorKind::kFoot) continue;
      middle += start.effectors[l].translation;
      feet += 1;
    }
    middle /= feet;
    // A hound's centre of mass is nearer to its forelegs (measured: 0.09 m).
    const double slack = feet > 2 ? 0.15 : 1e-9;
    EXPECT_NEAR(middle.x(), 1, slack) << c.name;
    EXPECT_NEAR(middle.z(), -2, slack) << c.name;
  }
}

TEST(SynthStarts, WhoLiesPointsTheHeadAsAfterAFall) {
  const SynthCharacter model = cases()[1].model;
  const SynthStart back = start_of(model, StartPose::kOnBack, 0);
  EXPECT_LT((back.torso.rotation * Vec3::UnitY()).z(), -0.9);
  EXPECT_GT((back.torso.rotation * Vec3::UnitZ()).y(), 0.9);
  const SynthStart stomach = start_of(model, StartPose::kOnStomach, 0);
  EXPECT_GT((stomach.torso.rotation * Vec3::UnitY()).z(), 0.9);
  EXPECT_LT((stomach.torso.rotation * Vec3::UnitZ()).y(), -0.9);
}

TEST(SynthStarts, WhoIsOnAllFoursHasALevelBackAndItsMiddleBetweenHandsAndFeet) {
  for (const Case& c : cases()) {
    if (c.model.patches.front().name == "belly") continue;
    const SynthStart start = start_of(c.model, StartPose::kOnAllFours, 0);
    EXPECT_NEAR((start.torso.rotation * Vec3::UnitY()).z(), std::cos(0.2), 1e-9) << c.name;
    EXPECT_LT((start.torso.rotation * Vec3::UnitZ()).y(), -0.9) << c.name;
    for (std::size_t l = 0; l < c.model.limbs.size(); ++l) {
      const bool foot = c.model.limbs[l].kind == EffectorKind::kFoot;
      const double ahead = start.effectors[l].translation.z() - start.torso.translation.z();
      EXPECT_GT(foot ? -ahead : ahead, 0.1) << c.name << " " << c.model.limbs[l].name;
    }
  }
}

TEST(SynthStarts, NamesGoBothWaysAndMissingPatchesAreNamed) {
  for (const char* name : {"neutral", "stand", "back", "stomach", "sit", "fours"}) {
    ASSERT_TRUE(start_pose_from_name(name)) << name;
    EXPECT_EQ(start_pose_name(*start_pose_from_name(name)), name);
  }
  EXPECT_FALSE(start_pose_from_name("fly"));
  try {
    (void)start_of(cases()[2].model, StartPose::kSit);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("seat"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sinew
