#include "importers/bvh/bvh_half_angles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace sinew {
namespace {

/// Largest difference from the exact pair, or from its negative, in long double.
double worst_difference(const std::vector<double>& degrees) {
  std::vector<double> cosines(degrees.size());
  std::vector<double> sines(degrees.size());
  half_angle_sines(degrees, cosines, sines);
  double worst = 0;
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const long double half =
        std::fmod(static_cast<long double>(degrees[i]), 720.0L) * std::numbers::pi_v<long double> / 360;
    const long double sign = cosines[i] * std::cos(half) + sines[i] * std::sin(half) < 0 ? -1 : 1;
    worst = std::max(worst, static_cast<double>(std::abs(sign * cosines[i] - std::cos(half))));
    worst = std::max(worst, static_cast<double>(std::abs(sign * sines[i] - std::sin(half))));
  }
  return worst;
}

TEST(BvhHalfAngles, AreAccurate) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> usual(-400, 400);
  std::uniform_real_distribution<double> huge(-1e9, 1e9);
  std::vector<double> degrees(100'000);
  for (double& angle : degrees) angle = usual(random);
  EXPECT_LT(worst_difference(degrees), 2.2e-16);  // 1.8e-16
  for (double& angle : degrees) angle = huge(random);
  EXPECT_LT(worst_difference(degrees), 2.2e-16);  // 1.8e-16
  for (double& angle : degrees) angle = usual(random) * 1e-12;
  EXPECT_LT(worst_difference(degrees), 1e-27);  // 3e-28: small angles keep their digits
}

TEST(BvhHalfAngles, HalfTurnsAreExact) {
  const std::vector<double> degrees = {0, 180, -180, 360, 540, -720, 180e6};
  std::vector<double> cosines(degrees.size());
  std::vector<double> sines(degrees.size());
  half_angle_sines(degrees, cosines, sines);
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const bool odd = std::fmod(std::abs(degrees[i]), 360.0) == 180.0;
    EXPECT_EQ(std::abs(cosines[i]), odd ? 0.0 : 1.0) << degrees[i];
    EXPECT_EQ(std::abs(sines[i]), odd ? 1.0 : 0.0) << degrees[i];
  }
}

}  // namespace
}  // namespace sinew
