#include "libanim/kinematics/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "tests/support/small_models.h"

namespace sinew {
namespace {

TEST(Pose, RestWorldAddsOffsets) {
  const auto world = rest_world(test::small_skeleton());
  EXPECT_LT((world[3].translation - Vec3(0, 1.8, 0)).norm(), 1e-15);
  EXPECT_LT((world[4].translation - Vec3(0.2, 1.5, 0)).norm(), 1e-15);
}

TEST(Pose, ForwardKinematicsInClosedForm) {
  const Skeleton skeleton = test::small_skeleton();
  Clip clip = rest_clip(skeleton, 1, 30);
  clip.rotations[1] = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()));  // spine bends to -x
  clip.rotations[2] = Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ()));
  clip.translations[0] = Vec3(1, 2, 3);
  const auto p = joint_positions(skeleton, clip, 0);
  EXPECT_LT((p[1] - Vec3(1, 2.3, 3)).norm(), 1e-15);
  EXPECT_LT((p[2] - Vec3(0.7, 2.3, 3)).norm(), 1e-15);
  EXPECT_LT((p[3] - Vec3(0.7, 2.5, 3)).norm(), 1e-15);
  EXPECT_LT((p[4] - Vec3(0.8, 2.5, 3)).norm(), 1e-15);
}

TEST(Pose, TranslationChannelReplacesTheRestTranslation) {
  const Skeleton skeleton = test::small_skeleton();
  Clip clip = rest_clip(skeleton, 1, 30, {4});
  ASSERT_EQ(clip.translated, (std::vector<int>{0, 4}));
  clip.translations[1] = Vec3(1, 1, 1);
  EXPECT_LT((joint_positions(skeleton, clip, 0)[4] - Vec3(1, 2.3, 1)).norm(), 1e-15);
}

/// Uniform circular motion: the root turns about y at w while the arm rides along at radius 0.2.
TEST(Pose, VelocitiesOfUniformRotation) {
  const Skeleton skeleton = test::small_skeleton();
  Clip clip = rest_clip(skeleton, 61, 60);
  const double w = 2.0;
  for (int f = 0; f < clip.frames(); ++f) clip.frame_rotations(f)[0] = exp_rotation({0, w * f / 60, 0});
  make_continuous(clip);
  const auto v = joint_velocities(skeleton, clip, 30);
  EXPECT_NEAR(v[4].angular.y(), w, 1e-12);
  EXPECT_NEAR(v[4].linear.norm(), 0.2 * w, 1e-3);  // chord against arc: 0.2 w (1 - (w dt)^2 / 6), 7e-5 here
  EXPECT_LT(v[1].linear.norm(), 1e-12);
  EXPECT_NEAR(joint_velocities(skeleton, clip, 0)[4].angular.y(), w, 1e-12);
  EXPECT_EQ(joint_velocities(skeleton, rest_clip(skeleton, 1, 30), 0)[4].linear.norm(), 0);
}

}  // namespace
}  // namespace sinew
