#include "libanim/simulation/reference_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "tests/libanim/simulation/standing.h"

namespace sinew {
namespace {

ReferenceMotion motion_of(const Take& take) {
  return reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, 6);
}

TEST(ReferenceMotion, AConstantVelocityIsSeenInEveryFrame) {
  Take take = test::standing_take(12);
  const Vec3 velocity(0.5, 0.25, -1);
  test::carry(take.reference, velocity);
  const ReferenceMotion motion = motion_of(take);
  EXPECT_EQ(motion.steps(), 11);
  EXPECT_DOUBLE_EQ(motion.frame_seconds, 1.0 / 30);
  for (const ReferenceFrame& frame : motion.frames) {
    EXPECT_LT((frame.centre_velocity - velocity).norm(), 1e-9);
    for (const Vec3& spin : frame.spins) EXPECT_LT(spin.norm(), 1e-9);
    ASSERT_EQ(frame.slides.size(), take.figure.points.size());
    for (const double slide : frame.slides) EXPECT_NEAR(slide, std::hypot(0.5, 1), 1e-9);
  }
  EXPECT_LT((motion.frames[6].centre - motion.frames[0].centre - 0.2 * velocity).norm(), 1e-9);
}

TEST(ReferenceMotion, VelocitiesAreBackwardDifferences) {
  Take take = test::standing_take(6);
  // 0, 1, 4, 9, ... cm
  for (int f = 0; f < 6; ++f) take.reference.frame_translations(f)[0].z() += 0.01 * f * f;
  const double beyond_half_the_rate = 100;  // no low pass
  const ReferenceMotion motion =
      reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, beyond_half_the_rate);
  for (int f = 0; f < 6; ++f) {
    const int after = std::max(f, 1);
    EXPECT_NEAR(motion.frames[static_cast<std::size_t>(f)].centre_velocity.z(), 30 * 0.01 * (2 * after - 1), 1e-9);
  }
}

TEST(ReferenceMotion, AConstantTurnIsASpinOfEveryBody) {
  Take take = test::standing_take(12);
  for (int f = 0; f < take.reference.frames(); ++f) {
    Quat& root = take.reference.frame_rotations(f)[0];
    root = exp_rotation(Vec3(0, 2.0 * f / 30, 0)) * root;
  }
  make_continuous(take.reference);
  for (const ReferenceFrame& frame : motion_of(take).frames) {
    for (const Vec3& spin : frame.spins) EXPECT_LT((spin - Vec3(0, 2, 0)).norm(), 1e-9);
  }
}

TEST(ReferenceMotion, StartIsFrameZeroInMotion) {
  Take take = test::standing_take(12);
  const Vec3 velocity(0, 0, 1.5);
  test::carry(take.reference, velocity);
  take.scene.objects.push_back({.name = "ball", .pose = {{3, 1, 0}, Quat::Identity()}});
  const ReferenceMotion motion = motion_of(take);
  EXPECT_EQ(motion.start.step, 0);
  ASSERT_EQ(motion.start.bodies.size(), take.figure.bodies.size());
  const std::vector<Transform> expected = stance(take.figure);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const BodyState& body = motion.start.bodies[i];
    EXPECT_LT((body.pose().translation - expected[i].translation).norm(), 1e-9);
    EXPECT_LT(angle_between(body.pose().rotation, expected[i].rotation), 1e-7);
    EXPECT_LT((body.linear() - velocity).norm(), 1e-9);
  }
}

TEST(ReferenceMotion, HeightsAreAboveTheGroundUnderThePoints) {
  Take take = test::standing_take(3);
  const std::vector<double> flat = motion_of(take).frames[0].heights;
  take.scene.ground.point.y() = -0.25;
  const std::vector<double> lower = motion_of(take).frames[0].heights;
  take.scene.ground.kind = GroundKind::kNone;
  const std::vector<double> none = motion_of(take).frames[0].heights;
  ASSERT_EQ(flat.size(), take.figure.points.size());
  for (std::size_t i = 0; i < flat.size(); ++i) {
    EXPECT_NEAR(lower[i], flat[i] + 0.25, 1e-12);
    EXPECT_NEAR(none[i], flat[i], 1e-12);
  }
}

TEST(ReferenceMotion, JointsStayWithinTheLimits) {
  Take take = test::standing_take(3);
  const int shin = test::body_of(take.figure, Part::kShin, Side::kLeft);
  const auto knee = static_cast<std::size_t>(take.figure.bodies[static_cast<std::size_t>(shin)].joint);
  // Backwards, as no knee bends.
  for (int f = 0; f < 3; ++f) take.reference.frame_rotations(f)[knee] = exp_rotation(Vec3(-0.6, 0, 0));
  const ReferenceMotion motion = motion_of(take);
  for (std::size_t j = 0; j < take.figure.joints.size(); ++j) {
    const Quat& q = motion.frames[0].joints[j];
    EXPECT_LT(angle_between(q, clamp_to_limits(take.figure.joints[j], q)), 1e-6) << j;
  }
}

TEST(ReferenceMotion, OneFrameStandsStill) {
  const Take take = test::standing_take(1);
  const ReferenceMotion motion = motion_of(take);
  EXPECT_EQ(motion.steps(), 0);
  EXPECT_EQ(motion.frames[0].centre_velocity, Vec3::Zero());
}

}  // namespace
}  // namespace sinew
