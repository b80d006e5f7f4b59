#include "libanim/validity/joint_quality.h"

#include <gtest/gtest.h>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "libanim/validity/dynamics.h"
#include "libanim/validity/record_clip.h"
#include "libanim/validity/skeleton_fit.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

int joint_of(const Figure& figure, std::string_view child) { return *figure.find_body(child) - 1; }

TEST(JointQuality, OfAnHonestTake) {
  const Take take = test::small_take();
  const JointQuality quality = joint_quality(take);
  EXPECT_LE(quality.motor_use.max, 1 + 1e-9);
  EXPECT_GT(quality.motor_use.max, 0.1);  // 0.28
  EXPECT_LE(quality.friction_use.max, 1.4143);
  EXPECT_LT(quality.adhesion.max, 1e-9);
  EXPECT_LT(quality.limit_excess.max, 1e-6);  // 6e-9
  EXPECT_LT(quality.anchor_gap.max, 1e-4);    // 2.5e-5
}

TEST(JointQuality, TorqueUseIsTheShareOfTheFiguresLimit) {
  Take take = test::small_take();
  const int joint = joint_of(take.figure, "left_shin");  // a hinge of 200 N m
  const int axis = take.figure.first_axis(joint);
  take.steps[6].report.substeps[0].motor_torque[to_size(axis)] = -500;
  take.steps[8].report.substeps[0].stop_torque[to_size(axis)] = 800;
  const JointQuality quality = joint_quality(take);
  EXPECT_NEAR(quality.motor_use.max, 2.5, 1e-12);
  EXPECT_EQ(quality.motor_use.worst, 7);
  EXPECT_EQ(quality.motor_axis, axis);
  EXPECT_GE(quality.stop_use.max, 4);
}

TEST(JointQuality, FrictionUseAndAdhesionAreThoseOfTheWorstContact) {
  Take take = test::small_take();
  for (TakeStep& step : take.steps) step.report.substeps[0].contacts.resize(1);
  for (TakeStep& step : take.steps) step.report.substeps[0].contacts[0].force = Vec3(0, 100, 0);
  ContactForce& contact = take.steps[5].report.substeps[0].contacts[0];
  contact.normal = Vec3::UnitY();
  contact.force = Vec3(160, 100, 0);
  EXPECT_NEAR(joint_quality(take).friction_use.max, 160 / (0.8 * 100), 1e-9);
  EXPECT_EQ(joint_quality(take).friction_use.worst, 6);
  EXPECT_NEAR(joint_quality(take).friction_excess.max, 80 / (take.figure.mass() * kStandardGravity), 1e-6);
  contact.force = Vec3(0, -100, 0);
  EXPECT_NEAR(joint_quality(take).adhesion.max, 100 / (take.figure.mass() * kStandardGravity), 1e-12);
}

TEST(JointQuality, AnglesBeyondTheLimitAndGaps) {
  Take take = test::small_take();
  const int joint = joint_of(take.figure, "left_forearm");
  const FigureJoint elbow = take.figure.joints[to_size(joint)];
  StateRecord& record = take.steps[11].record;
  const Quat parent = record.bodies[to_size(elbow.parent)].pose().rotation;
  Transform pose = record.bodies[to_size(elbow.child)].pose();
  pose.rotation = parent * joint_rotation(elbow, {0, elbow.upper[1] + 0.1, 0});
  record.bodies[to_size(elbow.child)].set_pose(pose);
  const JointQuality bent = joint_quality(take);
  EXPECT_NEAR(bent.limit_excess.max, 0.1, 1e-6);
  EXPECT_EQ(bent.limit_excess.worst, 12);
  EXPECT_EQ(bent.limit_joint, joint);

  take = test::small_take();
  take.steps[11].record.bodies[to_size(elbow.child)].position[2] += 0.05;
  EXPECT_NEAR(joint_quality(take).anchor_gap.max, 0.05, 1e-4);
  // The skeleton's bones keep their length: the joint stays at the elbow.
  EXPECT_NEAR(skeleton_fit(take, record_clip(take)).max, 0.05, 1e-4);
  EXPECT_EQ(skeleton_fit(take, record_clip(take)).worst, 12);
}

TEST(JointQuality, TheSkeletonFitsTheBodies) {
  const Take take = test::small_take();
  EXPECT_LT(skeleton_fit(take, record_clip(take)).max, 1e-4);  // 3.6e-5
}

}  // namespace
}  // namespace sinew
