#include "libanim/validity/limit_excess.h"

#include <gtest/gtest.h>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

TEST(LimitExcess, ReferencesWithinTheLimitsHaveNone) { EXPECT_TRUE(reference_excesses(test::small_take()).empty()); }

TEST(LimitExcess, NarrowLimitsAreExceededByWhatTheyLack) {
  Take take = test::small_take();
  // The flexion that moves most: an arm that waves.
  int joint = 0;
  int worst_frame = 0;
  double most = 0;
  for (int j = 0; j < static_cast<int>(take.figure.joints.size()); ++j) {
    for (int frame = 0; frame < take.frames(); ++frame) {
      const Quat relative = joint_rotations(take.figure, take.record(frame))[to_size(j)];
      const double angle = joint_angles(take.figure.joints[to_size(j)], relative)[1];
      if (angle <= most) continue;
      most = angle;
      joint = j;
      worst_frame = frame;
    }
  }
  ASSERT_GT(most, 0.1);
  take.figure.joints[to_size(joint)].upper[1] = most - 0.05;
  const std::vector<LimitExcess> excesses = reference_excesses(take);
  ASSERT_EQ(excesses.size(), 1U);
  EXPECT_EQ(excesses[0].joint, joint);
  EXPECT_EQ(excesses[0].axis, 1);
  // The reference has the records' motion without the gaps at the anchors.
  EXPECT_NEAR(excesses[0].excess, 0.05, 1e-6);
  EXPECT_EQ(excesses[0].frame, worst_frame);
  EXPECT_GE(excesses[0].frames, 1);
}

}  // namespace
}  // namespace sinew
