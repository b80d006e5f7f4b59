#include "libanim/validity/dynamics.h"

#include <gtest/gtest.h>

#include "libanim/validity/record_clip.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

Take falling_take() {
  test::SmallTakeOptions options;
  options.scene.ground.kind = GroundKind::kNone;
  return test::small_take(options);
}

TEST(Dynamics, MomentumOfAStandingFigureIsBalanced) {
  const MomentumBalance balance = momentum_balance(test::small_take());
  EXPECT_LT(balance.linear.max, 1e-12);  // 3e-16
  EXPECT_LT(balance.angular.max, 1e-6);  // 1e-7
  EXPECT_GT(balance.linear.count, 20);
}

TEST(Dynamics, MomentumInFreeFallAndOnLandingIsBalanced) {
  const MomentumBalance falling = momentum_balance(falling_take());
  EXPECT_LT(falling.linear.max, 1e-12);  // 1e-14
  EXPECT_LT(falling.angular.max, 1e-6);  // 9e-8
  test::SmallTakeOptions options;
  options.lift = 0.3;
  const MomentumBalance landing = momentum_balance(test::small_take(options));
  EXPECT_LT(landing.linear.max, 1e-12);  // 4e-15
  EXPECT_LT(landing.angular.max, 1e-6);  // 9e-8
}

TEST(Dynamics, SubstepsPushesAndObjectsAreCounted) {
  test::SmallTakeOptions options;
  options.simulation.substeps = 2;
  options.scene.pushes.push_back({"chest", 0.2, 0.1, {150, 0, 0}, Vec3::Zero(), {0, 0.1, 0}});
  DynamicObject ball;
  ball.name = "ball";
  ball.mass = 3;
  ball.pose.translation = {0, 1.3, 0.4};
  ball.velocity = {0, 1, -4};
  options.scene.objects.push_back(ball);
  const Take take = test::small_take(options);
  bool hit = false;
  for (const TakeStep& step : take.steps) {
    for (const SubstepReport& substep : step.report.substeps) {
      for (const ContactForce& contact : substep.contacts) hit |= contact.other == take.figure.body_count();
    }
  }
  EXPECT_TRUE(hit);
  const MomentumBalance balance = momentum_balance(take);
  EXPECT_LT(balance.linear.max, 1e-12);  // 3e-16
  EXPECT_LT(balance.angular.max, 5e-4);  // 6e-5
}

TEST(Dynamics, ALieAboutAVelocityIsTheResidual) {
  Take take = falling_take();
  const double share = take.figure.bodies[0].mass / take.figure.mass();
  take.steps[9].record.bodies[0].velocity[0] += 0.1;
  const MomentumBalance balance = momentum_balance(take);
  EXPECT_NEAR(balance.linear.max, share * 0.1 * take.simulation.control_rate / kStandardGravity, 1e-9);
  EXPECT_EQ(balance.linear.worst, 10);
}

TEST(Dynamics, ALieAboutAForceIsTheResidual) {
  Take take = test::small_take();
  take.steps[4].report.substeps[0].contacts.at(0).force += Vec3(0, 70, 0);
  EXPECT_NEAR(momentum_balance(take).linear.max, 70 / (take.figure.mass() * kStandardGravity), 1e-9);
  EXPECT_EQ(momentum_balance(take).linear.worst, 5);
}

TEST(Dynamics, AHiddenRootForceIsSeen) {
  Take take = falling_take();
  // A figure that stays where it is without ground.
  for (TakeStep& step : take.steps) {
    const std::int64_t count = step.record.step;
    step.record = take.start;
    step.record.step = count;
  }
  EXPECT_NEAR(momentum_balance(take).linear.max, 9.81 / kStandardGravity, 1e-9);
}

TEST(Dynamics, TheAnimationAloneTellsTheSame) {
  const Take take = falling_take();
  const Clip clip = record_clip(take);
  EXPECT_LT(animation_balance(take, clip).max, 1e-3);  // 4e-5
  Clip still = clip;
  for (int f = 0; f < still.frames(); ++f) still.frame_translations(f)[0] = still.frame_translations(0)[0];
  EXPECT_NEAR(animation_balance(take, still).mean, 1, 0.2);
}

}  // namespace
}  // namespace sinew
