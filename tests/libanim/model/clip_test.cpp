#include "libanim/model/clip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

std::string refusal(const Clip& clip) {
  try {
    clip.validate(test::small_skeleton());
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string broken(auto&& change) {
  Clip clip = rest_clip(test::small_skeleton(), 3, 30);
  clip.name = "idle";
  change(clip);
  return refusal(clip);
}

TEST(Clip, RestClipIsValid) {
  EXPECT_EQ(broken([](Clip&) {}), "accepted");
}

TEST(Clip, EveryRuleIsChecked) {
  EXPECT_THAT(broken([](Clip& c) { c.frame_rate = 0; }), HasSubstr("clip idle: frame rate"));
  EXPECT_THAT(broken([](Clip& c) { c.frame_rate = NAN; }), HasSubstr("frame rate"));
  EXPECT_THAT(broken([](Clip& c) { c.joint_count = 5; }), HasSubstr("5 joints per frame, the skeleton has 6"));
  EXPECT_THAT(broken([](Clip& c) {
                c.rotations.clear();
                c.translations.clear();
              }),
              HasSubstr("at least one frame"));
  EXPECT_THAT(broken([](Clip& c) { c.rotations.pop_back(); }), HasSubstr("whole number of frames"));
  EXPECT_THAT(broken([](Clip& c) { c.translations.pop_back(); }), HasSubstr("whole number of frames"));
  EXPECT_THAT(broken([](Clip& c) { c.translated = {1}; }), HasSubstr("root Hips has no translation"));
  EXPECT_THAT(broken([](Clip& c) { c.translated = {6}; }), HasSubstr("increasing joint indices"));
  EXPECT_THAT(broken([](Clip& c) { c.rotations[7] = Quat(0.5, 0, 0, 0); }),
              HasSubstr("frame 1, joint Spine: expected a finite unit"));
  EXPECT_THAT(broken([](Clip& c) { c.rotations[7] = Quat(-1, 0, 0, 0); }), HasSubstr("changes sign"));
  EXPECT_THAT(broken([](Clip& c) { c.rotations[3] = Quat(0.8, 0.6, 0, 0); }), HasSubstr("an end site rotates"));
  EXPECT_THAT(broken([](Clip& c) { c.translations[2].y() = INFINITY; }),
              HasSubstr("frame 2: a translation is not finite"));
}

TEST(Clip, DurationCountsIntervals) {
  const Clip clip = rest_clip(test::small_skeleton(), 31, 30);
  EXPECT_EQ(clip.frames(), 31);
  EXPECT_DOUBLE_EQ(clip.duration(), 1.0);
}

}  // namespace
}  // namespace sinew
