#include "libanim/validity/tracking_quality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "libanim/math/rotation.h"
#include "libanim/validity/certificate.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

/// Moves the root of the reference, frame by frame.
void move_reference(Take& take, const std::function<Vec3(int)>& offset) {
  for (int f = 0; f < take.reference.frames(); ++f) take.reference.frame_translations(f)[0] += offset(f);
}

TEST(TrackingQuality, ATakeFollowsItself) {
  const Take take = test::small_take();
  const TrackingQuality quality = tracking_quality(take);
  EXPECT_TRUE(quality.complete);
  // Bones keep their length, anchors part: 7 um measured.
  EXPECT_LT(quality.global.max, 2e-5);
  EXPECT_LT(quality.local.max, 2e-5);
  EXPECT_LT(quality.heading.max, 1e-6);
  const Smoothness smooth = smoothness(take);
  EXPECT_NEAR(smooth.jerk_ratio, 1, 0.01);
  EXPECT_NEAR(smooth.raw_jerk_ratio, 1, 0.01);
  EXPECT_GE(smooth.source_noise, 0.99);
}

TEST(TrackingQuality, AShiftIsGlobalOnly) {
  Take take = test::small_take();
  move_reference(take, [](int) { return Vec3(0.1, 0, 0); });
  const TrackingQuality quality = tracking_quality(take);
  EXPECT_NEAR(quality.global.mean, 0.1, 1e-5);
  EXPECT_NEAR(quality.local.mean, 0, 1e-5);
  EXPECT_NEAR(quality.root_drift, 0.1, 1e-5);
  EXPECT_NEAR(quality.velocity.mean, 0, 1e-3);
}

TEST(TrackingQuality, ADriftIsAVelocityAndAParabolaAnAcceleration) {
  Take take = test::small_take();
  const double rate = take.simulation.control_rate;
  move_reference(take, [&](int f) { return Vec3(0.5 * f / rate, 0, 0); });
  EXPECT_NEAR(tracking_quality(take).velocity.mean, 0.5, 1e-3);
  EXPECT_NEAR(tracking_quality(take).acceleration.mean, 0, 0.05);
  EXPECT_EQ(tracking_quality(take).global.worst, take.frames() - 1);
  take = test::small_take();
  move_reference(take, [&](int f) { return Vec3(0, 0, 0.5 * 3 * f * f / (rate * rate)); });
  EXPECT_NEAR(tracking_quality(take).acceleration.mean, 3, 0.05);
}

TEST(TrackingQuality, ATurnOfTheWholeIsHeading) {
  Take take = test::small_take();
  const Quat turn = exp_rotation({0, 0.2, 0});
  for (int f = 0; f < take.reference.frames(); ++f) {
    Quat& q = take.reference.frame_rotations(f)[0];
    q = turn * q;
  }
  make_continuous(take.reference);
  const TrackingQuality quality = tracking_quality(take);
  EXPECT_NEAR(quality.heading.mean, 0.2, 1e-6);
  EXPECT_GT(quality.global.mean, 0.01);
  EXPECT_LT(quality.local.max, 1e-5);
}

TEST(TrackingQuality, ShakingIsJerk) {
  Take take = test::small_take();
  const double smooth = smoothness(take).jerk_ratio;
  // 10 Hz: beyond the cutoff, so most of it is only seen without the filter.
  for (int f = 1; f < take.frames(); ++f) {
    const double shake = 0.002 * std::sin(2 * 3.14159265 * 10 * f / take.simulation.control_rate);
    for (BodyState& body : take.steps[static_cast<std::size_t>(f) - 1].record.bodies) body.position[0] += shake;
  }
  const Smoothness shaken = smoothness(take);
  EXPECT_GT(shaken.raw_jerk_ratio, 3);
  EXPECT_GT(shaken.raw_jerk_ratio, 2 * shaken.jerk_ratio);
  EXPECT_GT(shaken.jerk_ratio, smooth);
}

TEST(TrackingQuality, AStillReferenceHasNoRatioOfJerk) {
  Take take = test::small_take();
  for (int f = 1; f < take.reference.frames(); ++f) {
    std::ranges::copy(take.reference.frame_rotations(0), take.reference.frame_rotations(f).begin());
    std::ranges::copy(take.reference.frame_translations(0), take.reference.frame_translations(f).begin());
  }
  const Smoothness smooth = smoothness(take);
  EXPECT_FALSE(smooth.comparable);
  EXPECT_LT(smooth.source_jerk, 1e-9);
  EXPECT_GT(smooth.jerk, kLeastJerk);  // it waves
  EXPECT_DOUBLE_EQ(smooth.jerk_ratio, smooth.jerk / kLeastJerk);
  const Certificate certificate = certify(take);
  EXPECT_EQ(certificate.find("jerk_ratio"), nullptr);
  EXPECT_EQ(certificate.find("source_noise"), nullptr);
  ASSERT_NE(certificate.find("jerk"), nullptr);
  EXPECT_DOUBLE_EQ(certificate.find("jerk")->value, smooth.jerk);
  EXPECT_THAT(certificate.find("jerk")->note, testing::HasSubstr("hardly moves"));
}

TEST(TrackingQuality, AMovingReferenceHasRatiosAndNoNote) {
  const Certificate certificate = certify(test::small_take());
  ASSERT_NE(certificate.find("jerk_ratio"), nullptr);
  EXPECT_NEAR(certificate.find("jerk_ratio")->value, 1, 0.01);
  EXPECT_GE(certificate.find("jerk_source")->value, kLeastJerk);
  EXPECT_EQ(certificate.find("jerk")->note, "");
}

}  // namespace
}  // namespace sinew
