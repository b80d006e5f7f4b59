#include "importers/gltf/frame_grid.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew {
namespace {

/// Keys at these frames of a rate, rounded to single precision, as files have them.
std::vector<double> keys(double rate, const std::vector<int>& frames) {
  std::vector<double> times;
  for (const int frame : frames) times.push_back(static_cast<double>(static_cast<float>(frame / rate)));
  return times;
}

std::vector<int> count_to(int frames) {
  std::vector<int> all(static_cast<std::size_t>(frames));
  for (int i = 0; i < frames; ++i) all[static_cast<std::size_t>(i)] = i;
  return all;
}

TEST(FrameGrid, FindsTheRateOfDenseKeys) {
  for (const double rate : {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 240.0}) {
    const FrameGrid grid = choose_grid(keys(rate, count_to(5000)), std::nullopt);
    EXPECT_EQ(grid.rate, rate);
    EXPECT_EQ(grid.frames, 5000);
    EXPECT_TRUE(grid.holds_keys);
    EXPECT_EQ(grid.remainder, 0);
  }
}

TEST(FrameGrid, FindsBroadcastAndOddRates) {
  EXPECT_DOUBLE_EQ(choose_grid(keys(30 / 1.001, count_to(900)), std::nullopt).rate, 30 / 1.001);
  EXPECT_EQ(choose_grid(keys(37, count_to(900)), std::nullopt).rate, 37);
  EXPECT_EQ(choose_grid(keys(37, count_to(900)), std::nullopt).frames, 900);
}

TEST(FrameGrid, SparseKeysAreSampledDensely) {
  EXPECT_EQ(choose_grid(keys(1, {0, 1, 2}), std::nullopt).rate, 24);
  EXPECT_EQ(choose_grid(keys(1, {0, 1, 2}), std::nullopt).frames, 49);
  // Keys at 7 Hz fit no common rate: the lowest multiple of their own that is not below 24 Hz.
  EXPECT_EQ(choose_grid(keys(7, count_to(30)), std::nullopt).rate, 28);
  EXPECT_NEAR(choose_grid(keys(37.5, count_to(30)), std::nullopt).rate, 37.5, 1e-4);  // measured: 1.1e-6
}

TEST(FrameGrid, KeysThatFitNothingFallOnSixtyHertz) {
  const FrameGrid grid = choose_grid(std::vector<double>{0, 0.0137, 0.3, 0.5503}, std::nullopt);
  EXPECT_EQ(grid.rate, 60);
  EXPECT_FALSE(grid.holds_keys);
  EXPECT_NEAR(grid.remainder, 0.0003, 1e-12);  // measured: 3.3e-17
}

TEST(FrameGrid, TheUsersRateWins) {
  const FrameGrid grid = choose_grid(keys(30, count_to(31)), 10.0);
  EXPECT_EQ(grid.rate, 10);
  EXPECT_EQ(grid.frames, 11);
  EXPECT_FALSE(grid.holds_keys);
}

TEST(FrameGrid, OneKeyIsOneFrame) {
  const FrameGrid grid = choose_grid(std::vector<double>{1.5}, std::nullopt);
  EXPECT_EQ(grid.frames, 1);
  EXPECT_EQ(grid.start, 1.5);
}

TEST(FrameGrid, AStatedGridMustAgreeWithTheKeys) {
  EXPECT_TRUE(stated_grid(keys(120.0048, count_to(3000)), 3000, 120.0048));
  EXPECT_FALSE(stated_grid(keys(120.0048, count_to(3000)), 2999, 120.0048));
  EXPECT_FALSE(stated_grid(keys(120, count_to(3000)), 3000, 119));
  EXPECT_FALSE(stated_grid(keys(30, {0, 1}), 1, 0));
  EXPECT_FALSE(stated_grid(keys(30, {0, 1}), 0, 30));
  EXPECT_TRUE(stated_grid(keys(30, {0, 1}), 1, 30));
  EXPECT_FALSE(stated_grid(keys(30, {0, 1, 2}), 1, 30));
}

}  // namespace
}  // namespace sinew
