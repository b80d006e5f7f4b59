#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi;

/// Root height and spine bend swing with amplitude 0.1 at `frequency`.
Clip swing(double frequency, double rate, double seconds) {
  const Skeleton skeleton = test::small_skeleton();
  Clip clip = rest_clip(skeleton, 1 + static_cast<int>(std::lround(seconds * rate)), rate);
  for (int f = 0; f < clip.frames(); ++f) {
    const double value = 0.1 * std::sin(2 * kPi * frequency * f / rate);
    clip.frame_translations(f)[0].y() = 1 + value;
    clip.frame_rotations(f)[1] = exp_rotation({value, 0, 0});
  }
  make_continuous(clip);
  return clip;
}

struct Amplitude {
  double translation = 0;
  double rotation = 0;
};

Amplitude amplitude(const Clip& clip) {
  Amplitude a;
  for (int f = 0; f < clip.frames(); ++f) {
    a.translation = std::max(a.translation, std::abs(clip.frame_translations(f)[0].y() - 1));
    a.rotation = std::max(a.rotation, log_rotation(clip.frame_rotations(f)[1]).norm());
  }
  return a;
}

TEST(Resample, SlowMotionSurvivesDownAndUp) {
  const Skeleton skeleton = test::small_skeleton();
  const Clip source = swing(2, 120, 2);
  for (const double rate : {30.0, 60.0, 90.0, 240.0}) {
    const Clip result = resample(skeleton, source, rate);
    result.validate(skeleton);
    double worst = 0;
    for (int f = 0; f < result.frames(); ++f) {
      const double expected = 0.1 * std::sin(2 * kPi * 2 * f / rate);
      worst = std::max(worst, std::abs(result.frame_translations(f)[0].y() - 1 - expected));
      worst = std::max(worst, std::abs(log_rotation(result.frame_rotations(f)[1]).x() - expected));
    }
    EXPECT_LT(worst, 2e-3) << rate << " Hz";  // of 0.1; see the measured values in the failure text
  }
}

TEST(Resample, WhatTheNewGridCannotCarryIsFilteredOut) {
  // 28 Hz sampled at 30 Hz without a filter would come back as 2 Hz at full amplitude.
  const Amplitude a = amplitude(crop(resample(test::small_skeleton(), swing(28, 120, 4), 30), 6, 110));
  EXPECT_LT(a.translation, 0.005);  // 5 % of the amplitude
  EXPECT_LT(a.rotation, 0.005);
}

TEST(Resample, SameRateChangesNothing) {
  const Clip source = swing(3, 60, 1);
  const Clip result = resample(test::small_skeleton(), source, 60);
  ASSERT_EQ(result.frames(), source.frames());
  for (std::size_t i = 0; i < source.rotations.size(); ++i)
    EXPECT_EQ(result.rotations[i].coeffs(), source.rotations[i].coeffs());
  EXPECT_EQ(result.translations, source.translations);
}

TEST(Resample, StraightMotionIsKeptUpToTheEnds) {
  const Skeleton skeleton = test::small_skeleton();
  Clip line = rest_clip(skeleton, 121, 120);
  for (int f = 0; f < line.frames(); ++f) line.frame_translations(f)[0].z() = 2.0 * f / 120;
  const Clip result = resample(skeleton, line, 30);
  ASSERT_EQ(result.frames(), 31);
  for (int f = 0; f < result.frames(); ++f) EXPECT_NEAR(result.frame_translations(f)[0].z(), 2.0 * f / 30, 2e-3);
}

TEST(Resample, OddRatesEndWithinTheSource) {
  const Clip result = resample(test::small_skeleton(), swing(2, 120, 1), 25);
  EXPECT_EQ(result.frames(), 26);
  const Clip one = resample(test::small_skeleton(), rest_clip(test::small_skeleton(), 1, 24), 60);
  EXPECT_EQ(one.frames(), 1);
  EXPECT_THROW((void)resample(test::small_skeleton(), one, 0), Error);
}

}  // namespace
}  // namespace sinew
