#include "libanim/stages/retarget/retarget.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "tests/support/small_models.h"
#include "tests/support/stick_person.h"

namespace sinew {
namespace {

using test::march;
using test::stick_person;
using test::swirl;

/// Largest distance between joints of the same name (a prefix of the second aside), the first's places scaled.
double worst_distance(const Skeleton& a, const Clip& x, const Skeleton& b, const Clip& y, double scale = 1,
                      const std::string& prefix = "") {
  EXPECT_EQ(x.frames(), y.frames());
  double worst = 0;
  for (int frame = 0; frame < x.frames(); ++frame) {
    const auto p = joint_positions(a, x, frame);
    const auto q = joint_positions(b, y, frame);
    for (std::size_t j = 0; j < p.size(); ++j) {
      const auto k = b.find(prefix + a.joints[j].name);
      if (k) worst = std::max(worst, (scale * p[j] - q[static_cast<std::size_t>(*k)]).norm());
    }
  }
  return worst;
}

RetargetOptions bare() {
  RetargetOptions options;
  options.plant_feet = false;
  options.same_skeleton = false;
  return options;
}

TEST(Retarget, TheSameSkeletonPassesThroughBitForBit) {
  const Character person = stick_person();
  const Clip clip = swirl(person, 20, 30);
  const RetargetedClip result = retarget(person, clip, person);
  EXPECT_TRUE(result.report.same_skeleton);
  ASSERT_EQ(result.clip.rotations.size(), clip.rotations.size());
  for (std::size_t i = 0; i < clip.rotations.size(); ++i) {
    EXPECT_EQ(result.clip.rotations[i].coeffs(), clip.rotations[i].coeffs());
  }
  EXPECT_EQ(result.clip.translations, clip.translations);
  EXPECT_TRUE(result.ledger.notes.empty());
}

TEST(Retarget, NamespacesDoNotMakeAnotherSkeleton) {
  const Character person = stick_person();
  const Character other = stick_person({.prefix = "mixamorig:"});
  const Clip clip = swirl(person, 10, 30);
  const RetargetedClip result = retarget(person, clip, other);
  EXPECT_TRUE(result.report.same_skeleton);
  EXPECT_LT(worst_distance(person.skeleton, clip, other.skeleton, result.clip, 1, "mixamorig:"), 1e-12);
}

TEST(Retarget, ATwinOnOtherPathsOfTheCodeMovesTheSame) {
  const Character person = stick_person();
  const Clip clip = swirl(person, 30, 30);
  const RetargetedClip result = retarget(person, clip, person, bare());
  EXPECT_FALSE(result.report.same_skeleton);
  EXPECT_LT(worst_distance(person.skeleton, clip, person.skeleton, result.clip), 1e-9);
}

TEST(Retarget, TheRestPoseDoesNotMatter) {
  const Character t_pose = stick_person();
  const Clip clip = swirl(t_pose, 30, 30);
  for (const double drop : {0.4, M_PI / 4, 1.3}) {
    const Character a_pose = stick_person({.arm_drop = drop});
    const RetargetedClip there = retarget(t_pose, clip, a_pose, bare());
    EXPECT_LT(worst_distance(t_pose.skeleton, clip, a_pose.skeleton, there.clip), 1e-9) << drop;
    const RetargetedClip back = retarget(a_pose, there.clip, t_pose, bare());
    EXPECT_LT(worst_distance(t_pose.skeleton, clip, t_pose.skeleton, back.clip), 1e-9) << drop;
  }
}

TEST(Retarget, HeadingIsThatOfTheSource) {
  const Character person = stick_person();
  const Clip clip = swirl(person, 30, 30);
  const Character turned = stick_person({.yaw = 1.1});
  const RetargetedClip result = retarget(person, clip, turned, bare());
  EXPECT_LT(worst_distance(person.skeleton, clip, turned.skeleton, result.clip), 1e-9);
}

TEST(Retarget, AScaledTwinMovesScaled) {
  const Character person = stick_person();
  const Character tall = stick_person({.scale = 1.3});
  const Clip clip = swirl(person, 30, 30);
  const RetargetedClip result = retarget(person, clip, tall, bare());
  EXPECT_NEAR(result.report.root_scale, 1.3, 1e-9);
  EXPECT_LT(worst_distance(person.skeleton, clip, tall.skeleton, result.clip, 1.3), 1e-9);
  EXPECT_EQ(result.clip.frame_rate, clip.frame_rate);
  EXPECT_EQ(result.clip.frames(), clip.frames());
}

TEST(Retarget, PlantsScaleToo) {
  const Character person = stick_person();
  const Character tall = stick_person({.scale = 1.3});
  const Clip clip = march(person, 3, 60);
  RetargetOptions options;
  options.same_skeleton = false;
  const RetargetedClip same = retarget(person, clip, person, options);
  const RetargetedClip larger = retarget(person, clip, tall, options);
  EXPECT_LT(worst_distance(person.skeleton, same.clip, tall.skeleton, larger.clip, 1.3), 1e-6);
  // A march whose feet are on the ground already needs little correction. Measured: 20 mm, of a foot that begins to
  // rise while it still counts as planted.
  EXPECT_LT(worst_distance(person.skeleton, clip, person.skeleton, same.clip), 0.03);
}

TEST(Retarget, SpinesWithOtherNumbersOfJointsReachTheSameChestAndHead) {
  const Character three = stick_person();
  const Clip clip = swirl(three, 20, 30);
  const auto turn = [](const Character& character, const Clip& motion, int frame, const std::string& name) {
    const auto j = static_cast<std::size_t>(*character.skeleton.find(name));
    return world_at(character.skeleton, motion, frame)[j].rotation;
  };
  for (const int count : {1, 2, 5}) {
    const Character other = stick_person({.spine_joints = count});
    const RetargetedClip result = retarget(three, clip, other, bare());
    const std::string last = count == 1 ? "Spine" : "Spine" + std::to_string(count - 1);
    for (int frame = 0; frame < clip.frames(); ++frame) {
      EXPECT_LT(angle_between(turn(three, clip, frame, "Spine2"), turn(other, result.clip, frame, last)), 1e-9);
      for (const char* name : {"Hips", "Head", "LeftForeArm", "RightHand", "LeftLeg", "RightFoot"}) {
        EXPECT_LT(angle_between(turn(three, clip, frame, name), turn(other, result.clip, frame, name)), 1e-9) << name;
      }
    }
  }
}

TEST(Retarget, AMapReplacesPairs) {
  const Character person = stick_person();
  const Clip clip = swirl(person, 10, 30);
  const RetargetMap map{{{"LeftArm", "", "", 0, ""}, {"RightArm", "LeftArm", "", 0, ""}}};
  const RetargetedClip result = retarget(person, clip, person, bare(), map);
  const auto left = static_cast<std::size_t>(*person.skeleton.find("LeftArm"));
  for (int frame = 0; frame < clip.frames(); ++frame) {
    EXPECT_LT(angle_between(result.clip.frame_rotations(frame)[left], Quat::Identity()), 1e-9);
  }
  EXPECT_NE(std::ranges::find(result.report.resting, "LeftArm"), result.report.resting.end());
  const RetargetMap wrong{{{"LeftArm", "Tentacle", "", 0, ""}}};
  EXPECT_THROW(static_cast<void>(retarget(person, clip, person, bare(), wrong)), Error);
}

TEST(Retarget, MapsSurviveToml) {
  const Character person = stick_person();
  const Character other = stick_person({.spine_joints = 2});
  const Clip clip = swirl(person, 5, 30);
  const RetargetedClip found = retarget(person, clip, other, bare());
  const std::string toml = retarget_map_to_toml(found.report.map);
  const RetargetMap map = retarget_map_from_toml(toml, "map.toml");
  ASSERT_EQ(map.pairs.size(), found.report.map.pairs.size());
  const RetargetedClip again = retarget(person, clip, other, bare(), map);
  EXPECT_EQ(worst_distance(other.skeleton, found.clip, other.skeleton, again.clip), 0);
  EXPECT_THROW(static_cast<void>(retarget_map_from_toml("[[pair]]\ntarget = \"a\"\nsource = 3\n", "x")), Error);
  EXPECT_THROW(static_cast<void>(retarget_map_from_toml("[[pair]]\ntarget = \"a\"\nsource = \"\"\nodd = 1\n", "x")),
               Error);
}

TEST(Retarget, KindsMustAgree) {
  const Character person = stick_person();
  const Clip clip = swirl(person, 5, 30);
  const Character thing = test::small_character();
  EXPECT_THROW(static_cast<void>(retarget(person, clip, thing)), Error);
  const Clip rest = rest_clip(thing.skeleton, 3, 30);
  EXPECT_THROW(static_cast<void>(retarget(thing, rest, person)), Error);
}

TEST(Retarget, CreaturesAreMatchedByName) {
  Character small;
  small.skeleton = test::small_skeleton();
  const Clip clip = swirl(small, 10, 30);
  Character large = small;
  for (Joint& joint : large.skeleton.joints) joint.rest.translation *= 2;
  RetargetOptions options = bare();
  const RetargetedClip result = retarget(small, clip, large, options);
  EXPECT_FALSE(result.report.humanoid);
  EXPECT_NEAR(result.report.root_scale, 2, 1e-9);
  EXPECT_LT(worst_distance(small.skeleton, clip, large.skeleton, result.clip, 2), 1e-9);
  for (Joint& joint : large.skeleton.joints) joint.name = "x" + joint.name;
  EXPECT_THROW(static_cast<void>(retarget(small, clip, large, options)), Error);
  // A map fills the gap.
  RetargetMap map;
  for (const Joint& joint : small.skeleton.joints) {
    if (!joint.end_site) map.pairs.push_back({"x" + joint.name, joint.name, "", 0, ""});
  }
  const RetargetedClip mapped = retarget(small, clip, large, options, map);
  EXPECT_LT(worst_distance(small.skeleton, clip, large.skeleton, mapped.clip, 2, "x"), 1e-9);
}

}  // namespace
}  // namespace sinew
