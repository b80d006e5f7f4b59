#include "exporters/report/camera.h"

#include <gtest/gtest.h>

#include "exporters/report/world_painter.h"

namespace sinew {
namespace {

const ScreenBox kViewport{10, 20, 300, 200};

TEST(Camera, TheTargetIsInTheMiddleAndUpIsUp) {
  const CameraAxes axes = CameraAxes::from({1, 0.4, -0.3});
  EXPECT_NEAR(axes.right.cross(axes.up).dot(axes.back), 1, 1e-12);
  EXPECT_NEAR(axes.right.y(), 0, 1e-12);
  const Vec3 target(3, 1, -2);
  const Camera camera(axes, target, 5, kViewport);
  const CanvasPoint middle = *camera.project(target);
  EXPECT_NEAR(middle.x, 160, 1e-9);
  EXPECT_NEAR(middle.y, 120, 1e-9);
  EXPECT_NEAR(middle.nearness, 0.2, 1e-12);
  EXPECT_LT(camera.project(target + Vec3::UnitY())->y, middle.y);
  EXPECT_GT(camera.project(target + axes.right)->x, middle.x);
  EXPECT_FALSE(camera.project(target + 6 * axes.back));
}

TEST(Camera, FramingTouchesTheMarginAndNoMore) {
  const CameraAxes axes = CameraAxes::from({0.5, 0.25, 1});
  std::vector<Vec3> points;
  for (const double x : {-0.4, 0.7}) {
    for (const double y : {0.0, 1.9}) {
      for (const double z : {-0.3, 0.5}) points.emplace_back(x, y, z);
    }
  }
  const Framing framing = frame_points(axes, points, kViewport, 0.1);
  const Camera camera(axes, framing.centre, framing.distance, kViewport);
  double reach = 0;
  for (const Vec3& point : points) {
    const CanvasPoint seen = *camera.project(point);
    reach = std::max({reach, std::abs(seen.x - 160) / 150, std::abs(seen.y - 120) / 100});
  }
  EXPECT_NEAR(reach, 0.9, 1e-9);
}

TEST(WorldPainter, WhatIsBehindTheEyeIsCutOff) {
  // A floor that reaches far behind the eye: below the horizon all of it is seen, above it nothing.
  const CameraAxes axes = CameraAxes::from(Vec3::UnitZ());
  const Camera camera(axes, {0, 1, 0}, 4, {0, 0, 40, 40});
  const Rgb white{1, 1, 1};
  const Rgb red{1, 0, 0};
  Canvas canvas(40, 40, 1, white);
  WorldPainter painter(canvas, camera);
  painter.triangle({Vec3(-1e4, 0, 1e4), Vec3(1e4, 0, 1e4), Vec3(0, 0, -1e6)}, {red, red, red});
  const Picture picture = canvas.picture();
  for (int x = 0; x < 40; x += 13) {
    EXPECT_EQ(picture.at(x, 17), white);
    EXPECT_EQ(picture.at(x, 22), red);
    EXPECT_EQ(picture.at(x, 39), red);
  }
}

}  // namespace
}  // namespace sinew
