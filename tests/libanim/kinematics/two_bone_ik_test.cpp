#include "libanim/kinematics/two_bone_ik.h"

#include <gtest/gtest.h>

#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/support/rng.h"

namespace sinew {
namespace {

/// Where the end comes to lie when the bones make their turns.
Vec3 end_after(const TwoBones& bones, const TwoBoneTurn& turn) {
  return bones.root + turn.upper * (bones.middle - bones.root) + turn.lower * (bones.end - bones.middle);
}

TwoBones bent_leg() { return {{0, 1, 0}, {0, 0.55, 0.2}, {0, 0.1, 0}}; }

TEST(TwoBoneIk, ReachesTargetsWithinItsLength) {
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    const Vec3 target = Vec3(0, 1, 0) + 0.5 * Vec3(rng.normal(), rng.normal(), rng.normal()).normalized() +
                        0.2 * Vec3(rng.uniform(), rng.uniform(), rng.uniform());
    const TwoBones bones = bent_leg();
    const TwoBoneTurn turn = two_bone_ik(bones, target, Vec3::UnitX());
    EXPECT_LT((end_after(bones, turn) - target).norm(), 1e-12);
    EXPECT_LT((turn.reached - target).norm(), 1e-12);
  }
}

TEST(TwoBoneIk, StaysWhereItIsWhenItIsThere) {
  const TwoBones bones = bent_leg();
  const TwoBoneTurn turn = two_bone_ik(bones, bones.end, Vec3::UnitX());
  EXPECT_LT(angle_between(turn.upper, Quat::Identity()), 1e-7);
  EXPECT_LT(angle_between(turn.lower, Quat::Identity()), 1e-7);
}

TEST(TwoBoneIk, KeepsTheSideOfTheKnee) {
  const TwoBones bones = bent_leg();
  for (const double height : {0.2, 0.3, 0.5}) {
    const TwoBoneTurn turn = two_bone_ik(bones, {0, height, 0}, Vec3::UnitX());
    const Vec3 knee = bones.root + turn.upper * (bones.middle - bones.root);
    EXPECT_GT(knee.z(), 0.2) << height;
    EXPECT_NEAR(knee.x(), 0, 1e-12);
  }
}

TEST(TwoBoneIk, AStraightLegBendsAboutTheGivenAxis) {
  const TwoBones straight{{0, 1, 0}, {0, 0.5, 0}, {0, 0, 0}};
  const TwoBoneTurn turn = two_bone_ik(straight, {0, 0.2, 0}, Vec3::UnitX());
  const Vec3 knee = turn.upper * (straight.middle - straight.root);
  // Flexion about +x takes the shin backwards, so the knee goes ahead.
  EXPECT_GT(knee.z(), 0.2);
  EXPECT_LT((end_after(straight, turn) - Vec3(0, 0.2, 0)).norm(), 1e-12);
}

TEST(TwoBoneIk, BeyondReachItComesNearWithoutASnap) {
  const TwoBones bones = bent_leg();
  const double length = (bones.middle - bones.root).norm() + (bones.end - bones.middle).norm();
  double before = 0;
  double largest = 0;
  for (int i = 0; i <= 400; ++i) {
    const double distance = length * (0.9 + 0.2 * i / 400);
    const TwoBoneTurn turn = two_bone_ik(bones, bones.root - Vec3(0, distance, 0), Vec3::UnitX());
    const Vec3 knee = bones.root + turn.upper * (bones.middle - bones.root);
    if (i > 0) largest = std::max(largest, std::abs(knee.z() - before));
    before = knee.z();
    EXPECT_LT((end_after(bones, turn) - bones.root).norm(), length);
  }
  // 0.46 mm of target per step move the knee by at most 0.9 mm; without the soft reach it jumps 10 mm at full length.
  EXPECT_LT(largest, 0.0015);
}

}  // namespace
}  // namespace sinew
