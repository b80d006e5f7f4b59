#include "libanim/model/terrain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

double height_at(const HeightField& field, double x, double z) {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  scene.ground.field = field;
  scene.validate();
  return ground_height(scene, x, z);
}

TEST(Terrain, BumpsHaveTheirHeightAndWavelength) {
  const HeightField field = bumpy_field({{6, 4}, 0.05, 0}, 0.2, 2);
  EXPECT_EQ(field.columns, 121);
  EXPECT_EQ(field.rows, 81);
  const auto [low, high] = std::ranges::minmax(field.heights);
  EXPECT_NEAR(low, -0.1, 1e-9);
  EXPECT_NEAR(high, 0.1, 1e-9);
  EXPECT_NEAR(height_at(field, 0.5, 0.5), 0.1, 1e-9);
  EXPECT_NEAR(height_at(field, 0.5, 0.5), height_at(field, 2.5, -1.5), 1e-9);
}

TEST(Terrain, HeightsAreShortDecimals) {
  for (const double height : random_field({{2, 2}, 0.1, 0}, 0.3, 0.7, 4).heights) {
    EXPECT_EQ(height, std::round(height * 1e5) / 1e5);
  }
}

TEST(Terrain, RandomGroundDependsOnSeedAndPlaceAlone) {
  const HeightField small = random_field({{4, 4}, 0.1, 0}, 0.2, 0.8, 7);
  const HeightField large = random_field({{12, 8}, 0.1, 0}, 0.2, 0.8, 7);
  for (const double x : {-1.9, -0.3, 0.0, 0.8, 1.5}) {
    EXPECT_NEAR(height_at(small, x, 0.4), height_at(large, x, 0.4), 2e-5);
  }
  EXPECT_EQ(small.heights, random_field({{4, 4}, 0.1, 0}, 0.2, 0.8, 7).heights);
  EXPECT_NE(small.heights, random_field({{4, 4}, 0.1, 0}, 0.2, 0.8, 8).heights);
}

TEST(Terrain, RandomGroundFillsItsRangeWithoutEdges) {
  constexpr double kSpacing = 0.05;
  const HeightField field = random_field({{20, 20}, kSpacing, 0}, 0.2, 1, 1);
  const auto [low, high] = std::ranges::minmax(field.heights);
  EXPECT_LE(high, 0.2);
  EXPECT_GE(low, -0.2);
  EXPECT_GT(high - low, 0.35);
  // Between lattice points that differ by 0.4 the curve's steepest slope is 15/8 of the mean one, and its largest
  // second derivative 10/sqrt(3) * 0.4; measured over this field: 0.684 and 2.10.
  double steepest = 0;
  double sharpest = 0;
  for (std::size_t i = 1; i + 1 < field.heights.size(); ++i) {
    if (i % 401 == 0 || i % 401 == 400) continue;
    const double before = field.heights[i] - field.heights[i - 1];
    const double after = field.heights[i + 1] - field.heights[i];
    steepest = std::max(steepest, std::abs(after) / kSpacing);
    sharpest = std::max(sharpest, std::abs(after - before) / (kSpacing * kSpacing));
  }
  EXPECT_LE(steepest, 0.4 * 15 / 8);
  EXPECT_LE(sharpest, 0.4 * 10 / std::sqrt(3.0) + 0.02);
}

TEST(Terrain, LevelDiscIsLevelAndTheRestIsNot) {
  const HeightField field = bumpy_field({{10, 10}, 0.1, 1.0}, 0.4, 1.7);
  for (const double x : {-0.85, 0.03, 0.45}) EXPECT_EQ(height_at(field, x, 0.23), 0.0);
  const HeightField plain = bumpy_field({{10, 10}, 0.1, 0}, 0.4, 1.7);
  EXPECT_EQ(height_at(field, 2.5, 1.5), height_at(plain, 2.5, 1.5));
}

TEST(Terrain, StairsAreStepsOfTheirRiseAndRun) {
  Stairs stairs;
  stairs.start = {1, 0.5, 2};
  stairs.heading = std::numbers::pi / 2;
  stairs.rise = 0.2;
  stairs.run = 0.3;
  stairs.count = 3;
  stairs.width = 1;
  stairs.landing = 1;
  Scene scene;
  scene.ground.point.y() = 0.5;
  scene.boxes = stair_boxes(stairs);
  scene.validate();
  EXPECT_EQ(scene.boxes[0].name, "stairs_1");
  const auto at = [&](double along, double across = 0) { return ground_height(scene, 1 + along, 2 + across); };
  EXPECT_EQ(at(-0.01), 0.5);
  EXPECT_NEAR(at(0.01), 0.7, 1e-12);
  EXPECT_NEAR(at(0.29), 0.7, 1e-12);
  EXPECT_NEAR(at(0.31), 0.9, 1e-12);
  EXPECT_NEAR(at(0.61), 1.1, 1e-12);
  EXPECT_NEAR(at(1.89), 1.1, 1e-12);
  EXPECT_EQ(at(1.91), 0.5);
  EXPECT_NEAR(at(0.1, 0.49), 0.7, 1e-12);
  EXPECT_EQ(at(0.1, 0.51), 0.5);
}

TEST(Terrain, WallsReachFromPointToPoint) {
  const StaticBox wall = wall_box({1, 0, 1}, {4, 0, 5}, 2, 0.2);
  EXPECT_NEAR(wall.half.x(), 2.5, 1e-12);
  EXPECT_NEAR((wall.pose * Vec3(-2.5, -1, 0) - Vec3(1, 0, 1)).norm(), 0, 1e-12);
  EXPECT_NEAR((wall.pose * Vec3(2.5, -1, 0) - Vec3(4, 0, 5)).norm(), 0, 1e-12);
}

TEST(Terrain, ThrowsPassTheirTarget) {
  const Vec3 gravity(0, -9.81, 0);
  const Vec3 v = throw_velocity({0, 1, 5}, {0.5, 1.5, 0}, 0.8, gravity);
  const Vec3 end = Vec3(0, 1, 5) + v * 0.8 + gravity * 0.32;
  EXPECT_NEAR((end - Vec3(0.5, 1.5, 0)).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace sinew
