#include "exporters/report/support_area.h"

#include <gtest/gtest.h>

#include "libanim/support/index.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

TEST(SupportArea, OutlineOfASquareWithPointsInsideAndOnItsEdges) {
  const std::vector<Vec3> points{{0, 0, 0},   {1, 0.1, 0}, {0.5, 0, 0.5}, {1, 0.2, 1},
                                 {0.5, 0, 0}, {0, 0, 1},   {0, 5, 0.5},   {0, 0, 0}};
  const std::vector<Vec3> outline = convex_outline(points);
  ASSERT_EQ(outline.size(), 4U);
  double area = 0;  // positive when counter-clockwise about y
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3& a = outline[i];
    const Vec3& b = outline[(i + 1) % 4];
    area += 0.5 * (a.z() * b.x() - a.x() * b.z());
    EXPECT_LT(a.y(), 0.3);  // corners keep their own heights
  }
  EXPECT_DOUBLE_EQ(area, 1);
}

TEST(SupportArea, OutlineOfFewPointsAndOfALine) {
  EXPECT_TRUE(convex_outline({}).empty());
  const std::vector<Vec3> line{{0, 0, 0}, {2, 0, 2}, {1, 0, 1}};
  const std::vector<Vec3> ends = convex_outline(line);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0], line[0]);
  EXPECT_EQ(ends[1], line[1]);
}

TEST(SupportArea, AStandingFigureIsCarriedByItsFeetAndPressesBetweenThem) {
  const Take take = test::small_take();
  EXPECT_TRUE(support_area(take, 0).points.empty());
  const SupportArea area = support_area(take, take.frames() - 1);
  ASSERT_GE(area.polygon.size(), 4U);
  ASSERT_TRUE(area.pressure_centre.has_value());
  double pressure = 0;
  Vec3 least = area.polygon[0];
  Vec3 most = area.polygon[0];
  for (const SupportPoint& point : area.points) {
    pressure += point.pressure;
    EXPECT_EQ(take.figure.bodies[to_size(point.body)].part, Part::kFoot);
  }
  for (const Vec3& corner : area.polygon) {
    least = least.cwiseMin(corner);
    most = most.cwiseMax(corner);
  }
  EXPECT_NEAR(pressure, 1, 0.02);  // measured: 0.9966
  const Vec3 centre = area.pressure_centre.value_or(Vec3::Zero());
  EXPECT_GT(centre.x(), least.x());
  EXPECT_LT(centre.x(), most.x());
  EXPECT_GT(centre.z(), least.z());
  EXPECT_LT(centre.z(), most.z());
}

}  // namespace
}  // namespace sinew
