#include <gtest/gtest.h>

#include "tests/importers/bvh/bvh_samples.h"

namespace sinew::test {
namespace {

std::string frames(const std::string& header, const std::vector<std::string>& lines) {
  std::string text = chain_bvh("MOTION\n" + header + "\nFrame Time: 0.04\n");
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(BvhRemarks, FrameCounts) {
  const std::string frame = "0 0 0 0 0 0 0 0 0";
  const Asset fewer = read_bvh(frames("Frames: 3", {frame, frame}));
  EXPECT_EQ(fewer.clips[0].frames(), 2);
  EXPECT_EQ(note(fewer, NoteCode::kFrameCount), "MOTION: 3 frames are declared, 2 are there; all 2 are used");
  const Asset more = read_bvh(frames("Frames: 1", {frame, frame}));
  EXPECT_EQ(more.clips[0].frames(), 2);
  EXPECT_EQ(note(more, NoteCode::kFrameCount), "MOTION: 1 frames are declared, 2 are there; all 2 are used");
  const Asset cut = read_bvh(frames("Frames: 2", {frame, frame, "0 0 0 0"}));
  EXPECT_EQ(cut.clips[0].frames(), 2);
  EXPECT_EQ(note(cut, NoteCode::kFrameCount), "MOTION: the last frame has 4 of 9 values; dropped");
  EXPECT_FALSE(read_bvh(frames("Frames: 2", {frame, frame})).ledger.has(NoteCode::kFrameCount));
}

TEST(BvhRemarks, NoFramesIsABareSkeleton) {
  const Asset asset = read_bvh(frames("Frames: 0", {}));
  EXPECT_TRUE(asset.clips.empty());
  EXPECT_EQ(asset.character.skeleton.size(), 3);
  EXPECT_EQ(note(asset, NoteCode::kFrameCount), "MOTION: no frames; only the skeleton was imported");
  const Asset no_channels = read_bvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 0\nFrame Time: 1\n");
  EXPECT_TRUE(no_channels.clips.empty());
}

TEST(BvhRemarks, LeadIn) {
  const std::vector<std::string> lines = {"0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0 0", "1 2 3 0 0 0 0 0 0",
                                          "1 2 3.1 0 0 0 0 0 0", "1 2 3.2 0 0 0 0 0 0"};
  const Asset asset = read_bvh(frames("Frames: 5", lines));
  EXPECT_EQ(asset.clips[0].frames(), 5);  // only reported
  EXPECT_EQ(note(asset, NoteCode::kLeadIn),
            "frames 0 to 1: the root waits at the origin and jumps 3.74 m into place at frame 2; the frames are kept");
}

TEST(BvhRemarks, WalkingOffFromTheOriginIsNoLeadIn) {
  const std::vector<std::string> slow = {"0 0 0 0 0 0 0 0 0", "0 0 0.1 0 0 0 0 0 0", "0 0 0.2 0 0 0 0 0 0"};
  EXPECT_FALSE(read_bvh(frames("Frames: 3", slow)).ledger.has(NoteCode::kLeadIn));
  const std::vector<std::string> fast = {"0 0 0 0 0 0 0 0 0", "0 0 1 0 0 0 0 0 0", "0 0 2 0 0 0 0 0 0"};
  EXPECT_FALSE(read_bvh(frames("Frames: 3", fast)).ledger.has(NoteCode::kLeadIn));
  const std::vector<std::string> stays(4, "0 0 0 0 0 0 0 0 0");
  EXPECT_FALSE(read_bvh(frames("Frames: 4", stays)).ledger.has(NoteCode::kLeadIn));
}

TEST(BvhRemarks, TPoseFrame) {
  const std::vector<std::string> lines = {"0 1 0 0 0 0 0 2 0", "0 1 0 0 0 0 0 70 0", "0 1 0 0 0 0 0 71 0",
                                          "0 1 0 0 0 0 0 72 0"};
  const Asset asset = read_bvh(frames("Frames: 4", lines));
  EXPECT_EQ(asset.clips[0].frames(), 4);
  EXPECT_EQ(note(asset, NoteCode::kTPoseFrame).substr(0, 20), "frame 0: a rest pose");
}

TEST(BvhRemarks, MotionFromTheRestPoseIsNoTPoseFrame) {
  const std::vector<std::string> smooth = {"0 1 0 0 0 0 0 0 0", "0 1 0 0 0 0 0 20 0", "0 1 0 0 0 0 0 40 0",
                                           "0 1 0 0 0 0 0 60 0"};
  EXPECT_FALSE(read_bvh(frames("Frames: 4", smooth)).ledger.has(NoteCode::kTPoseFrame));
  const std::vector<std::string> jump_elsewhere = {"0 1 0 0 0 0 0 90 0", "0 1 0 0 0 0 0 0 0", "0 1 0 0 0 0 0 1 0"};
  EXPECT_FALSE(read_bvh(frames("Frames: 3", jump_elsewhere)).ledger.has(NoteCode::kTPoseFrame));
}

}  // namespace
}  // namespace sinew::test
