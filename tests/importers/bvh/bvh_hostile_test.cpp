#include <gtest/gtest.h>

#include <random>

#include "libanim/support/error.h"
#include "tests/importers/bvh/bvh_samples.h"

namespace sinew::test {
namespace {

/// Whether the file was accepted; anything but a clean refusal of the file fails the test.
bool accepted(std::string_view text, const ImportOptions& options = {}) {
  try {
    read_bvh(text, options).validate();
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset) << error.what();
    EXPECT_FALSE(error.message().empty());
    return false;
  }
}

std::string nested(int depth, std::string_view motion) {
  std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n";
  for (int i = 1; i < depth; ++i) text += "JOINT b\n{\nOFFSET 0 1 0\n";
  for (int i = 0; i < depth; ++i) text += "}\n";
  return text + std::string(motion);
}

TEST(BvhHostile, DeepNestingIsRefusedByTheLimit) {
  EXPECT_FALSE(accepted(nested(100'000, "MOTION\nFrames: 1\nFrame Time: 1\n0\n")));
  EXPECT_TRUE(accepted(nested(512, "MOTION\nFrames: 1\nFrame Time: 1\n0\n")));
  EXPECT_FALSE(accepted(nested(513, "MOTION\nFrames: 1\nFrame Time: 1\n0\n")));
}

TEST(BvhHostile, DeepNestingCostsNoStack) {
  ImportOptions options;
  options.limits.max_depth = 200'000;
  options.limits.max_joints = 200'000;
  std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n";
  for (int i = 1; i < 100'000; ++i) text += "JOINT b" + std::to_string(i) + "\n{\nOFFSET 0 0 0\n";
  text += std::string(100'000, '}') + "\nMOTION\nFrames: 1\nFrame Time: 1\n0\n";
  EXPECT_TRUE(accepted(text, options));
}

TEST(BvhHostile, TooManyJoints) {
  std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n";
  for (int i = 0; i < 10'000; ++i) text += "JOINT b" + std::to_string(i) + "\n{\nOFFSET 0 0 0\n}\n";
  EXPECT_FALSE(accepted(text + "}\nMOTION\nFrames: 1\nFrame Time: 1\n0\n"));
}

TEST(BvhHostile, HugeCounts) {
  EXPECT_FALSE(accepted(chain_bvh("MOTION\nFrames: 18446744073709551615\nFrame Time: 1\n")));
  EXPECT_FALSE(accepted(chain_bvh("MOTION\nFrames: 99999999999999999999999\nFrame Time: 1\n0 0 0 0 0 0 0 0 0\n")));
  EXPECT_TRUE(accepted(chain_bvh("MOTION\nFrames: 18446744073709551615\nFrame Time: 1\n0 0 0 0 0 0 0 0 0\n")));
  EXPECT_FALSE(accepted(chain_bvh("MOTION\nFrames: 1\nFrame Time: 1e-300\n0 0 0 0 0 0 0 0 0\n")));
}

TEST(BvhHostile, LimitsOnFramesValuesAndBytes) {
  std::string text = chain_bvh("MOTION\nFrames: 10\nFrame Time: 1\n");
  for (int i = 0; i < 10; ++i) text += "0 0 0 0 0 0 0 0 0\n";
  ImportOptions frames;
  frames.limits.max_frames = 9;
  EXPECT_FALSE(accepted(text, frames));
  frames.limits.max_frames = 10;
  EXPECT_TRUE(accepted(text, frames));
  ImportOptions values;
  values.limits.max_clip_values = 29;  // 10 frames of 3 joints
  EXPECT_FALSE(accepted(text, values));
  values.limits.max_clip_values = 30;
  EXPECT_TRUE(accepted(text, values));
  ImportOptions bytes;
  bytes.limits.max_file_bytes = text.size() - 1;
  EXPECT_FALSE(accepted(text, bytes));
}

// 0.3 MB that would become 2.9 GB: joints without channels take memory in every frame, and none in the file.
TEST(BvhHostile, SmallFileThatWouldFillTheMemory) {
  std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n";
  for (int i = 0; i < 9'000; ++i) text.append("JOINT b").append(std::to_string(i)).append("\n{\nOFFSET 0 0 0\n}\n");
  text += "}\nMOTION\nFrames: 10000\nFrame Time: 1\n";
  for (int i = 0; i < 10'000; ++i) text += "0\n";
  EXPECT_FALSE(accepted(text));
}

TEST(BvhHostile, LargestNumbers) {
  std::string text = nested(500, "MOTION\nFrames: 1\nFrame Time: 1\n1e9\n");
  for (std::size_t at = text.find("0 1 0"); at != std::string::npos; at = text.find("0 1 0", at))
    text.replace(at, 5, "1e9 1e9 1e9");
  EXPECT_TRUE(accepted(text));
}

TEST(BvhHostile, OddBytes) {
  EXPECT_FALSE(accepted(std::string(100, '\0')));
  EXPECT_FALSE(accepted("HIERARCHY" + std::string(100, '\0')));
  EXPECT_FALSE(accepted(chain_bvh(kOneFrame) + std::string(1, '\0')));
  EXPECT_FALSE(accepted("HIERARCHY\nROOT " + std::string(1'000'000, 'x')));
  EXPECT_FALSE(accepted(std::string(1'000'000, '{')));
  EXPECT_FALSE(accepted("\xEF\xBB\xBF"));
}

// Cut anywhere, the file is read or refused. It is complete only with all nine values of its frame.
TEST(BvhHostile, TruncatedAtEveryByte) {
  const std::string text = chain_bvh(kOneFrame);
  for (std::size_t size = 0; size < text.size() - 1; ++size) EXPECT_FALSE(accepted(text.substr(0, size))) << size;
  EXPECT_TRUE(accepted(text.substr(0, text.size() - 1)));
}

TEST(BvhHostile, RandomDamage) {
  const std::string text =
      chain_bvh("MOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3 10 20 30 40 50 60\n0 0 0 0 0 0 0 0 0\n");
  std::mt19937_64 random(7);
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = text;
    for (std::uint64_t n = 1 + random() % 4; n > 0; --n)
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    read += accepted(damaged) ? 1 : 0;
  }
  EXPECT_GT(read, 100);  // 256 of 20000: only damage to names and digits may pass
  EXPECT_LT(read, 1000);
}

}  // namespace
}  // namespace sinew::test
