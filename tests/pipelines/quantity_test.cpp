#include "pipelines/quantity.h"

#include <gtest/gtest.h>

#include <limits>

#include "libanim/support/error.h"

namespace sinew {
namespace {

TEST(Quantity, Units) {
  EXPECT_EQ(parse_unit("cm"), 0.01);
  EXPECT_EQ(parse_unit("Inch"), 0.0254);
  EXPECT_NEAR(parse_unit("cmu"), 0.056444, 1e-6);
  EXPECT_EQ(parse_unit("0.5"), 0.5);
  for (const char* wrong : {"", "parsec", "0", "-1", "inf", "1m"})
    EXPECT_THROW((void)parse_unit(wrong), Error) << wrong;
}

TEST(Quantity, UpAxes) {
  EXPECT_EQ(parse_up("z"), 'Z');
  EXPECT_EQ(parse_up("+Y"), 'Y');
  EXPECT_EQ(parse_up("-x"), 'x');
  EXPECT_EQ(parse_up("z-up"), 'Z');
  for (const char* wrong : {"", "w", "yz", "-"}) EXPECT_THROW((void)parse_up(wrong), Error) << wrong;
}

TEST(Quantity, Durations) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("0.5s"), 0.5);
  EXPECT_EQ(parse_duration("5m"), 300);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  for (const char* wrong : {"", "s", "0", "-1s", "1d", "inf", "1 s", "1ms"})
    EXPECT_THROW((void)parse_duration(wrong), Error) << wrong;
}

TEST(Quantity, CropRanges) {
  const CropRange seconds = parse_crop("0.5:2");
  EXPECT_EQ(seconds.first, 0.5);
  EXPECT_EQ(seconds.last, 2);
  EXPECT_FALSE(seconds.in_frames);
  const CropRange frames = parse_crop("30f:");
  EXPECT_TRUE(frames.in_frames);
  EXPECT_EQ(frames.last, std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_crop(":3").first, 0);
  for (const char* wrong : {"", "3", "2:1", "a:b", "1f:2", "1.5f:2f", "-1:2"})
    EXPECT_THROW((void)parse_crop(wrong), Error) << wrong;
}

}  // namespace
}  // namespace sinew
