#include "libanim/stages/terrain/foot_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/model/terrain.h"
#include "libanim/support/index.h"

namespace sinew {
namespace {

constexpr double kRate = 30;
constexpr double kHeight = 1.7;

/// A step of a level foot along +z: it stands at `from` for half a second, swings over `lift` to `to` in `swing`
/// frames, and stands there on `end` for half a second.
struct Step {
  double from = 0;
  double to = 0.8;
  double lift = 0.1;
  int swing = 12;
  double end = 0;
};

SoleTracks tracks_of(const Step& step) {
  SoleTracks tracks(3);
  const int stand = 15;
  for (int i = 0; i < 2 * stand + step.swing; ++i) {
    const double t = std::clamp((i - stand + 1.0) / (step.swing + 1), 0.0, 1.0);
    const double z = step.from + (step.to - step.from) * t * t * (3 - 2 * t);
    const double y = step.lift * std::pow(std::sin(M_PI * t), 2) + step.end * t * t * (3 - 2 * t);
    tracks[0].emplace_back(0, y, z - 0.12);
    tracks[1].emplace_back(0, y, z + 0.05);
    tracks[2].emplace_back(0, y, z + 0.12);
  }
  return tracks;
}

FootPath planned(const Scene& scene, const SoleTracks& sole) { return plan_foot_path(scene, sole, kRate, kHeight, {}); }

/// Where a point of the sole is in one frame after the change, or between it and the next.
Vec3 moved(const SoleTracks& sole, const FootPath& path, std::size_t point, int frame) {
  const std::size_t i = to_size(frame);
  const Vec3 middle = sole_middle(sole, frame);
  return middle + exp_rotation(path.tilt[i]) * (sole[point][i] - middle) + path.shift[i] +
         path.offset[i] * Vec3::UnitY();
}

/// Smallest height above the surface, minus the one on level ground, over all points and frames and between frames.
double least_margin(const Scene& scene, const SoleTracks& sole, const FootPath& path) {
  double least = 1;
  for (std::size_t p = 0; p < sole.size(); ++p) {
    for (int i = 0; i + 1 < static_cast<int>(sole[p].size()); ++i) {
      for (const double share : {0.0, 0.25, 0.5, 0.75}) {
        const auto mix = [&](const Vec3& a, const Vec3& b) -> Vec3 { return a + share * (b - a); };
        const Vec3 place = mix(moved(sole, path, p, i), moved(sole, path, p, i + 1));
        const double before = mix(sole[p][to_size(i)], sole[p][to_size(i) + 1]).y();
        least = std::min(least, place.y() - ground_height(scene, place.x(), place.z()) - before);
      }
    }
  }
  return least;
}

Scene box_scene(double z, double half, double height) {
  Scene scene;
  StaticBox box;
  box.name = "box";
  box.pose.translation = {0, 0.5 * height, z};
  box.half = {1, 0.5 * height, half};
  scene.boxes = {box};
  return scene;
}

TEST(FootPath, LevelGroundMovesNothing) {
  EXPECT_TRUE(planned(Scene{}, tracks_of({})).is_still());
  EXPECT_TRUE(planned(box_scene(5, 0.5, 0.2), tracks_of({})).is_still());
}

TEST(FootPath, AFootThatHoversWhereItStandsIsSetDown) {
  SoleTracks sole = tracks_of({});
  for (auto& track : sole) {
    for (Vec3& place : track) place.y() += place.z() < 0.4 ? 0.015 : -0.008;
  }
  const FootPath path = planned(Scene{}, sole);
  EXPECT_NEAR(path.offset.front(), -0.015, 1e-12);
  EXPECT_NEAR(path.offset.back(), 0.008, 1e-12);
  EXPECT_EQ(path.report.raised, 0);
  for (int i = 0; i < static_cast<int>(sole[0].size()); ++i) {
    for (std::size_t p = 0; p < sole.size(); ++p) EXPECT_GE(moved(sole, path, p, i).y(), -1e-9) << "frame " << i;
  }
  TerrainOptions as_recorded;
  as_recorded.settle = false;
  EXPECT_TRUE(plan_foot_path(Scene{}, sole, kRate, kHeight, as_recorded).is_still());
}

TEST(FootPath, OnASlopeAFootKeepsItsHeightAboveIt) {
  Scene scene;
  scene.ground = slope(5 * M_PI / 180, 0, Vec3::Zero());
  const SoleTracks sole = tracks_of({});
  const FootPath path = planned(scene, sole);
  EXPECT_EQ(path.report.plants, 2);
  for (std::size_t p = 0; p < sole.size(); ++p) {
    for (int i = 0; i < static_cast<int>(sole[p].size()); ++i) {
      const Vec3 place = moved(sole, path, p, i);
      const double margin = place.y() - ground_height(scene, place.x(), place.z());
      // Measured: up to 8 mm more in the swing, because frames look ahead; nothing in the plants.
      EXPECT_NEAR(margin, sole[p][to_size(i)].y(), path.planted[to_size(i)] ? 1e-6 : 0.01) << p << " " << i;
    }
  }
}

TEST(FootPath, AStepEdgeIsNotCut) {
  for (const double edge : {0.3, 0.4, 0.5}) {
    for (const double rise : {0.1, 0.2}) {
      const SoleTracks sole = tracks_of({});
      const Scene up = box_scene(edge + 2, 2, rise);
      // Measured: 0 to rounding.
      EXPECT_GT(least_margin(up, sole, planned(up, sole)), -1e-9) << edge << " " << rise;
      const Scene down = box_scene(edge - 2, 2, rise);
      EXPECT_GT(least_margin(down, sole, planned(down, sole)), -1e-9) << edge << " " << rise;
    }
  }
}

TEST(FootPath, AFootGoesOverWhatLiesBetween) {
  const Scene scene = box_scene(0.4, 0.05, 0.15);
  const SoleTracks sole = tracks_of({});
  const FootPath path = planned(scene, sole);
  EXPECT_GT(least_margin(scene, sole, path), -1e-9);
  EXPECT_GT(path.report.highest, 0.14);
  // The root has no part in it.
  EXPECT_EQ(std::ranges::max(path.base), 0);
  EXPECT_EQ(path.offset.front(), 0);
  EXPECT_EQ(path.offset.back(), 0);
}

TEST(FootPath, NobodyStepsOverAWall) { EXPECT_TRUE(planned(box_scene(0.4, 0.05, 2), tracks_of({})).is_still()); }

TEST(FootPath, AClipThatClimbsStandsOnTheScenesStep) {
  const SoleTracks sole = tracks_of({.lift = 0.15, .swing = 15, .end = 0.2});
  const FootPath path = planned(box_scene(2.6, 2, 0.17), sole);
  EXPECT_EQ(path.report.raised, 1);
  EXPECT_NEAR(path.offset.back(), -0.03, 1e-9);
  EXPECT_EQ(path.offset.front(), 0);
  // Where the scene has no such step the foot is just held up.
  const FootPath other = planned(box_scene(8, 2, 0.17), sole);
  EXPECT_EQ(other.report.raised, 0);
  EXPECT_TRUE(other.is_still());
}

TEST(FootPath, AScenesStepThatMatchesIsLeft) {
  const SoleTracks sole = tracks_of({.lift = 0.15, .swing = 15, .end = 0.17});
  const FootPath path = planned(box_scene(2.6, 2, 0.17), sole);
  EXPECT_EQ(path.report.raised, 1);
  EXPECT_NEAR(path.offset.back(), 0, 1e-12);
  // Measured: 0; its own swing clears the edge.
  EXPECT_LT(path.report.highest, 0.01);
}

}  // namespace
}  // namespace sinew
