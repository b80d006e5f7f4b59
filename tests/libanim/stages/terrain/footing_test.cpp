#include "libanim/stages/terrain/footing.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/model/terrain.h"

namespace sinew {
namespace {

/// Heel, ball and toe of a foot of 24 cm that points along +z.
std::array<Vec3, 3> foot_at(double x, double z) {
  return {Vec3(x, 0, z - 0.12), Vec3(x, 0, z + 0.05), Vec3(x, 0, z + 0.12)};
}

const FootingLimits kLimits{0.35, 0.14, 0.1, 0.03, 10};

Scene stairs_scene(const Vec3& start) {
  Scene scene;
  Stairs stairs;
  stairs.start = start;
  scene.boxes = stair_boxes(stairs);
  return scene;
}

TEST(Footing, ASoleLiesOnASlope) {
  const double angle = 5 * M_PI / 180;
  Scene scene;
  scene.ground = slope(angle, 0, Vec3::Zero());
  const auto foot = foot_at(0.3, 1.2);
  const Footing footing = find_footing(scene, foot, kLimits);
  const double middle = 1.2 + 0.05 / 3;
  EXPECT_NEAR(footing.height, std::tan(angle) * middle, 1e-12);
  // The slope goes up along +z: toes up is a turn about -x.
  EXPECT_LT((footing.tilt - Vec3(-angle, 0, 0)).norm(), 1e-12);
  EXPECT_TRUE(footing.shift.isZero(0));
  const Quat turn = exp_rotation(footing.tilt);
  for (const Vec3& point : foot) {
    const Vec3 arm = point - Vec3(0.3, 0, middle);
    const Vec3 place = Vec3(0.3, footing.height, middle) + turn * arm;
    EXPECT_NEAR(place.y(), ground_height(scene, place.x(), place.z()), 1e-12);
  }
}

TEST(Footing, ASoleTiltsNoMoreThanAnAnkleDoes) {
  Scene scene;
  scene.ground = slope(0.5, 0, Vec3::Zero());
  const Footing footing = find_footing(scene, foot_at(0, 0), kLimits);
  EXPECT_NEAR(footing.tilt.norm(), 0.35, 1e-12);
  // What lies under the toes keeps it up.
  EXPECT_GT(footing.height, std::tan(0.5) * 0.05 / 3 + 0.01);
}

TEST(Footing, LevelGroundChangesNothing) {
  Scene scene;
  const Footing footing = find_footing(scene, foot_at(1, 2), kLimits);
  EXPECT_EQ(footing.height, 0);
  EXPECT_TRUE(footing.tilt.isZero(0));
  EXPECT_TRUE(footing.shift.isZero(0));
}

TEST(Footing, AFootOverAnEdgeIsSetOffIt) {
  const Scene scene = stairs_scene({0, 0, 1});
  // The toes are 3 cm in the riser: back. The heel is 3 cm behind the edge: forth.
  const Footing back = find_footing(scene, foot_at(0, 0.91), kLimits);
  EXPECT_EQ(back.height, 0);
  EXPECT_LT(back.shift.z(), -0.029);
  EXPECT_GT(back.shift.z(), -0.061);
  const Footing forth = find_footing(scene, foot_at(0, 1.09), kLimits);
  EXPECT_NEAR(forth.height, 0.17, 1e-12);
  EXPECT_GT(forth.shift.z(), 0.029);
  EXPECT_LT(forth.shift.z(), 0.061);
  EXPECT_TRUE(forth.tilt.isZero(0));
}

TEST(Footing, WithoutRoomAFootStandsOnTheHighestPart) {
  const Scene scene = stairs_scene({0, 0, 1});
  FootingLimits limits = kLimits;
  limits.most_shift = 0;
  const Footing footing = find_footing(scene, foot_at(0, 1), limits);
  EXPECT_NEAR(footing.height, 0.17, 1e-12);
  EXPECT_TRUE(footing.tilt.isZero(0));
  EXPECT_TRUE(footing.shift.isZero(0));
}

TEST(Footing, WallsAreNoGround) {
  Scene scene;
  scene.boxes = {wall_box({-1, 0, 1}, {1, 0, 1}, 2.2, 0.5)};
  EXPECT_NEAR(surface_under(scene, 0, 1, 3), 2.2, 1e-12);
  EXPECT_EQ(surface_under(scene, 0, 1, 0.6), 0);
}

TEST(Footing, OutsideAFieldItsEdgeGoesOn) {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  scene.ground.field = {2, 2, 1, Vec3::Zero(), {0, 0, 1, 1}};
  EXPECT_NEAR(surface_under(scene, 0.5, 0.25, 9), 0.25, 1e-12);
  EXPECT_NEAR(surface_under(scene, 5, 7, 9), 1, 1e-12);
  EXPECT_TRUE(has_ground(scene, 0.5, 0.5));
  EXPECT_FALSE(has_ground(scene, 5, 7));
}

}  // namespace
}  // namespace sinew
