#include "libanim/kinematics/clip_edit.h"

#include <gtest/gtest.h>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

Clip numbered(int frames, std::vector<int> translated = {}) {
  Clip clip = rest_clip(test::small_skeleton(), frames, 30, std::move(translated));
  for (int f = 0; f < frames; ++f) clip.frame_translations(f)[0].x() = f;
  return clip;
}

TEST(Crop, KeepsBothEnds) {
  const Clip clip = crop(numbered(10), 3, 5);
  ASSERT_EQ(clip.frames(), 3);
  EXPECT_EQ(clip.frame_translations(0)[0].x(), 3);
  EXPECT_EQ(clip.frame_translations(2)[0].x(), 5);
  EXPECT_DOUBLE_EQ(clip.start_time, 0.1);
  clip.validate(test::small_skeleton());
}

TEST(Crop, OutOfRangeIsAUsageError) {
  EXPECT_THROW((void)crop(numbered(10), 3, 10), Error);
  EXPECT_THROW((void)crop(numbered(10), -1, 4), Error);
  EXPECT_THROW((void)crop(numbered(10), 5, 4), Error);
}

TEST(Concatenate, UnitesTheChannels) {
  const Skeleton skeleton = test::small_skeleton();
  Clip with_arm = numbered(2, {4});
  with_arm.frame_translations(1)[1] = Vec3(9, 9, 9);
  const Clip clip = concatenate(skeleton, numbered(3), with_arm);
  clip.validate(skeleton);
  ASSERT_EQ(clip.frames(), 5);
  EXPECT_EQ(clip.translated, (std::vector<int>{0, 4}));
  EXPECT_EQ(clip.frame_translations(0)[1], skeleton.joints[4].rest.translation);
  EXPECT_EQ(clip.frame_translations(4)[1], Vec3(9, 9, 9));
  EXPECT_EQ(clip.frame_translations(4)[0].x(), 1);
}

TEST(Concatenate, RefusesOtherRates) {
  Clip other = numbered(2);
  other.frame_rate = 60;
  EXPECT_THROW((void)concatenate(test::small_skeleton(), numbered(2), other), Error);
}

}  // namespace
}  // namespace sinew
