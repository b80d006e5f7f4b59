#include "libanim/kinematics/figure_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/support/rng.h"

namespace sinew::test {
namespace {

/// Points spread evenly over a box's surface.
std::vector<BonePoint> box_points(const Vec3& centre, const Vec3& half) {
  std::vector<BonePoint> points;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (int i = 0; i < 400; ++i) {
      Vec3 p;
      p[axis] = i % 2 == 0 ? half[axis] : -half[axis];
      p[u] = half[u] * (((i / 2) % 20) / 9.5 - 1);
      p[v] = half[v] * (((i / 2) / 20) / 4.5 - 1);
      points.push_back({centre + p, half[u] * half[v]});
    }
  }
  return points;
}

/// Points on a capsule along x.
std::vector<BonePoint> capsule_points(double half_length, double radius) {
  std::vector<BonePoint> points;
  for (int ring = 0; ring < 60; ++ring) {
    const double s = (ring + 0.5) / 60 * 2 - 1;
    const double x = s * (half_length + radius);
    const double cap = std::max(std::abs(x) - half_length, 0.0);
    const double r = std::sqrt(radius * radius - cap * cap);
    for (int i = 0; i < 24; ++i) {
      const double a = 2 * std::numbers::pi * i / 24;
      points.push_back({{x, r * std::cos(a), r * std::sin(a)}, 1});
    }
  }
  return points;
}

TEST(FigureFit, QuantilesGoByWeight) {
  const std::vector<WeightedValue> values = {{3, 1}, {1, 1}, {2, 8}, {100, 0.5}};
  EXPECT_EQ(weighted_quantile(values, 0.5), 2);
  EXPECT_EQ(weighted_quantile(values, 0.05), 1);
  EXPECT_EQ(weighted_quantile(values, 0.9), 3);
  EXPECT_EQ(weighted_quantile(values, 1), 100);
}

TEST(FigureFit, DistanceFromEveryKindOfShape) {
  BoneShape capsule = capsule_along_x(0, 2, 0.5);
  EXPECT_NEAR(signed_distance(capsule, {1, 0.7, 0}), 0.2, 1e-12);
  EXPECT_NEAR(signed_distance(capsule, {3, 0, 0}), 0.5, 1e-12);
  EXPECT_NEAR(signed_distance(capsule, {1, 0, 0}), -0.5, 1e-12);
  BoneShape box;
  box.kind = ShapeKind::kBox;
  box.half = {1, 2, 3};
  EXPECT_NEAR(signed_distance(box, {0, 0, 0}), -1, 1e-12);
  EXPECT_NEAR(signed_distance(box, {4, 6, 0}), 5, 1e-12);
  BoneShape ball = capsule_along_x(1, 1, 0.5);
  EXPECT_EQ(ball.kind, ShapeKind::kSphere);
  EXPECT_NEAR(signed_distance(ball, {1, 2, 0}), 1.5, 1e-12);
}

TEST(FigureFit, ABoxIsTakenForABox) {
  const BoneShape shape = fit_block(box_points({0.1, 0, -0.2}, {0.1, 0.2, 0.15}), 0.02, BlockKinds::kAll);
  EXPECT_EQ(shape.kind, ShapeKind::kBox);
  EXPECT_NEAR((shape.half - Vec3(0.1, 0.2, 0.15)).norm(), 0, 1e-9);
  EXPECT_NEAR((shape.centre - Vec3(0.1, 0, -0.2)).norm(), 0, 1e-9);
}

TEST(FigureFit, ACapsuleIsTakenForACapsule) {
  const BoneShape shape = fit_block(capsule_points(0.3, 0.1), 0.0, BlockKinds::kAll);
  EXPECT_EQ(shape.kind, ShapeKind::kCapsule);
  EXPECT_EQ(shape.axis, 0);
  EXPECT_NEAR(shape.radius, 0.1, 1e-3);
  EXPECT_NEAR(shape.half_length, 0.3, 0.01);
}

TEST(FigureFit, RoundKindsHaveNoBox) {
  const BoneShape shape = fit_block(box_points({0, 0, 0}, {0.1, 0.1, 0.1}), 0.02, BlockKinds::kRound);
  EXPECT_EQ(shape.kind, ShapeKind::kSphere);
}

TEST(FigureFit, ASkirtDoesNotWidenALeg) {
  std::vector<BonePoint> points;
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const double a = 2 * std::numbers::pi * rng.uniform();
    const double r = i < 650 ? 0.08 : 0.3;
    points.push_back({{0.4 * rng.uniform(), r * std::cos(a), r * std::sin(a)}, 1});
  }
  EXPECT_NEAR(median_distance(points, 0.06, 0.34), 0.08, 1e-12);
  EXPECT_EQ(median_distance(points, 5, 6), 0);
}

}  // namespace
}  // namespace sinew::test
