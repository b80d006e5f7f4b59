#include "pipelines/synth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "importers/import_file.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/support/error.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

SynthCharacter synth_character(const char* file) {
  const Character character = import_file(test::source_dir() / "samples" / "data" / file, {}).character;
  return make_synth_character(character, build_figure(character).figure);
}

SynthProblem problem_of(const std::string& text, const std::vector<const char*>& files = {"hero.glb"}) {
  std::vector<SynthCharacter> characters;
  for (const char* file : files) characters.push_back(synth_character(file));
  return make_synth_problem(synth_task_from_toml(text, "t.toml"), std::move(characters));
}

std::string error_of(const std::string& text, const char* character) {
  try {
    (void)problem_of(text, {character});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    return error.what();
  }
  return "no error";
}

TEST(SynthProblem, SurroundingsBecomeSurfacesAndObjects) {
  const SynthProblem problem = problem_of(
      "phases = 4\nphase_time = 0.25\ngravity = [0, -5, 0]\n"
      "[ground]\nkind = \"slope\"\nangle_deg = 30\nheading_deg = 0\nfriction = 0.5\n"
      "[[boxes]]\nname = \"block\"\nposition = [1, 2, 3]\nsize = [2, 4, 6]\nfriction = 0.75\n"
      "[[objects]]\nname = \"crate\"\nkind = \"box\"\nposition = [3, 2, 1]\nsize = [1, 2, 3]\nmass = 7\nfriction = "
      "0.25\n"
      "[[goals]]\nkind = \"object\"\nobject = \"crate\"\nposition = [0, 1, 0]\n");
  EXPECT_EQ(problem.name, "t");
  EXPECT_EQ(problem.duration(), 1);
  EXPECT_EQ(problem.gravity.y(), -5);
  ASSERT_EQ(problem.surfaces.size(), 2U);
  const Vec3 up = problem.surfaces[0].pose.rotation * Vec3::UnitY();
  EXPECT_NEAR(up.y(), std::cos(M_PI / 6), 1e-12);
  EXPECT_LT(up.z(), 0);  // it rises ahead
  EXPECT_EQ(problem.surfaces[0].friction, 0.5);
  EXPECT_EQ(problem.surfaces[1].kind, SynthSurface::Kind::kBox);
  EXPECT_EQ(problem.surfaces[1].half, Vec3(1, 2, 3));
  EXPECT_EQ(problem.surfaces[1].pose.translation, Vec3(1, 2, 3));
  EXPECT_EQ(problem.surfaces[1].friction, 0.75);
  ASSERT_EQ(problem.objects.size(), 1U);
  EXPECT_EQ(problem.objects[0].half, Vec3(0.5, 1, 1.5));
  EXPECT_EQ(problem.objects[0].start.translation, Vec3(3, 2, 1));
  EXPECT_EQ(problem.objects[0].mass, 7);
  EXPECT_EQ(problem.objects[0].friction, 0.25);
  EXPECT_EQ(problem.goals[0].object, 0);
}

TEST(SynthProblem, NoGroundIsNoSurface) {
  const std::string none = "ground.kind = \"none\"\n[[goals]]\nkind = \"still\"\n";
  EXPECT_THAT(error_of(none, "hero.glb"), HasSubstr("t.toml: t: expected at least one surface"));
  const SynthProblem problem =
      problem_of(none + "[[boxes]]\nname = \"raft\"\nposition = [0, -1, 0]\nsize = [2, 2, 2]\n");
  ASSERT_EQ(problem.surfaces.size(), 1U);
  EXPECT_EQ(problem.surfaces[0].name, "raft");
}

TEST(SynthProblem, CharactersTouchEachOtherWhereTheTaskSaysSo) {
  const std::string two = "[[characters]]\n[[characters]]\nposition = [1, 0, 2]\n[[goals]]\nkind = \"stand\"\n";
  EXPECT_FALSE(problem_of(two, {"hero.glb", "hero.glb"}).touch_characters);
  EXPECT_TRUE(problem_of("touch_characters = true\n" + two, {"hero.glb", "hero.glb"}).touch_characters);
}

TEST(SynthProblem, LimbsAreFoundByNameInTheGoalsCharacter) {
  const SynthProblem problem = problem_of(
      "[[characters]]\n[[characters]]\nposition = [1, 0, 2]\nheading_deg = 180\neffort = 3\n"
      "[[goals]]\nkind = \"effector\"\nlimb = \"right_hand\"\nposition = [0, 1, 0]\n"
      "[[goals]]\nkind = \"effector\"\ncharacter = \"b\"\nlimb = \"hind_left_foot\"\nposition = [0, 0, 2]\n",
      {"hero.glb", "hound.glb"});
  EXPECT_EQ(problem.goals[0].limb, problem.characters[0].find_limb("right_hand"));
  EXPECT_EQ(problem.goals[1].limb, problem.characters[1].find_limb("hind_left_foot"));
  EXPECT_GE(problem.goals[1].limb, 0);
  EXPECT_EQ(problem.characters[0].name, "a");
  EXPECT_EQ(problem.effort, (std::vector<double>{1, 3}));
  EXPECT_NEAR(problem.starts[1].torso.translation.x(), 1, 0.1);
  EXPECT_NEAR(problem.starts[1].torso.translation.z(), 2, 0.1);
  EXPECT_NEAR((problem.starts[1].torso.rotation * Vec3::UnitZ()).z(), -1, 0.1);
}

TEST(SynthProblem, WhatDoesNotFitTheCharacterIsNamed) {
  const std::string wing = "[[goals]]\nkind = \"effector\"\nlimb = \"left_wing\"\nposition = [0, 1, 0]\n";
  EXPECT_THAT(error_of(wing, "hero.glb"), HasSubstr("t.toml: line 1, column 1: the character has no limb left_wing"));
  EXPECT_THAT(error_of(wing, "hero.glb"), HasSubstr("it has left_foot, right_foot, left_hand, right_hand"));
  EXPECT_THAT(error_of("[[characters]]\nstart = \"sit\"\n[[goals]]\nkind = \"stand\"\n", "hound.glb"),
              HasSubstr("t.toml: line 1, column 1: character a: "));
}

}  // namespace
}  // namespace sinew
