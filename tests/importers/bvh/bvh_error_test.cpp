#include <gtest/gtest.h>

#include <limits>

#include "libanim/support/error.h"
#include "tests/importers/bvh/bvh_samples.h"

namespace sinew::test {
namespace {

/// "line L, column C: message", or what was wrong about the refusal.
std::string refusal(const std::string& text, const ImportOptions& options = as_is()) {
  try {
    (void)read_bvh(text, options);
  } catch (const Error& error) {
    return (error.kind() == ErrorKind::kAsset ? "" : "wrong kind: ") + std::string(error.what());
  }
  return "accepted";
}

std::string chain_with(std::string_view from, std::string_view to) {
  std::string text = chain_bvh(kOneFrame);
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "no such text" : text.replace(at, from.size(), to);
}

TEST(BvhErrors, Start) {
  EXPECT_EQ(refusal(""), "line 1, column 1: expected HIERARCHY at the start of a BVH file, found the end of the file");
  EXPECT_EQ(refusal("glTF"), "line 1, column 1: expected HIERARCHY at the start of a BVH file, found \"glTF\"");
  EXPECT_EQ(refusal("HIERARCHY\n"), "line 2, column 1: expected ROOT, found the end of the file");
  EXPECT_EQ(refusal("HIERARCHY\nMOTION\n"), "line 2, column 1: expected ROOT, found \"MOTION\"");
  EXPECT_EQ(refusal("HIERARCHY\r\n\r\n  JOINT a"), "line 3, column 3: expected ROOT, found \"JOINT\"");
}

TEST(BvhErrors, Blocks) {
  EXPECT_EQ(refusal(chain_with("{\n", "\n")), "line 4, column 3: expected {, found \"OFFSET\"");
  EXPECT_EQ(refusal(chain_with("    End Site", "    Bend Site")),
            "line 10, column 5: expected OFFSET, CHANNELS, JOINT, End Site or }, found \"Bend\"");
  EXPECT_EQ(refusal(chain_with("End Site", "End")), "line 11, column 5: expected Site behind End, found \"{\"");
  EXPECT_EQ(refusal(chain_with("      OFFSET 0 1 0\n", "      CHANNELS 0\n")),
            "line 12, column 7: expected OFFSET or } in an End Site, found \"CHANNELS\"");
  EXPECT_EQ(refusal(chain_with("    OFFSET 0 2 0\n", "")), "line 13, column 3: joint \"arm\" has no OFFSET");
  EXPECT_EQ(refusal(chain_with("      OFFSET 0 1 0\n", "")), "line 12, column 5: the End Site has no OFFSET");
  EXPECT_EQ(refusal(chain_with("}\nMOTION", "\nMOTION")),
            "line 16, column 1: expected OFFSET, CHANNELS, JOINT, End Site or }, found \"MOTION\"");
  EXPECT_EQ(refusal(chain_with("}\nMOTION", "}\n}\nMOTION")),
            "line 16, column 1: expected MOTION or ROOT, found \"}\"");
}

TEST(BvhErrors, Offset) {
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 2")),
            "line 9, column 5: expected a number of OFFSET, found \"CHANNELS\"");
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 nan 0")),
            "line 8, column 14: expected a number of OFFSET of magnitude 1e+09 at most, found \"nan\"");
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 -inf 0")),
            "line 8, column 14: expected a number of OFFSET of magnitude 1e+09 at most, found \"-inf\"");
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 2,5 0")),
            "line 8, column 14: expected a number of OFFSET, found \"2,5\"");
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 2 0 4")),
            "line 8, column 18: expected OFFSET, CHANNELS, JOINT, End Site or }, found \"4\"");
  EXPECT_EQ(refusal(chain_with("OFFSET 0 2 0", "OFFSET 0 2 0\nOFFSET 0 2 0")),
            "line 9, column 1: a second OFFSET of joint \"arm\"");
}

TEST(BvhErrors, Channels) {
  EXPECT_EQ(refusal(chain_with("CHANNELS 3", "CHANNELS 7")),
            "line 9, column 14: expected a channel count from 0 to 6, found \"7\"");
  EXPECT_EQ(refusal(chain_with("CHANNELS 3", "CHANNELS -1")),
            "line 9, column 14: expected a channel count from 0 to 6, found \"-1\"");
  EXPECT_EQ(refusal(chain_with("CHANNELS 3", "CHANNELS 4")),
            "line 10, column 5: expected a channel such as Xposition or Zrotation, found \"End\"");
  EXPECT_EQ(refusal(chain_with("CHANNELS 3", "CHANNELS 2")),
            "line 9, column 36: expected OFFSET, CHANNELS, JOINT, End Site or }, found \"Yrotation\"");
  EXPECT_EQ(refusal(chain_with("Zposition Z", "Zscale Z")),
            "line 5, column 34: expected a channel such as Xposition or Zrotation, found \"Zscale\"");
  EXPECT_EQ(refusal(chain_with("Zposition Z", "Xposition Z")),
            "line 5, column 34: expected each channel once per joint, found \"Xposition\"");
  EXPECT_EQ(refusal(chain_with("CHANNELS 3 Zrotation Xrotation", "CHANNELS 3 Zrotation Zrotation")),
            "line 9, column 26: expected each channel once per joint, found \"Zrotation\"");
  EXPECT_EQ(refusal(chain_with("    }\n  }", "    }\n    CHANNELS 0\n  }")),
            "line 14, column 5: a second CHANNELS of joint \"arm\"");
  EXPECT_EQ(refusal("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nJOINT b\n{\nOFFSET 0 0 0\n}\nCHANNELS 1 Xrotation\n}"),
            "line 9, column 1: expected CHANNELS of joint \"a\" before its first child");
}

TEST(BvhErrors, MotionHeader) {
  EXPECT_EQ(refusal(chain_bvh("")), "line 16, column 1: expected MOTION or ROOT, found the end of the file");
  EXPECT_EQ(refusal(chain_with("Frames: 1\n", "")), "line 17, column 1: expected \"Frames:\", found \"Frame\"");
  EXPECT_EQ(refusal(chain_with("Frames: 1", "Frames: x")),
            "line 17, column 9: expected the number of frames, found \"x\"");
  EXPECT_EQ(refusal(chain_with("Frames: 1", "Frames: -1")),
            "line 17, column 9: expected the number of frames, found \"-1\"");
  EXPECT_EQ(refusal(chain_with("Frames: 1", "Frames: 1.5")),
            "line 17, column 9: expected the number of frames, found \"1.5\"");
  EXPECT_EQ(refusal(chain_with("Frame Time: 0.04\n", "")), "line 18, column 1: expected \"Frame Time:\", found \"0\"");
  EXPECT_EQ(refusal(chain_with("0.04", "fast")),
            "line 18, column 13: expected the time of a frame in seconds, found \"fast\"");
  const std::string hint = ": expected seconds from 1e-6 to 1e6; give the frame rate to read the file nevertheless";
  EXPECT_EQ(refusal(chain_with("0.04", "0")), "line 18, column 13: Frame Time 0" + hint);
  EXPECT_EQ(refusal(chain_with("0.04", "-0.04")), "line 18, column 13: Frame Time -0.04" + hint);
}

TEST(BvhErrors, FrameTimeDoesNotMatterWhenTheRateIsGiven) {
  ImportOptions options = as_is();
  options.frame_rate = 50;
  for (const char* time : {"0", "-0.04", "nan", "fast"}) {
    const Asset asset = read_bvh(chain_with("0.04", time), options);
    EXPECT_EQ(asset.clips[0].frame_rate, 50.0);
    EXPECT_TRUE(asset.ledger.has(NoteCode::kFrameRate));
  }
}

TEST(BvhErrors, FrameValues) {
  const std::string what = "expected a decimal number of magnitude 1e+09 at most ";
  EXPECT_EQ(refusal(chain_with("\n0 0 0 0", "\n0 0 0 nan")),
            "line 19, column 7: " + what + "(frame 0, value 4 of 9), found \"nan\"");
  EXPECT_EQ(refusal(chain_with("\n0 0 0 0", "\n0 0 0 1e10")),
            "line 19, column 7: " + what + "(frame 0, value 4 of 9), found \"1e10\"");
  EXPECT_EQ(refusal(chain_with("\n0 0 0 0", "\n0 0 0 1,5")),
            "line 19, column 7: " + what + "(frame 0, value 4 of 9), found \"1,5\"");
  EXPECT_EQ(refusal(chain_bvh(kOneFrame) + "END"),
            "line 20, column 1: " + what + "(frame 1, value 1 of 9), found \"END\"");
}

// A value too many or too few shows where the line ends.
TEST(BvhErrors, FrameLength) {
  const std::string header = chain_bvh("MOTION\nFrames: 3\nFrame Time: 0.04\n");
  EXPECT_EQ(refusal(header + "0 0 0 0 0 0 0 0 0\n1 1 1 1 1 1 1 1 1 1\n2 2 2 2 2 2 2 2 2\n"),
            "line 20, column 19: the 9 values of frame 1 (from line 20, column 1) end before this, but the line goes "
            "on: expected "
            "a frame to end with its line");
  EXPECT_EQ(refusal(header + "0 0 0 0 0 0 0 0 0\n1 1 1 1 1 1 1 1\n2 2 2 2 2 2 2 2 2\n"),
            "line 21, column 3: the 9 values of frame 1 (from line 20, column 1) end before this, but the line goes "
            "on: expected "
            "a frame to end with its line");
}

TEST(BvhErrors, NoFrameAtAll) {
  EXPECT_EQ(refusal(chain_bvh("MOTION\nFrames: 5\nFrame Time: 0.04\n")),
            "line 19, column 1: expected 5 frames of 9 values, found the end of the file");
  EXPECT_EQ(refusal(chain_bvh("MOTION\nFrames: 5\nFrame Time: 0.04\n1 2 3\n")),
            "line 20, column 1: expected 5 frames of 9 values, found the end of the file");
}

TEST(BvhErrors, OptionsOutOfRange) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    ImportOptions unit;
    unit.unit = bad;
    EXPECT_THROW((void)read_bvh(chain_bvh(kOneFrame), unit), Error);
    ImportOptions rate;
    rate.frame_rate = bad;
    EXPECT_THROW((void)read_bvh(chain_bvh(kOneFrame), rate), Error);
  }
  ImportOptions up;
  up.up = 'W';
  EXPECT_THROW((void)read_bvh(chain_bvh(kOneFrame), up), Error);
}

}  // namespace
}  // namespace sinew::test
