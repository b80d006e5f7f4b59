#include <gtest/gtest.h>

#include <map>
#include <set>

#include "libanim/kinematics/pose.h"
#include "libanim/support/files.h"
#include "tests/importers/bvh/bvh_samples.h"
#include "tests/support/test_data.h"

namespace sinew::test {
namespace {

constexpr double kCmuUnit = 0.0254 / 0.45;

struct Expected {
  double unit;
  char up;
  double frame_rate;
  int frames;
};

/// Units: what the collections say, or the body height that makes sense; see the index of the data folder.
const std::map<std::string, Expected> kExpected = {
    {"anim-utils/custom_skeleton_walk_example.bvh", {0.01, 'Y', 72, 47}},
    {"anim-utils/mh_cmu_skeleton_pose.bvh", {0.01, 'Y', 30, 1}},
    {"anim-utils/vis_utils_example.bvh", {0.01, 'Y', 72, 47}},
    {"animated-drawings/fair1_jumping.bvh", {0.0254, 'Z', 120000.0 / 1001, 654}},
    {"animated-drawings/fair1_zombie.bvh", {0.0254, 'Z', 30, 779}},
    {"babylon/alien.bvh", {1, 'Y', 24, 160}},
    {"bvh-toolbox/walk01.bvh", {0.01, 'Y', 24, 101}},
    {"bvhio/example.bvh", {0.0254, 'Y', 30, 2}},
    {"cmu/02_01.bvh", {kCmuUnit, 'Y', 120, 344}},
    {"cmu/90_10.bvh", {kCmuUnit, 'Y', 120, 3}},
    {"cmu/111_21.bvh", {kCmuUnit, 'Y', 120, 2276}},
    {"fairmotion/sinusoidal.bvh", {0.01, 'Y', 60, 120}},
    {"games105/walk60.bvh", {1, 'Y', 60, 182}},
    {"games105/walk_forward.bvh", {1, 'Y', 100, 100}},
    {"makehuman/benchmark.bvh", {0.1, 'Z', 24, 1}},
    {"makehuman/dance1.bvh", {0.1, 'Z', 24, 1}},
    {"makehuman/face-poseunits.bvh", {0.1, 'Z', 24, 60}},
    {"makehuman/tpose.bvh", {0.1, 'Z', 24, 1}},
    {"makehuman/walk1.bvh", {0.1, 'Z', 24, 14}},
    {"makehuman/zombieWalk1.bvh", {0.1, 'Z', 24, 31}},
    {"momentum/simple.bvh", {0.01, 'Y', 30, 3}},
    {"pybvh/bvh_test2.bvh", {0.01, 'Y', 120, 61}},
    {"pybvh/bvh_test3.bvh", {0.0254, 'Z', 120, 100}},
    {"pybvh/full_precision_frame_time.bvh", {0.01, 'Y', 23.976, 3}},
    {"pybvh/rotation_first_root.bvh", {0.01, 'Y', 25, 4}},
    {"pybvh/standard_skeleton.bvh", {0.0254, 'Z', 120, 1}},
    {"snu-mass/balance.bvh", {0.01, 'Y', 120, 416}},
    {"snu-mass/walk.bvh", {0.01, 'Y', 120, 132}},
};

const std::set<std::string> kWithoutHeadOrFeet = {"babylon/alien.bvh", "fairmotion/sinusoidal.bvh",
                                                  "momentum/simple.bvh", "pybvh/full_precision_frame_time.bvh",
                                                  "pybvh/rotation_first_root.bvh"};

Asset import_data(const std::string& file) { return import_bvh(read_file(*data_dir() / "bvh" / file), {}); }

std::vector<std::string> bvh_files() {
  std::vector<std::string> files;
  for (const auto& path : data_files()) {
    if (path.extension() == ".bvh") files.push_back(path.lexically_relative("bvh").generic_string());
  }
  return files;
}

TEST(BvhData, UnitUpAndRateAreInferred) {
  SINEW_NEEDS_DATA();
  for (const auto& [file, expected] : kExpected) {
    const Asset asset = import_data(file);
    EXPECT_EQ(asset.source.unit, expected.unit) << file;
    EXPECT_EQ(asset.source.up, expected.up) << file;
    EXPECT_EQ(asset.source.frame_rate, expected.frame_rate) << file;
    ASSERT_EQ(asset.clips.size(), 1U) << file;
    EXPECT_EQ(asset.clips[0].frames(), expected.frames) << file;
    EXPECT_TRUE(asset.ledger.has(NoteCode::kUnitGuess)) << file;
    EXPECT_EQ(asset.ledger.has(NoteCode::kAxisGuess), expected.up != 'Y' || kWithoutHeadOrFeet.contains(file)) << file;
  }
}

TEST(BvhData, EveryFileImports) {
  SINEW_NEEDS_DATA();
  const auto files = bvh_files();
  EXPECT_GE(files.size(), 100U);
  for (const std::string& file : files) EXPECT_NO_THROW((void)import_data(file)) << file;
}

TEST(BvhData, CmuClips) {
  SINEW_NEEDS_DATA();
  const std::map<std::string, std::string> lead_ins = {{"cmu/07_12.bvh", "frames 0 to 1"},
                                                       {"cmu/20_10.bvh", "frames 0 to 13"},
                                                       {"cmu/104_01.bvh", "frames 0 to 55"},
                                                       {"cmu/138_54.bvh", "frames 0 to 74"}};
  for (const std::string& file : bvh_files()) {
    const Asset asset = import_data(file);
    const bool lead_in = lead_ins.contains(file);
    EXPECT_EQ(asset.ledger.has(NoteCode::kLeadIn), lead_in) << file;
    if (lead_in) {
      EXPECT_EQ(note(asset, NoteCode::kLeadIn).substr(0, lead_ins.at(file).size()), lead_ins.at(file));
    }
    // CMU's conversion puts a T-pose before every clip; in a lead-in it is among the waiting frames.
    EXPECT_EQ(asset.ledger.has(NoteCode::kTPoseFrame), file.starts_with("cmu/") && !lead_in) << file;
    if (!file.starts_with("cmu/")) continue;
    EXPECT_EQ(asset.source.unit, kCmuUnit) << file;
    EXPECT_EQ(asset.source.up, 'Y') << file;
    EXPECT_FALSE(asset.ledger.has(NoteCode::kAxisGuess)) << file;
  }
}

// Its 6-channel inner joints carry positions relative to OFFSET; replaced, the body would be a lump of 0.25 m.
TEST(BvhData, MakeHumanTPoseStands) {
  SINEW_NEEDS_DATA();
  const Asset asset = import_data("makehuman/tpose.bvh");
  EXPECT_TRUE(asset.ledger.has(NoteCode::kSuspect));
  EXPECT_NEAR(joint_bounds(world_at(asset.character.skeleton, asset.clips[0], 0)).size().y(), 1.66, 0.01);
}

}  // namespace
}  // namespace sinew::test
