#include "samples/04-ball-throw/ball_flight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/support/rng.h"

namespace sinew::samples {
namespace {

using Eigen::Vector2d;

/// A floor at y = 0 and a wall at x = 10.
Room plain_room() {
  Room room{.corner = {10, 10}, .surfaces = {}, .start = {0, 0}};
  room.surfaces.push_back({1, 1, 0, 0, 10});
  room.surfaces.push_back({0, -1, 10, 0, 10});
  return room;
}

TEST(BallFlight, FirstLandingIsThatOfTheParabola) {
  const auto way = throw_ball(plain_room(), 8, std::numbers::pi / 4, 10);
  ASSERT_GE(way.size(), 2U);
  EXPECT_NEAR(way[1].position.x(), 64 / 9.81, 1e-12);  // v^2 sin(2 a) / g
  EXPECT_EQ(way[1].position.y(), 0);
  EXPECT_NEAR(way[1].velocity.y(), 0.75 * 8 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(way[1].velocity.x(), 8 / std::sqrt(2.0), 1e-12);
}

TEST(BallFlight, BouncesLoseEnergyAndEnd) {
  const auto way = throw_ball(plain_room(), 5, std::numbers::pi / 2, 100);
  for (std::size_t i = 1; i + 1 < way.size(); ++i) {
    EXPECT_NEAR(way[i].velocity.y(), 0.75 * way[i - 1].velocity.y(), 1e-9);
  }
  // Lies still after ln(0.1 / 5) / ln(0.75) bounces, rounded up.
  EXPECT_EQ(way.size(), 15U);
  EXPECT_EQ(position_at(way, 100).y(), 0);
}

TEST(BallFlight, WallTurnsTheBall) {
  const auto way = throw_ball(plain_room(), 30, 0.3, 1);
  ASSERT_EQ(way.size(), 2U);
  EXPECT_EQ(way[1].position.x(), 10);
  EXPECT_NEAR(way[1].velocity.x(), -0.75 * 30 * std::cos(0.3), 1e-12);
}

TEST(BallFlight, AgreesWithSmallSteps) {
  // Positions follow each other continuously and never enter the block or leave the room.
  const Room room = example_room();
  Rng rng(1);
  for (int k = 0; k < 200; ++k) {
    const double speed = 2 + 12 * rng.uniform();
    const auto way = throw_ball(room, speed, std::numbers::pi * rng.uniform(), 3);
    Vector2d before = room.start;
    for (int i = 1; i <= 3000; ++i) {
      const Vector2d now = position_at(way, i * 1e-3);
      EXPECT_LT((now - before).norm(), 1e-3 * (speed + 9.81 * 3));
      EXPECT_GE(now.y(), -1e-9);
      EXPECT_GE(now.x(), -1e-9);
      EXPECT_LE(now.x(), 8 + 1e-9);
      EXPECT_FALSE(now.x() > 3 + 1e-9 && now.x() < 4.2 - 1e-9 && now.y() < 1.2 - 1e-9);
      EXPECT_FALSE(now.x() > 6.6 + 1e-9 && now.y() > 1.9 + 1e-9 && now.y() < 2.1 - 1e-9);
      before = now;
    }
  }
}

TEST(BallFlight, ClosestDistanceIsThatOfADenseSearch) {
  const Room room = example_room();
  Rng rng(2);
  for (int k = 0; k < 100; ++k) {
    const auto way = throw_ball(room, 2 + 12 * rng.uniform(), std::numbers::pi * rng.uniform(), 2);
    const Vector2d point(8 * rng.uniform(), 4 * rng.uniform());
    double dense = 1e9;
    for (int i = 0; i <= 20'000; ++i) dense = std::min(dense, (position_at(way, i * 1e-4) - point).norm());
    const double closest = closest_distance(way, point);
    EXPECT_LE(closest, dense + 1e-12);
    EXPECT_NEAR(closest, dense, 2e-3);  // 1e-4 s at up to 16 m/s
  }
}

}  // namespace
}  // namespace sinew::samples
