#include "pipelines/synth_task_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "libanim/support/error.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

const std::string kStand = "[[goals]]\nkind = \"stand\"\n";

SynthTask task_of(const std::string& text) { return synth_task_from_toml(text, "t.toml"); }

/// The message of a task that must be refused.
std::string error_of(const std::string& text) {
  try {
    (void)task_of(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_EQ(error.file(), "t.toml");
    return error.what();
  }
  return "no error";
}

TEST(SynthTaskFile, TheSmallestTask) {
  const SynthTask task = task_of(kStand);
  EXPECT_EQ(task.name, "t");
  EXPECT_EQ(task.phases, 10);
  EXPECT_EQ(task.phase_time, 0.5);
  EXPECT_EQ(task.surroundings.ground.kind, GroundKind::kPlane);
  ASSERT_EQ(task.characters.size(), 1U);
  EXPECT_EQ(task.characters[0].name, "a");
  EXPECT_EQ(task.characters[0].start, StartPose::kStand);
  EXPECT_EQ(task.characters[0].effort, 1);
  EXPECT_TRUE(task.characters[0].file.empty());
  ASSERT_EQ(task.goals.size(), 1U);
  EXPECT_EQ(task.goals[0].goal.kind, GoalKind::kStand);
  EXPECT_LT(task.goals[0].goal.time, 0);
  EXPECT_TRUE(task.files().empty());
}

TEST(SynthTaskFile, EveryKeyOfACharacter) {
  const SynthTask task = synth_task_from_toml(
      "[[characters]]\nfile = \"x/hero.glb\"\nfigure = \"hero.toml\"\nstart = \"stomach\"\nposition = [1, 2, 3]\n"
      "heading_deg = 90\neffort = 4\n[[characters]]\nname = \"other\"\n" +
          kStand,
      "folder/t.toml");
  ASSERT_EQ(task.characters.size(), 2U);
  const SynthTaskCharacter& a = task.characters[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.file, "folder/x/hero.glb");
  EXPECT_EQ(a.figure, "folder/hero.toml");
  EXPECT_EQ(a.start, StartPose::kOnStomach);
  EXPECT_EQ(a.at.position, Vec3(1, 2, 3));
  EXPECT_NEAR(a.at.heading, M_PI / 2, 1e-15);
  EXPECT_EQ(a.effort, 4);
  EXPECT_EQ(a.place, "line 1, column 1");
  EXPECT_EQ(task.characters[1].name, "other");
  EXPECT_EQ(task.files(), (std::vector<std::filesystem::path>{"folder/x/hero.glb", "folder/hero.toml"}));
}

TEST(SynthTaskFile, StartsAreNamedAsThePosesAre) {
  for (const char* word : {"neutral", "stand", "back", "stomach", "sit", "fours"}) {
    const SynthTask task = task_of("[[characters]]\nstart = \"" + std::string(word) + "\"\n" + kStand);
    EXPECT_EQ(start_pose_name(task.characters[0].start), word);
  }
}

TEST(SynthTaskFile, EveryKindOfGoal) {
  const SynthTask task = task_of(
      "phases = 8\nduration = 2\n[[characters]]\n[[characters]]\n"
      "[[objects]]\nname = \"crate\"\nkind = \"box\"\nsize = [1, 1, 1]\nmass = 3\nposition = [0, 0.5, 1]\n"
      "[[goals]]\nkind = \"position\"\nposition = [1, 2, 3]\naxes = \"zx\"\nweight = 2.5\n"
      "[[goals]]\nkind = \"direction\"\nheading_deg = 90\ntime = 1\ncharacter = \"b\"\n"
      "[[goals]]\nkind = \"handstand\"\n"
      "[[goals]]\nkind = \"effector\"\nlimb = \"left_hand\"\nposition = [0, 1, 0]\nvelocity = [0, 0, 2]\ntime = 0.5\n"
      "[[goals]]\nkind = \"effector\"\nlimb = \"left_hand\"\nposition = [0, 1, 0]\n"
      "[[goals]]\nkind = \"object\"\nobject = \"crate\"\nposition = [3, 2, 1]\n"
      "[[goals]]\nkind = \"still\"\n");
  EXPECT_EQ(task.phase_time, 0.25);
  ASSERT_EQ(task.goals.size(), 7U);
  const SynthGoal& position = task.goals[0].goal;
  EXPECT_EQ(position.kind, GoalKind::kPosition);
  EXPECT_EQ(position.position, Vec3(1, 2, 3));
  EXPECT_EQ(position.axes, (std::array{true, false, true}));
  EXPECT_EQ(position.weight, 2.5);
  EXPECT_EQ(position.character, 0);
  const SynthGoal& direction = task.goals[1].goal;
  EXPECT_EQ(direction.kind, GoalKind::kDirection);
  EXPECT_NEAR((direction.direction - Vec3::UnitX()).norm(), 0, 1e-12);
  EXPECT_EQ(direction.time, 1);
  EXPECT_EQ(direction.character, 1);
  EXPECT_EQ(task.goals[2].goal.kind, GoalKind::kHandstand);
  EXPECT_EQ(task.goals[3].goal.kind, GoalKind::kEffector);
  EXPECT_EQ(task.goals[3].limb, "left_hand");
  EXPECT_TRUE(task.goals[3].goal.timed_velocity);
  EXPECT_EQ(task.goals[3].goal.velocity, Vec3(0, 0, 2));
  EXPECT_FALSE(task.goals[4].goal.timed_velocity);
  EXPECT_EQ(task.goals[5].goal.kind, GoalKind::kObject);
  EXPECT_EQ(task.goals[5].goal.object, 0);
  EXPECT_EQ(task.goals[5].goal.axes, (std::array{true, true, true}));
  EXPECT_EQ(task.goals[6].goal.kind, GoalKind::kStill);
}

TEST(SynthTaskFile, SurroundingsAreThoseOfTheSceneFileAndOfTheTask) {
  const test::TempDir folder;
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder.path() / name) << text; };
  write("yard.toml",
        "name = \"yard\"\ngravity = [0, -5, 0]\n[[boxes]]\nname = \"one\"\nposition = [0, 1, 0]\nsize = [1, 1, 1]\n");
  write("t.toml",
        "name = \"mine\"\nscene = \"yard.toml\"\n[[boxes]]\nname = \"two\"\nposition = [0, 1, 0]\nsize = [1, 1, 1]\n" +
            kStand);
  const SynthTask task = load_synth_task(folder.path() / "t.toml");
  EXPECT_EQ(task.name, "mine");
  EXPECT_EQ(task.surroundings.name, "mine");
  EXPECT_EQ(task.surroundings.gravity.y(), -5);
  ASSERT_EQ(task.surroundings.boxes.size(), 2U);
  EXPECT_EQ(task.surroundings.boxes[0].name, "one");
  EXPECT_EQ(task.surroundings.boxes[1].name, "two");
  EXPECT_EQ(task.files(), std::vector<std::filesystem::path>{folder.path() / "yard.toml"});
  write("yard.toml", "[[boxs]]\n");
  try {
    (void)load_synth_task(folder.path() / "t.toml");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("yard.toml: line 1, column 3: unknown key boxs; did you mean boxes?"));
  }
}

TEST(SynthTaskFile, SamplesRead) {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "samples" / "06-synthesise")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path());
    EXPECT_EQ(load_synth_task(entry.path()).name, entry.path().stem().string());
    ++seen;
  }
  EXPECT_EQ(seen, 18);
}

TEST(SynthTaskFile, MistakesAreNamedWithTheirLine) {
  EXPECT_THAT(error_of(""), HasSubstr("goals: expected at least one"));
  EXPECT_THAT(error_of("phase = 3\n" + kStand), HasSubstr("line 1, column 1: unknown key phase; did you mean phases?"));
  EXPECT_THAT(error_of("phases = 0\n" + kStand), HasSubstr("line 1, column 10: phases = 0: expected"));
  EXPECT_THAT(error_of("phases = 2.5\n" + kStand), HasSubstr("phases = 2.5"));
  EXPECT_THAT(error_of("phase_time = 1\nduration = 3\n" + kStand), HasSubstr("expected either"));
  EXPECT_THAT(error_of("duration = 0.1\n" + kStand), HasSubstr("duration = 0.1: expected a number from 0.5 to 100"));
  EXPECT_THAT(error_of("[[goals]]\n"), HasSubstr("goals[0].kind is missing"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"jump\"\n"),
              HasSubstr("goals[0].kind = \"jump\": expected one of \"position\""));
  EXPECT_THAT(error_of(kStand + "position = [0, 0, 0]\n"),
              HasSubstr("line 3, column 1: unknown key goals[0].position"));
  EXPECT_THAT(error_of(kStand + "tme = 1\n"), HasSubstr("unknown key goals[0].tme; did you mean time?"));
  EXPECT_THAT(error_of(kStand + "time = 5.5\n"), HasSubstr("goals[0].time = 5.5: expected a number from 0 to 5"));
  EXPECT_THAT(error_of(kStand + "weight = 0\n"), HasSubstr("goals[0].weight = 0"));
  EXPECT_THAT(error_of(kStand + "character = \"c\"\n"), HasSubstr("there is no character c; there is a"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"position\"\n"), HasSubstr("goals[0].position is missing"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"position\"\nposition = [1, 2]\n"), HasSubstr("goals[0].position"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"direction\"\n"), HasSubstr("goals[0].heading_deg is missing"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"effector\"\nposition = [1, 2, 3]\n"),
              HasSubstr("goals[0].limb is missing"));
  EXPECT_THAT(error_of("[[goals]]\nkind = \"object\"\nobject = \"box\"\nposition = [1, 2, 3]\n"),
              HasSubstr("line 3, column 10: goals[0].object: there is no object box; there is none"));
  for (const char* axes : {"", "xx", "xw", "x z"}) {
    EXPECT_THAT(
        error_of("[[goals]]\nkind = \"position\"\nposition = [1, 2, 3]\naxes = \"" + std::string(axes) + "\"\n"),
        HasSubstr("goals[0].axes"));
  }
}

TEST(SynthTaskFile, WrongCharactersAreNamed) {
  EXPECT_THAT(error_of("[[characters]]\n[[characters]]\n[[characters]]\n" + kStand), HasSubstr("3 of them"));
  EXPECT_THAT(error_of("[[characters]]\nname = \"b\"\n[[characters]]\n" + kStand),
              HasSubstr("the name b is there twice"));
  EXPECT_THAT(error_of("[[characters]]\nname = \"a/b\"\n" + kStand), HasSubstr("characters[0].name: expected a name"));
  EXPECT_THAT(error_of("[[characters]]\nstart = \"lying\"\n" + kStand), HasSubstr("expected one of \"neutral\""));
  EXPECT_THAT(error_of("[[characters]]\neffort = 0\n" + kStand), HasSubstr("characters[0].effort = 0"));
  EXPECT_THAT(error_of("[[characters]]\nheding_deg = 0\n" + kStand), HasSubstr("did you mean heading_deg?"));
}

TEST(SynthTaskFile, SurroundingsThatOnlySimulationKnowsAreRefused) {
  EXPECT_THAT(error_of("[ground]\nkind = \"bumps\"\nheight = 0.1\nwavelength = 1\n" + kStand),
              HasSubstr("a height field"));
  EXPECT_THAT(error_of("[[pushes]]\nbody = \"chest\"\nstart = 1\nimpulse = [1, 0, 0]\n" + kStand), HasSubstr("push"));
  const std::string object = "[[objects]]\nname = \"o\"\nmass = 1\nposition = [0, 1, 0]\n";
  EXPECT_THAT(error_of(object + "kind = \"ball\"\nradius = 0.1\n" + kStand), HasSubstr("object o: a ball"));
  const std::string box = object + "kind = \"box\"\nsize = [1, 1, 1]\n";
  EXPECT_THAT(error_of(box + "release = 1\n" + kStand), HasSubstr("a projectile"));
  EXPECT_THAT(error_of(box + "velocity = [1, 0, 0]\n" + kStand), HasSubstr("it moves at the start"));
  EXPECT_THAT(error_of(box + box + kStand), HasSubstr("the name o is there twice"));
}

}  // namespace
}  // namespace sinew
