#include "pipelines/synth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "importers/import_file.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

const std::string kStand = "phases = 2\n[[goals]]\nkind = \"stand\"\n";

/// A task in a folder of its own.
class Synth : public testing::Test {
 protected:
  SynthRequest request(const std::string& task) {
    SynthRequest request;
    request.task = folder_.path() / "t.toml";
    std::ofstream(request.task) << task;
    request.characters = {test::source_dir() / "samples" / "data" / "hero.glb"};
    request.output = out();
    request.search.starts = 1;
    return request;
  }

  [[nodiscard]] std::filesystem::path out() const { return folder_.path() / "out.glb"; }
  [[nodiscard]] std::filesystem::path beside(const char* name) const { return folder_.path() / name; }
  [[nodiscard]] bool anything_written() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path()), {}) > 1;
  }

  std::string error_of(const SynthRequest& wanted) {
    try {
      (void)plan_synth(wanted);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  test::TempDir folder_;
};

TEST_F(Synth, StandingIsWrittenAndReadsBack) {
  const SynthRequest wanted = request(kStand);
  const SynthPlan plan = plan_synth(wanted);
  const SynthFileReport report = synth(wanted, plan);
  ASSERT_EQ(report.end, SynthEnd::kDone) << report.sentence;
  const Asset read = import_file(out(), {});
  ASSERT_EQ(read.clips.size(), 1U);
  EXPECT_EQ(read.clips[0].name, "t");
  EXPECT_EQ(read.clips[0].frames(), 31);
  EXPECT_FALSE(read.character.meshes.empty());
  EXPECT_TRUE(report.ledger.has(NoteCode::kSynthesis));
  EXPECT_FALSE(std::filesystem::exists(out().string() + ".checkpoint"));
}

TEST_F(Synth, ASecondCharacterAndObjectsHaveFilesOfTheirOwn) {
  const SynthRequest wanted = request(
      "phases = 2\n[[characters]]\n[[characters]]\nposition = [2, 0, 0]\n"
      "[[objects]]\nname = \"crate\"\nkind = \"box\"\nposition = [0, 0.2, 1]\nsize = [0.4, 0.4, 0.4]\nmass = 3\n"
      "[[goals]]\nkind = \"stand\"\n[[goals]]\nkind = \"stand\"\ncharacter = \"b\"\n");
  const SynthPlan plan = plan_synth(wanted);
  EXPECT_EQ(plan.outputs, (std::vector<std::filesystem::path>{out(), beside("out-b.glb"), beside("out-crate.glb")}));
  SynthRequest kept = wanted;
  kept.keep_failed = true;  // whether it is a good motion is not asked here
  const SynthFileReport report = synth(kept, plan);
  ASSERT_TRUE(report.written) << report.sentence;
  const Asset crate = import_file(beside("out-crate.glb"), {});
  ASSERT_EQ(crate.character.skeleton.size(), 1);
  EXPECT_EQ(crate.character.skeleton.joints[0].name, "crate");
  EXPECT_EQ(crate.character.meshes[0].primitives[0].indices.size(), 36U);
  EXPECT_NEAR((joint_positions(crate.character.skeleton, crate.clips[0], 0)[0] - Vec3(0, 0.2, 1)).norm(), 0, 1e-3);
  const Asset a = import_file(out(), {});
  const Asset b = import_file(beside("out-b.glb"), {});
  EXPECT_EQ(a.clips[0].frames(), b.clips[0].frames());
  EXPECT_EQ(a.clips[0].frames(), crate.clips[0].frames());
  EXPECT_TRUE(same_structure(a.character.skeleton, b.character.skeleton));
}

TEST_F(Synth, StoppingLeavesNothing) {
  const SynthRequest wanted = request(kStand);
  const SynthFileReport report = synth(wanted, plan_synth(wanted), [](const SynthProgress&) { return false; });
  EXPECT_EQ(report.end, SynthEnd::kStopped);
  EXPECT_FALSE(report.written);
  EXPECT_FALSE(anything_written());
}

TEST_F(Synth, OutputsAreRefusedBeforeTheSearch) {
  SynthRequest wanted = request(kStand);
  std::ofstream(out()) << "mine";
  EXPECT_THAT(error_of(wanted), HasSubstr("--force replaces it"));
  wanted.existing = Existing::kReplace;
  EXPECT_EQ(error_of(wanted), "no error");
  wanted.output = wanted.task;
  EXPECT_THAT(error_of(wanted), HasSubstr(".glb"));
  wanted.output = wanted.characters[0];
  EXPECT_THAT(error_of(wanted), HasSubstr("inputs are never overwritten"));
  const std::string crate =
      "[[objects]]\nname = \"b\"\nkind = \"box\"\nposition = [0, 1, 1]\nsize = [1, 1, 1]\nmass = 3\n";
  SynthRequest twice = request("[[characters]]\n[[characters]]\n" + crate + kStand.substr(kStand.find('[')));
  twice.existing = Existing::kReplace;
  EXPECT_THAT(error_of(twice), HasSubstr("two outputs have this name"));
}

TEST_F(Synth, CharactersComeFromTheCommandLineOrTheTask) {
  SynthRequest wanted = request(kStand);
  wanted.characters.clear();
  EXPECT_THAT(error_of(wanted), HasSubstr("character a has no file: give it with -c"));
  wanted = request(kStand);
  wanted.characters.push_back(wanted.characters.front());
  EXPECT_THAT(error_of(wanted), HasSubstr("-c is given 2 times; the task has 1"));
  wanted.characters = {folder_.path() / "none.glb"};
  EXPECT_THAT(error_of(wanted), HasSubstr("none.glb"));
}

/// What `--physics` asks for, with as little work as possible.
BakeRequest quick_bake() {
  BakeRequest bake;
  bake.track.samples = 8;
  bake.track.iterations = 2;
  bake.track.restarts = 0;
  return bake;
}

TEST_F(Synth, WhereControlIsLostTheNextMotionThatPassesIsFollowed) {
  SynthRequest wanted = request(kStand);
  wanted.search.starts = 2;
  wanted.physics = quick_bake();
  wanted.physics->track.lost_distance = 1e-5;  // nobody stands as still as that
  wanted.sheet = beside("sheet.png");
  const SynthPlan plan = plan_synth(wanted);
  const SynthFileReport report = synth(wanted, plan);
  EXPECT_EQ(report.end, SynthEnd::kPhysics);
  const std::vector<int> order = report.result.report.ranking();
  EXPECT_EQ(report.result.report.best, order.back());
  for (const int start : order) {
    EXPECT_THAT(report.sentence, HasSubstr("2 searches pass; that of start " + std::to_string(order.back())));
    if (start != order.back()) {
      EXPECT_THAT(report.sentence, HasSubstr("the motion of start " + std::to_string(start) + ": control was lost"));
    }
  }
  EXPECT_FALSE(report.written);
  EXPECT_FALSE(std::filesystem::exists(out()));
  EXPECT_TRUE(std::filesystem::exists(beside("sheet.png")));
}

TEST_F(Synth, TheFirstMotionThatIsFollowedIsWritten) {
  SynthRequest wanted = request(kStand);
  wanted.search.starts = 2;
  wanted.physics = quick_bake();
  const SynthPlan plan = plan_synth(wanted);
  const SynthFileReport report = synth(wanted, plan);
  EXPECT_TRUE(report.written) << report.sentence;
  EXPECT_EQ(report.result.report.best, report.result.report.ranking().front());
  EXPECT_THAT(report.sentence, testing::Not(HasSubstr("control was lost")));
}

TEST_F(Synth, AStoppedRunGoesOnWithTheMotionThatItWasAbout) {
  SynthRequest wanted = request(kStand);
  wanted.search.starts = 2;
  wanted.physics = quick_bake();
  wanted.figure.torque_scale = 1e-3;  // it falls down, not at once
  wanted.physics->track.lost_distance = 0.05;
  int bakes = 0;
  int last = 1000;
  const BakeWatcher stop_in_second = [&](const BakeProgress& now) {
    bakes += now.iteration <= last ? 1 : 0;
    last = now.iteration;
    return bakes < 2;
  };
  const SynthFileReport stopped = synth(wanted, plan_synth(wanted), {}, stop_in_second);
  ASSERT_EQ(stopped.end, SynthEnd::kStopped) << stopped.sentence;
  const int second = stopped.result.report.ranking()[1];
  EXPECT_EQ(stopped.result.report.best, second);
  wanted.physics->resume = true;
  const SynthFileReport resumed = synth(wanted, plan_synth(wanted));
  EXPECT_TRUE(resumed.bake->resumed);
  EXPECT_EQ(resumed.result.report.best, second);
  EXPECT_THAT(resumed.sentence, testing::Not(HasSubstr("the motion of start")));  // the first one is not tried again
}

TEST_F(Synth, PhysicsFollowsOneCharacter) {
  SynthRequest wanted = request("[[characters]]\n[[characters]]\n" + kStand.substr(kStand.find('[')));
  wanted.physics.emplace();
  EXPECT_THAT(error_of(wanted), HasSubstr("--physics follows one character"));
}

}  // namespace
}  // namespace sinew
