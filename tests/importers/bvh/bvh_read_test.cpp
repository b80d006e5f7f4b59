#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "tests/importers/bvh/bvh_samples.h"

namespace sinew::test {
namespace {

constexpr double kPi = std::numbers::pi;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

void expect_near(const Vec3& actual, const Vec3& expected) {
  EXPECT_LT((actual - expected).norm(), 1e-14) << actual.transpose() << " instead of " << expected.transpose();
}

TEST(BvhRead, Structure) {
  const Asset asset = read_bvh(chain_bvh(kOneFrame));
  const auto& joints = asset.character.skeleton.joints;
  ASSERT_EQ(joints.size(), 3U);
  EXPECT_EQ(joints[0].name, "base");
  EXPECT_EQ(joints[1].name, "arm");
  EXPECT_EQ(joints[1].parent, 0);
  EXPECT_EQ(joints[2].name, "arm_end");
  EXPECT_TRUE(joints[2].end_site);
  EXPECT_EQ(joints[1].rest.translation, Vec3(0, 2, 0));
  ASSERT_EQ(asset.clips.size(), 1U);
  EXPECT_EQ(asset.clips[0].name, "motion");
  EXPECT_EQ(asset.clips[0].frame_rate, 25.0);
  EXPECT_EQ(asset.clips[0].translated, std::vector<int>{0});
  EXPECT_EQ(asset.source.format, "BVH");
  EXPECT_TRUE(asset.ledger.notes.empty());
}

// Root at (5, 6, 7) turned 90 degrees about Z: the bone points along -X. The arm turned 90 degrees about its X:
// its bone, along Y, goes to Z.
TEST(BvhRead, ClosedFormForwardKinematics) {
  const Asset asset = read_bvh(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n5 6 7 90 0 0 0 90 0\n"));
  const auto at = joint_positions(asset.character.skeleton, asset.clips[0], 0);
  expect_near(at[0], {5, 6, 7});
  expect_near(at[1], {3, 6, 7});
  expect_near(at[2], {3, 6, 8});
}

// Channels act in the order in which they are listed, the first one outermost.
TEST(BvhRead, RotationOrderIsTheChannelOrder) {
  const Vec3 angles(0.3, -0.7, 1.1);
  const std::string header = chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n");
  const std::array<std::array<int, 3>, 6> orders = {{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  for (const auto& order : orders) {
    std::string channels = "CHANNELS 3";
    for (const int axis : order) channels.append(" ").append(1, "XYZ"[axis]).append("rotation");
    std::string text = replaced(header, "CHANNELS 3 Zrotation Xrotation Yrotation", channels) + "0 0 0 0 0 0";
    for (int i = 0; i < 3; ++i) text.append(" ").append(std::to_string(angles[i] * 180 / kPi));
    const Asset asset = read_bvh(text);
    // to_string prints six decimals of a degree: 1.7e-8 rad.
    EXPECT_LT(angle_between(asset.clips[0].rotations[1], from_euler(order, angles)), 3e-8) << channels;
  }
}

TEST(BvhRead, RotationChannelsBeforePositionChannels) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n90 0 0 5 6 7 0 0 0\n"),
                                    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
                                    "CHANNELS 6 Zrotation Xrotation Yrotation Xposition Yposition Zposition");
  const Asset asset = read_bvh(text);
  const auto at = joint_positions(asset.character.skeleton, asset.clips[0], 0);
  expect_near(at[0], {5, 6, 7});
  expect_near(at[1], {3, 6, 7});
}

TEST(BvhRead, FewerThanThreeRotationChannels) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 90\n"),
                                    "CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 1 Xrotation");
  const Asset asset = read_bvh(text);
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 0)[2], {0, 2, 1});
}

TEST(BvhRead, JointsWithoutChannels) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0 0 0 0\n"),
                                    "    CHANNELS 3 Zrotation Xrotation Yrotation\n", "");
  expect_near(joint_positions(read_bvh(text).character.skeleton, read_bvh(text).clips[0], 0)[2], {0, 3, 0});
  const Asset zero = read_bvh(replaced(text, "OFFSET 0 2 0\n", "OFFSET 0 2 0\n CHANNELS 0\n"));
  expect_near(joint_positions(zero.character.skeleton, zero.clips[0], 0)[2], {0, 3, 0});
}

// Positions of an inner joint replace OFFSET; components without a channel keep it.
TEST(BvhRead, InnerPositionsReplaceTheOffset) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 2\nFrame Time: 0.04\n0 0 0 0 0 0 7\n0 0 0 0 0 0 8\n"),
                                    "CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 1 Xposition");
  const Asset asset = read_bvh(text);
  EXPECT_EQ(asset.clips[0].translated, (std::vector<int>{0, 1}));
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 1)[1], {8, 2, 0});
  EXPECT_FALSE(asset.ledger.has(NoteCode::kSuspect));
}

TEST(BvhRead, InnerPositionsThatRestLoseTheirChannels) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 0 2 0 90 0 0\n"),
                                    "CHANNELS 3 Zrotation Xrotation Yrotation",
                                    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation");
  const Asset asset = read_bvh(text);
  EXPECT_EQ(asset.clips[0].translated, std::vector<int>{0});
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 0)[2], {-1, 2, 0});
}

TEST(BvhRead, InnerPositionsNextToNothingAreRelative) {
  const std::string text = replaced(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 0 0.01 0 0 0 0\n"),
                                    "CHANNELS 3 Zrotation Xrotation Yrotation",
                                    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation");
  const Asset asset = read_bvh(text);
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 0)[1], {0, 2.01, 0});
  EXPECT_TRUE(asset.ledger.has(NoteCode::kSuspect));
}

TEST(BvhRead, RootWithoutPositionChannelsStaysAtItsOffset) {
  const std::string text =
      "HIERARCHY\nROOT r\n{\nOFFSET 1 2 3\nCHANNELS 1 Yrotation\n}\nMOTION\nFrames: 2\n"
      "Frame Time: 0.1\n0\n90\n";
  const Asset asset = read_bvh(text);
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 1)[0], {1, 2, 3});
}

TEST(BvhRead, SeveralRoots) {
  const std::string block = " first\n{\nOFFSET 1 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n";
  const Asset asset = read_bvh("HIERARCHY\nROOT" + block + "ROOT" + replaced(block, "first", "second") +
                               "MOTION\nFrames: 1\nFrame Time: 0.1\n1 2 3 4 5 6\n");
  expect_near(joint_positions(asset.character.skeleton, asset.clips[0], 0)[1], {4, 5, 6});
}

TEST(BvhRead, QuaternionsAreContinuous) {
  std::string frames = "MOTION\nFrames: 40\nFrame Time: 0.04\n";
  for (int i = 0; i < 40; ++i) frames.append("0 0 0 ").append(std::to_string(i * 50)).append(" 0 0 0 0 0\n");
  const Asset asset = read_bvh(chain_bvh(frames));  // validates rule 5 of Clip
  EXPECT_GE(asset.clips[0].rotations[0].w(), 0);
  EXPECT_LT(asset.clips[0].rotations[std::size_t{10} * 3].w(), 0);  // 500 degrees: half angle 250
}

/// The same file in another spelling gives the same clip.
void expect_same(const std::string& text) {
  const Asset expected =
      read_bvh(chain_bvh("MOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3 10 20 30 40 50 60\n0 0 0 0 0 0 0 0 0\n"));
  const Asset actual = read_bvh(text);
  EXPECT_TRUE(same_structure(actual.character.skeleton, expected.character.skeleton));
  ASSERT_EQ(actual.clips.size(), 1U);
  ASSERT_EQ(actual.clips[0].rotations.size(), expected.clips[0].rotations.size());
  for (std::size_t i = 0; i < expected.clips[0].rotations.size(); ++i) {
    EXPECT_EQ(actual.clips[0].rotations[i].coeffs(), expected.clips[0].rotations[i].coeffs());
  }
  EXPECT_EQ(actual.clips[0].translations, expected.clips[0].translations);
  EXPECT_TRUE(actual.ledger.notes.empty());
}

TEST(BvhRead, OtherSpellings) {
  const std::string text =
      chain_bvh("MOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3 10 20 30 40 50 60\n0 0 0 0 0 0 0 0 0\n");
  expect_same(replaced(text, "\n", "\r\n"));
  expect_same(replaced(text, "\n", "\r"));
  expect_same(replaced(text, "}\n", "}\r\n\r"));
  expect_same(replaced(text, " ", "\t"));
  expect_same(replaced(text, " ", " \t "));
  expect_same("\xEF\xBB\xBF" + text);
  expect_same(replaced(text, "\n{", " {"));
  expect_same(replaced(replaced(text, "ROOT", "root"), "End Site", "END SITE"));
  expect_same(replaced(replaced(text, "HIERARCHY", "Hierarchy"), "MOTION", "Motion"));
  expect_same(replaced(replaced(text, "Frames:", "FRAMES:"), "Frame Time:", "FRAME TIME:"));
  expect_same(replaced(replaced(text, "Frames: ", "Frames:"), "Frame Time:", "Frame  Time :"));
  expect_same(replaced(replaced(text, "Zrotation", "ZROTATION"), "Xposition", "xposition"));
  expect_same(replaced(text, "0.04", "4e-2"));
  expect_same(replaced(text, "10 20 30", "1e1 +20.0 .3E2"));
  expect_same(replaced(text, "10 20 30", "10 20\n30"));  // a frame over two lines
  expect_same(replaced(text, "60\n", "60  \n\n \n"));
  expect_same(replaced(text, "End Site", "End Site tip of the arm"));
  expect_same(text.substr(0, text.size() - 1));  // no line end behind the last frame
}

TEST(BvhRead, NamesWithSpaces) {
  const Asset asset = read_bvh(replaced(chain_bvh(kOneFrame), "JOINT arm", "JOINT  left upper arm \t"));
  EXPECT_EQ(asset.character.skeleton.joints[1].name, "left upper arm");
  EXPECT_TRUE(asset.ledger.notes.empty());
}

TEST(BvhRead, NamesThatTheModelCannotHold) {
  const Asset twice = read_bvh(replaced(chain_bvh(kOneFrame), "JOINT arm", "JOINT base"));
  EXPECT_EQ(twice.character.skeleton.joints[1].name, "base_2");
  EXPECT_EQ(note(twice, NoteCode::kRename), "base_2: the file calls it \"base\"");
  const Asset empty = read_bvh(replaced(chain_bvh(kOneFrame), "JOINT arm", "JOINT"));
  EXPECT_EQ(empty.character.skeleton.joints[1].name, "joint");
  EXPECT_TRUE(empty.ledger.has(NoteCode::kRename));
  const Asset broken = read_bvh(replaced(chain_bvh(kOneFrame), "JOINT arm", "JOINT \x82\xa0"));
  EXPECT_EQ(broken.character.skeleton.joints[1].name, "??");
  EXPECT_TRUE(broken.ledger.has(NoteCode::kRename));
}

TEST(BvhRead, EndSiteYieldsToARealJointOfItsName) {
  const Asset asset = read_bvh(replaced(chain_bvh(kOneFrame), "ROOT base", "ROOT arm_end"));
  EXPECT_EQ(asset.character.skeleton.joints[0].name, "arm_end");
  EXPECT_EQ(asset.character.skeleton.joints[2].name, "arm_end_2");
}

TEST(BvhRead, MissingEndSite) {
  const Asset asset = read_bvh(
      "HIERARCHY ROOT a\n{ OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition }\nMOTION\n"
      "Frames: 1\nFrame Time: 1\n1 2 3\n");
  EXPECT_EQ(asset.character.skeleton.size(), 1);
}

TEST(BvhRead, UnitAndUpAreApplied) {
  ImportOptions options;
  options.unit = 0.01;
  options.up = 'Z';
  const Asset asset = read_bvh(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n100 200 300 0 0 90 0 90 0\n"), options);
  // The same in file axes: base at (1, 2, 3), arm 2 along Y turned about Y: (1, 4, 3), tip along Z of the arm:
  // Y goes by X 90 to Z, and by the base's Y 90 to X: (2, 4, 3). Z up becomes Y up by (x, z, -y).
  const auto at = joint_positions(asset.character.skeleton, asset.clips[0], 0);
  expect_near(at[0], {1, 3, -2});
  expect_near(at[1], {1, 3, -2.02});
  expect_near(at[2], {1.01, 3, -2.02});
  EXPECT_EQ(asset.source.up, 'Z');
  EXPECT_EQ(asset.source.unit, 0.01);
  EXPECT_TRUE(asset.ledger.has(NoteCode::kUnitScale));
  EXPECT_TRUE(asset.ledger.has(NoteCode::kAxisTurn));
  for (const Joint& joint : asset.character.skeleton.joints) EXPECT_EQ(joint.rest.rotation.w(), 1.0);
}

TEST(BvhRead, XUp) {
  ImportOptions options = as_is();
  options.up = 'X';
  const Asset asset = read_bvh(chain_bvh("MOTION\nFrames: 1\nFrame Time: 0.04\n1 2 3 90 0 0 0 0 0\n"), options);
  const auto at = joint_positions(asset.character.skeleton, asset.clips[0], 0);
  expect_near(at[0], {-2, 1, 3});
  expect_near(at[1], {-2, -1, 3});  // 2 along Y, turned to -X, which is down
}

}  // namespace
}  // namespace sinew::test
