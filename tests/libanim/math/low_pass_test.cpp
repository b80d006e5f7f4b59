#include "libanim/math/low_pass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<double> sine(double frequency, double rate, int count) {
  std::vector<double> signal;
  for (int i = 0; i < count; ++i) signal.push_back(std::sin(2 * kPi * frequency * i / rate));
  return signal;
}

TEST(LowPass, GainIsThatOfTheClosedForm) {
  constexpr double kRate = 30;
  constexpr double kCutoff = 6;
  for (const double frequency : {0.5, 2.0, 6.0, 9.0, 12.0}) {
    const std::vector<double> signal = sine(frequency, kRate, 600);
    const std::vector<double> out = low_pass(signal, kRate, kCutoff);
    const double r = std::tan(kPi * frequency / kRate) / std::tan(kPi * kCutoff / kRate);
    const double gain = 1 / (1 + (std::numbers::sqrt2 - 1) * std::pow(r, 4));
    for (std::size_t i = 100; i < 500; ++i) EXPECT_NEAR(out[i], gain * signal[i], 1e-9) << frequency << " Hz, " << i;
  }
}

TEST(LowPass, AStraightLineStaysAsItIs) {
  std::vector<double> line;
  for (int i = 0; i < 50; ++i) line.push_back(3 + 0.25 * i);
  const std::vector<double> out = low_pass(line, 30, 6);
  for (std::size_t i = 0; i < line.size(); ++i) EXPECT_NEAR(out[i], line[i], 1e-6) << i;
}

TEST(LowPass, ShortAndSlowSignals) {
  EXPECT_TRUE(low_pass({}, 30, 6).empty());
  EXPECT_EQ(low_pass(std::vector<double>{2}, 30, 6), std::vector<double>{2});
  EXPECT_EQ(low_pass(std::vector<double>{2, 3, 9}, 10, 6), (std::vector<double>{2, 3, 9}));
  EXPECT_EQ(low_pass(std::vector<double>{2, 3}, 30, 6).size(), 2U);
}

}  // namespace
}  // namespace sinew
