#include "exporters/report/canvas.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sinew {
namespace {

constexpr Rgb kWhite{1, 1, 1};
constexpr Rgb kRed{1, 0, 0};
constexpr Rgb kGreen{0, 1, 0};

/// Area in pixels that is covered by pure red on white, from the mean of the blue channel.
double red_area(const Picture& picture) {
  double sum = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) sum += 1 - picture.at(x, y).b;
  }
  return sum;
}

TEST(Canvas, TriangleCoversThePixelsWhoseCentresAreInside) {
  Canvas canvas(8, 8, 1, kWhite);
  canvas.triangle({{1, 1, 1}, {6, 1, 1}, {1, 6, 1}}, kRed);
  const Picture picture = canvas.picture();
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) {
      // The hypotenuse is x + y = 7; centres on it belong to the other side: it is neither top nor left.
      const bool inside = x >= 1 && y >= 1 && (x + 0.5) + (y + 0.5) < 7;
      EXPECT_EQ(picture.at(x, y), inside ? kRed : kWhite) << x << ", " << y;
    }
  }
}

TEST(Canvas, BothWindingsCoverTheSame) {
  Canvas clockwise(9, 9, 3, kWhite);
  Canvas counter(9, 9, 3, kWhite);
  clockwise.triangle({{0.3, 0.2, 1}, {8.1, 3.3, 1}, {2.7, 8.8, 1}}, kRed);
  counter.triangle({{0.3, 0.2, 1}, {2.7, 8.8, 1}, {8.1, 3.3, 1}}, kRed);
  EXPECT_EQ(clockwise.picture().rgb, counter.picture().rgb);
}

TEST(Canvas, SamplesApproachTheTrueArea) {
  Canvas canvas(40, 40, 4, kWhite);
  canvas.triangle({{3.2, 2.9, 1}, {36.4, 11.3, 1}, {12.1, 37.7, 1}}, kRed);
  const double area = 0.5 * std::abs((36.4 - 3.2) * (37.7 - 2.9) - (12.1 - 3.2) * (11.3 - 2.9));
  EXPECT_NEAR(red_area(canvas.picture()), area, 0.001 * area);  // measured: 0.0002
}

TEST(Canvas, NeighboursLeaveNoGapAndNoOverlap) {
  // A fan around a point on a sample's centre: every sample of the square belongs to exactly one triangle.
  const CanvasPoint middle{5.5, 5.5, 1};
  const CanvasPoint corners[4] = {{1, 1, 1}, {10, 1, 1}, {10, 10, 1}, {1, 10, 1}};
  double sum = 0;
  Canvas all(12, 12, 1, kWhite);
  for (int i = 0; i < 4; ++i) {
    Canvas one(12, 12, 1, kWhite);
    one.triangle({middle, corners[i], corners[(i + 1) % 4]}, kRed);
    all.triangle({middle, corners[i], corners[(i + 1) % 4]}, kRed);
    sum += red_area(one.picture());
  }
  EXPECT_NEAR(sum, 81, 1e-6);
  EXPECT_NEAR(red_area(all.picture()), 81, 1e-6);
}

TEST(Canvas, NearerHidesFartherInAnyOrder) {
  for (const bool near_first : {true, false}) {
    Canvas canvas(6, 6, 2, kWhite);
    const auto near_triangle = [&] { canvas.triangle({{-9, -9, 2}, {30, -9, 2}, {-9, 30, 2}}, kGreen); };
    const auto far_triangle = [&] { canvas.triangle({{-9, -9, 1}, {30, -9, 1}, {-9, 30, 1}}, kRed); };
    if (near_first) near_triangle();
    far_triangle();
    if (!near_first) near_triangle();
    EXPECT_EQ(canvas.picture().at(3, 3), kGreen);
  }
}

TEST(Canvas, TrianglesThatCrossMeetWhereTheyAreEquallyNear) {
  Canvas canvas(10, 4, 1, kWhite);
  // Nearness x against nearness 5: they cross at x = 5.
  canvas.triangle({{-20, -20, 5}, {40, -20, 5}, {-20, 40, 5}}, kGreen);
  canvas.triangle({{-20, -20, -20}, {40, -20, 40}, {-20, 40, -20}}, kRed);
  const Picture picture = canvas.picture();
  for (int x = 0; x < 10; ++x) EXPECT_EQ(picture.at(x, 2), x < 5 ? kGreen : kRed) << x;
}

TEST(Canvas, ColoursAreInterpolated) {
  Canvas canvas(10, 10, 1, kWhite);
  canvas.triangle({{0, 0, 1}, {20, 0, 1}, {0, 20, 1}}, {Rgb{0, 0, 0}, Rgb{1, 0, 0}, Rgb{0, 1, 0}});
  const Rgb seen = canvas.picture().at(6, 2);
  EXPECT_NEAR(seen.r, 6.5 / 20, 0.003);  // half a step of 8 bits is 0.002
  EXPECT_NEAR(seen.g, 2.5 / 20, 0.003);
}

TEST(Canvas, LinesHaveRoundEndsAndTheirWidth) {
  Canvas canvas(40, 20, 4, kWhite);
  canvas.line({10, 10, 1}, {30, 10, 1}, 6, kRed);
  const Picture picture = canvas.picture();
  EXPECT_NEAR(red_area(picture), 20 * 6 + M_PI * 9, 0.5);  // measured: 0.3
  EXPECT_EQ(picture.at(8, 9), kRed);
  EXPECT_EQ(picture.at(31, 10), kRed);
  EXPECT_EQ(picture.at(6, 10), kWhite);
  EXPECT_EQ(picture.at(33, 10), kWhite);
  EXPECT_EQ(picture.at(20, 6), kWhite);
  EXPECT_EQ(picture.at(20, 7), kRed);
  EXPECT_EQ(picture.at(20, 12), kRed);
  EXPECT_EQ(picture.at(20, 13), kWhite);
}

TEST(Canvas, SlantedLinesAreAsThick) {
  Canvas canvas(60, 60, 4, kWhite);
  canvas.stroke(12, 10, 40, 49, 5, kRed);
  EXPECT_NEAR(red_area(canvas.picture()), 5 * std::hypot(28, 39) + M_PI * 6.25, 0.5);  // measured: 0.07
}

TEST(Canvas, LinesAreHiddenAndStrokesAreNot) {
  Canvas canvas(20, 20, 2, kWhite);
  canvas.triangle({{-50, -50, 2}, {90, -50, 2}, {-50, 90, 2}}, kGreen);
  canvas.line({2, 10, 1}, {18, 10, 1}, 4, kRed);
  EXPECT_EQ(canvas.picture().at(10, 10), kGreen);
  canvas.line({2, 10, 3}, {18, 10, 3}, 4, kRed);
  EXPECT_EQ(canvas.picture().at(10, 10), kRed);
  canvas.stroke(2, 4, 18, 4, 4, kWhite);
  EXPECT_EQ(canvas.picture().at(10, 4), kWhite);
}

TEST(Canvas, WhatLiesOutsideIsCutOff) {
  Canvas canvas(4, 4, 2, kWhite);
  canvas.triangle({{-1e9, -1e9, 1}, {1e9, -1e9, 1}, {0, 1e9, 1}}, kRed);
  canvas.stroke(-1e6, -5, 1e6, -5, 3, kGreen);
  canvas.rectangle(-10, 3, 100, 100, kGreen);
  const Picture picture = canvas.picture();
  EXPECT_EQ(picture.at(0, 0), kRed);
  EXPECT_EQ(picture.at(3, 3), kGreen);
}

TEST(Canvas, WhatIsNotFiniteIsNotDrawn) {
  Canvas canvas(4, 4, 2, kWhite);
  const double nan = std::nan("");
  canvas.triangle({{nan, 0, 1}, {4, 0, 1}, {0, 4, 1}}, kRed);
  canvas.triangle({{0, 0, 1}, {HUGE_VAL, 0, 1}, {0, 4, 1}}, kRed);
  canvas.stroke(0, 0, nan, 3, 2, kRed);
  canvas.line({nan, nan, 1}, {1, 1, 1}, 2, kRed);
  EXPECT_EQ(red_area(canvas.picture()), 0);
}

TEST(Canvas, GhostsShowWhereNothingSolidIs) {
  Canvas base(30, 30, 1, kWhite);
  Canvas solid(30, 30, 1, {});
  Canvas ghost(30, 30, 1, {});
  solid.triangle({{0, 0, 1}, {15, 0, 1}, {0, 60, 1}}, kGreen);
  base.merge(solid);
  ghost.triangle({{5, 5, 2}, {25, 5, 2}, {25, 25, 2}}, kRed);
  ghost.triangle({{5, 5, 2}, {25, 25, 2}, {5, 25, 2}}, kRed);
  base.lay_over(ghost, solid, {Rgb{0, 0, 1}, 1, 0.5, 0});
  const Picture picture = base.picture();
  EXPECT_NEAR(picture.at(20, 15).g, 0.5, 0.01);  // half red on white
  EXPECT_EQ(picture.at(8, 8), kGreen);           // nothing of it on the solid figure
  EXPECT_GT(picture.at(24, 15).b, 0.8);          // the outline
  EXPECT_EQ(picture.at(28, 28), kWhite);
}

}  // namespace
}  // namespace sinew
