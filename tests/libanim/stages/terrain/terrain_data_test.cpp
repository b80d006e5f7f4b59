#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "importers/import_file.h"
#include "libanim/kinematics/clip_edit.h"
#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/model/terrain.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/stages/clean/clean.h"
#include "libanim/stages/terrain/adapt_to_terrain.h"
#include "libanim/support/index.h"
#include "libanim/validity/surface_gap.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

/// A clip on the control grid with the figure that walks it.
struct Walk {
  Character character;
  Figure figure;
  Clip clip;
};

Walk load_walk(const std::filesystem::path& file) {
  const Asset asset = import_file(file, {});
  const Clip cleaned = clean(asset.character, asset.clips.front()).clip;
  return {asset.character, build_figure(asset.character).figure, resample(asset.character.skeleton, cleaned, 30)};
}

Scene rough_ground() {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  scene.ground.field = random_field({}, 0.05, 0.8, 3);
  return scene;
}

/// Depth of the figure in the ground, per frame, sorted.
std::vector<double> depths(const Walk& walk, const Scene& scene, const Clip& clip) {
  std::vector<double> depths;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const auto bodies =
        bodies_from_pose(walk.figure, walk.character.skeleton, world_at(walk.character.skeleton, clip, frame));
    depths.push_back(std::max(0.0, -surface_gap(walk.figure, scene, bodies, 0)));
  }
  std::ranges::sort(depths);
  return depths;
}

/// Largest second difference of a joint's rotation (unit: rad/s^2).
double largest_acceleration(const Clip& clip, int joint) {
  double most = 0;
  for (int i = 1; i + 1 < clip.frames(); ++i) {
    const auto at = [&](int frame) { return clip.frame_rotations(frame)[to_size(joint)]; };
    const double angle = angle_between(at(i).conjugate() * at(i + 1), at(i - 1).conjugate() * at(i));
    most = std::max(most, angle * clip.frame_rate * clip.frame_rate);
  }
  return most;
}

void expect_good_walk(const Walk& walk) {
  const Scene scene = rough_ground();
  const TerrainClip result = adapt_to_terrain(walk.character.skeleton, walk.figure, scene, walk.clip);
  ASSERT_TRUE(result.report.changed);
  const Clip settled = adapt_to_terrain(walk.character.skeleton, walk.figure, Scene{}, walk.clip).clip;
  const std::vector<double> level = depths(walk, Scene{}, settled);
  const std::vector<double> unchanged = depths(walk, scene, walk.clip);
  const std::vector<double> adapted = depths(walk, scene, result.clip);
  const double deepest = adapted.back() - level.back();
  const double median = adapted[adapted.size() / 2] - level[level.size() / 2];
  // Measured on the three walks: -1 to 4 mm and -4 to 0 mm.
  EXPECT_LT(deepest, 0.008);
  EXPECT_LT(median, 0.002);
  // Measured: 16 to 37 mm.
  EXPECT_GT(unchanged.back() - adapted.back(), 0.01);
  for (const TerrainFoot& foot : result.report.feet) {
    EXPECT_GT(foot.plants, 1) << foot.foot;
    EXPECT_LT(foot.missed, 0.005) << foot.foot;  // measured: 0 to 2.2 mm
  }
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const int knee = walk.figure.bodies[to_size(*walk.figure.find_body(Part::kShin, side))].joint;
    const double before = largest_acceleration(walk.clip, knee);
    const double after = largest_acceleration(result.clip, knee);
    EXPECT_LT(after, 1.3 * before) << before;  // measured: 0.4 to 1.17 times
  }
}

TEST(TerrainData, TheSampleWalksOverRoughGround) {
  expect_good_walk(load_walk(test::source_dir() / "samples/data/walk.bvh"));
}

TEST(TerrainData, MocapWalksOverRoughGround) {
  SINEW_NEEDS_DATA();
  expect_good_walk(load_walk(*test::data_dir() / "bvh/cmu/02_01.bvh"));
  expect_good_walk(load_walk(*test::data_dir() / "bvh/cmu/07_01.bvh"));
}

TEST(TerrainData, PawsFindTheGround) {
  const Walk trot = load_walk(test::source_dir() / "samples/data/trot.bvh");
  const Scene scene = rough_ground();
  const TerrainClip result = adapt_to_terrain(trot.character.skeleton, trot.figure, scene, trot.clip);
  ASSERT_EQ(result.report.feet.size(), 4U);
  for (const TerrainFoot& foot : result.report.feet) {
    EXPECT_GT(foot.plants, 1) << foot.foot;
    EXPECT_LT(foot.missed, 0.005) << foot.foot;  // measured: 0 to 0.1 mm
  }
  EXPECT_LT(depths(trot, scene, result.clip).back() - depths(trot, Scene{}, trot.clip).back(), 0.02);
}

}  // namespace
}  // namespace sinew
