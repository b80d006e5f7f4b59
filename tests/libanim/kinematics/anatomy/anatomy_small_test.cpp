#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "importers/import_file.h"
#include "libanim/kinematics/anatomy_sole.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "tests/libanim/kinematics/anatomy/anatomy_laws.h"
#include "tests/support/small_models.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

Character hero() { return import_file(test::source_dir() / "samples/data/hero.glb", {}).character; }

Character without_names(Character character) {
  for (int j = 0; j < character.skeleton.size(); ++j)
    character.skeleton.joints[to_size(j)].name = std::string("joint_").append(std::to_string(j));
  return character;
}

Character without_skin(Character character) {
  character.meshes.clear();
  character.skins.clear();
  return character;
}

/// Turns the whole character about the vertical; the skin follows its joints.
Character turned(Character character, double angle) {
  const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  for (Joint& joint : character.skeleton.joints) {
    if (joint.parent == kNoParent) joint.rest = Transform{Vec3::Zero(), turn} * joint.rest;
  }
  return character;
}

TEST(AnatomySmall, NamesAndStructureAgreeOnTheHero) {
  const Character named = hero();
  const Anatomy by_name = find_anatomy(named);
  for (const Character& character : {without_names(named), without_names(without_skin(named))}) {
    const Anatomy by_shape = find_anatomy(character);
    ASSERT_TRUE(by_shape.humanoid);
    EXPECT_EQ(test::broken_humanoid_law(character, by_shape), "");
    ASSERT_EQ(by_shape.bodies.size(), by_name.bodies.size());
    for (std::size_t b = 0; b < by_name.bodies.size(); ++b) {
      EXPECT_EQ(by_shape.bodies[b].name, by_name.bodies[b].name);
      EXPECT_EQ(by_shape.bodies[b].joint, by_name.bodies[b].joint) << by_name.bodies[b].name;
      EXPECT_EQ(by_shape.bodies[b].orientation_joint, by_name.bodies[b].orientation_joint) << by_name.bodies[b].name;
    }
  }
}

TEST(AnatomySmall, FacingFollowsTheCharacter) {
  for (const double angle : {0.0, 0.7, std::numbers::pi, -2.0}) {
    for (const bool names : {true, false}) {
      const Character character = turned(names ? hero() : without_names(hero()), angle);
      const Anatomy anatomy = find_anatomy(character);
      const Vec3 ahead = anatomy.facing * Vec3::UnitZ();
      EXPECT_LT((ahead - Vec3(std::sin(angle), 0, std::cos(angle))).norm(), 1e-3) << angle << " names " << names;
      EXPECT_EQ(test::broken_humanoid_law(character, anatomy), "") << angle << " names " << names;
      // The stance keeps the heading.
      EXPECT_LT(anatomy.bodies[0].neutral.angularDistance(Quat::Identity()), 1e-3);
    }
  }
}

TEST(AnatomySmall, LyingSidesAreFoundOut) {
  Character character = hero();
  for (Joint& joint : character.skeleton.joints) {
    const std::string name = joint.name;
    if (name.starts_with("Left")) joint.name = "Right" + name.substr(4);
    if (name.starts_with("Right")) joint.name = "Left" + name.substr(5);
  }
  const Anatomy anatomy = find_anatomy(character);
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kThigh, Side::kLeft), "RightUpperLeg");
  EXPECT_LT((anatomy.facing * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 1e-3);
}

TEST(AnatomySmall, OptionsAddBodies) {
  AnatomyOptions all;
  all.abdomen = all.neck = all.clavicles = all.hands = all.toes = true;
  const Character character = hero();
  const Anatomy anatomy = find_anatomy(character, all);
  EXPECT_EQ(anatomy.bodies.size(), 21U);
  EXPECT_EQ(test::broken_humanoid_law(character, anatomy), "");
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kAbdomen, Side::kCentre), "Spine");
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kNeck, Side::kCentre), "Neck");
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kClavicle, Side::kLeft), "LeftShoulder");
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kHand, Side::kRight), "RightHand");
  EXPECT_EQ(test::joint_of(character, anatomy, Part::kToes, Side::kRight), "RightToes");
}

TEST(AnatomySmall, MaxBodiesIsKept) {
  const Character hound = import_file(test::source_dir() / "samples/data/hound.glb", {}).character;
  for (const int most : {40, 20, 12, 5, 1}) {
    AnatomyOptions options;
    options.max_bodies = most;
    const Anatomy anatomy = find_anatomy(hound, options);
    EXPECT_LE(static_cast<int>(anatomy.bodies.size()), most);
    EXPECT_EQ(test::broken_law(hound, anatomy), "") << most;
  }
}

TEST(AnatomySmall, FragmentsAreNoHumanoids) {
  Character character;
  character.skeleton = test::small_skeleton();
  const Anatomy anatomy = find_anatomy(character);
  EXPECT_FALSE(anatomy.humanoid);
  EXPECT_EQ(test::broken_law(character, anatomy), "");
}

TEST(AnatomySmall, NothingIsRefused) {
  Character character;
  EXPECT_THROW((void)find_anatomy(character), Error);
  character.skeleton.joints = {{"a", kNoParent, {}, false}, {"b", 0, {}, false}};
  try {
    (void)find_anatomy(character);
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_NE(error.message().find("one point"), std::string::npos) << error.what();
  }
}

TEST(AnatomySmall, ChainsOfAnyLengthAreDivided) {
  for (const int joints : {2, 3, 30, 400}) {
    Character character;
    for (int j = 0; j < joints; ++j)
      character.skeleton.joints.push_back(
          {std::string("c").append(std::to_string(j)), j - 1, {{0, 0, 0.1}, Quat::Identity()}, false});
    const Anatomy anatomy = find_anatomy(character);
    EXPECT_EQ(test::broken_law(character, anatomy), "") << joints;
    EXPECT_LE(anatomy.bodies.size(), 40U);
    if (joints >= 30) {
      EXPECT_GE(anatomy.bodies.size(), 10U) << joints;
    }
  }
}

TEST(AnatomySole, SkinLevelsATiltedFoot) {
  // A box foot, sole 0.08 below the ankle, heel 0.05 behind and tip 0.2 before it, pitched by 12 degrees.
  const Quat pitched(Eigen::AngleAxisd(12 * std::numbers::pi / 180, Vec3::UnitX()));
  std::vector<Vec3> skin;
  for (const double x : {-0.04, 0.04}) {
    for (const double z : {-0.05, 0.07, 0.2}) {
      skin.push_back(pitched * Vec3(x, -0.08, z));
      skin.push_back(pitched * Vec3(x, 0.02, z));
    }
  }
  const Quat level = level_sole(skin, Quat::Identity(), Vec3(0, -0.3, 1).normalized());
  EXPECT_LT((level * pitched).angularDistance(Quat::Identity()), 1e-9);
  EXPECT_EQ(level_sole({}, pitched, Vec3::UnitZ()).angularDistance(Quat::Identity()), 0);
}

/// Both legs splayed by an angle; the feet roll with them, or not; toes turned out.
std::array<BareFoot, 2> splayed_feet(double splay, bool rolled, double toe_out) {
  std::array<BareFoot, 2> feet;
  for (std::size_t s = 0; s < 2; ++s) {
    const double outwards = s == 0 ? 1 : -1;
    const Quat leg(Eigen::AngleAxisd(outwards * splay, Vec3::UnitZ()));
    const Quat foot = (rolled ? leg : Quat::Identity()) * Quat(Eigen::AngleAxisd(outwards * toe_out, Vec3::UnitY()));
    feet[s] = {leg * Vec3(0, -0.4, 0), foot * Vec3(0, -0.03, 0.12), foot * Vec3(0, 0, 0.06)};
  }
  return feet;
}

TEST(AnatomySole, BareFeetRollBackFromASplay) {
  const double splay = 20 * std::numbers::pi / 180;
  for (const double toe_out : {0.0, 0.15}) {
    const std::array<Quat, 2> rolls = undo_splay(splayed_feet(splay, true, toe_out));
    EXPECT_LT(rolls[0].angularDistance(Quat(Eigen::AngleAxisd(-splay, Vec3::UnitZ()))), 1e-9) << toe_out;
    EXPECT_LT(rolls[1].angularDistance(Quat(Eigen::AngleAxisd(splay, Vec3::UnitZ()))), 1e-9) << toe_out;
  }
}

TEST(AnatomySole, BareFeetThatStandAreLeftAlone) {
  for (const double splay : {0.0, 0.05, 0.35}) {
    for (const double toe_out : {0.0, 0.15}) {
      for (const Quat& roll : undo_splay(splayed_feet(splay, false, toe_out))) {
        EXPECT_EQ(roll.angularDistance(Quat::Identity()), 0) << splay << " " << toe_out;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
