#include "exporters/bvh/bvh_angles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "libanim/math/rotation.h"

namespace sinew {
namespace {

constexpr std::array<std::array<int, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

Quat read_back(const std::array<int, 3>& axes, const BvhAngles& units) {
  const double scale = std::numbers::pi / 180e6;
  return from_euler(
      axes, scale * Vec3(static_cast<double>(units[0]), static_cast<double>(units[1]), static_cast<double>(units[2])));
}

/// The angles give the rotation back, and themselves when they are written again.
void expect_stable(const std::array<int, 3>& axes, const Quat& rotation, const BvhAngles& before) {
  const BvhAngles units = bvh_angles(axes, rotation, before);
  const Quat back = read_back(axes, units);
  EXPECT_LT(angle_between(back, rotation), 3.2e-7);  // 1.0e-7: next to gimbal lock, where up to pi * 1e-7 is given up
  EXPECT_EQ(bvh_angles(axes, back, before), units);
  const Quat other_sign(-back.w(), -back.x(), -back.y(), -back.z());
  EXPECT_EQ(bvh_angles(axes, other_sign, before), units);
}

TEST(BvhAngles, RandomRotations) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 30'000; ++i) {
    const Quat q = Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    expect_stable(kOrders[random() % 6], q, {static_cast<std::int64_t>(random() % 900'000'000), 0, -180'000'000});
  }
}

TEST(BvhAngles, NextToGimbalLock) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (int i = 0; i < 60'000; ++i) {
    const double middle = (random() % 2 != 0 ? 1 : -1) *
                          (std::numbers::pi / 2 + angle(random) * std::pow(10.0, -static_cast<double>(random() % 16)));
    const auto& axes = kOrders[random() % 6];
    expect_stable(axes, from_euler(axes, {angle(random), middle, angle(random)}),
                  {0, 0, static_cast<std::int64_t>(random() % 90'000'000)});
  }
}

TEST(BvhAngles, QuarterAndHalfTurns) {
  for (const auto& axes : kOrders) {
    for (int a = -4; a <= 4; ++a) {
      for (int b = -4; b <= 4; ++b) {
        for (int c = -4; c <= 4; ++c) {
          expect_stable(axes, from_euler(axes, 0.5 * std::numbers::pi * Vec3(a, b, c)), {0, 0, 0});
          expect_stable(axes, from_euler(axes, 0.5 * std::numbers::pi * Vec3(a, b, c)), {180'000'000, 0, -90'000'000});
        }
      }
    }
  }
}

// A joint that keeps turning has angles that keep growing.
TEST(BvhAngles, RunOnContinuously) {
  BvhAngles angles{};
  for (int i = 1; i <= 100; ++i) {
    angles = bvh_angles({2, 0, 1}, Quat(Eigen::AngleAxisd(0.1 * i, Vec3::UnitZ())), angles);
    EXPECT_NEAR(static_cast<double>(angles[0]), 0.1 * i * 180e6 / std::numbers::pi, 1);
  }
}

}  // namespace
}  // namespace sinew
