#include <gtest/gtest.h>

#include <cmath>

#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/lcp_kernels.h"
#include "libanim/simulation/lcp_kernels_avx2.h"
#include "libanim/simulation/world.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew {
namespace {

SimulationOptions options_with(LcpKernels kernels) {
  SimulationOptions options;
  options.kernels = kernels;
  options.friction_rounds = 0;  // as ODE has it
  return options;
}

Control random_control(const Figure& figure, std::uint64_t step, double speed, double strength) {
  Rng random(77, {step});
  Control control = holding_control(figure);
  for (AxisControl& axis : control.axes) {
    axis.target = speed * random.normal();
    axis.torque_limit *= strength;
  }
  return control;
}

/// Largest difference of a velocity (unit: m/s or rad/s).
double velocity_difference(const StateRecord& a, const StateRecord& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    largest = std::max(largest, (a.bodies[i].linear() - b.bodies[i].linear()).lpNorm<Eigen::Infinity>());
    largest = std::max(largest, (a.bodies[i].angular() - b.bodies[i].angular()).lpNorm<Eigen::Infinity>());
  }
  return largest;
}

/// A figure that moves at random, falls and struggles on the ground: from each state one step with either solver.
double largest_step_difference(double speed, double strength, int steps) {
  const Figure figure = test::small_humanoid();
  World stock(figure, Scene{}, options_with(LcpKernels::kStock));
  World fast(figure, Scene{}, options_with(LcpKernels::kFast));
  StateRecord record = stock.initial_record();
  double largest = 0;
  for (int step = 0; step < steps; ++step) {
    const Control control = random_control(figure, to_size(step), speed, strength);
    const StateRecord next = fast.step(record, control);
    largest = std::max(largest, velocity_difference(next, stock.step(record, control)));
    record = next;
  }
  return largest;
}

class LcpOverride : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!lcp::cpu_has_avx2()) GTEST_SKIP() << "needs AVX2 and FMA";
  }
};

TEST_F(LcpOverride, IsInEffect) {
  EXPECT_TRUE(fast_lcp_kernels_available());
  EXPECT_EQ(lcp_kernel_notice(), "");
}

TEST_F(LcpOverride, EachWorldStepsWithItsOwnSolver) {
  const Figure figure = test::small_humanoid();
  World stock(figure, Scene{}, options_with(LcpKernels::kStock));
  World fast(figure, Scene{}, options_with(LcpKernels::kFast));
  ASSERT_TRUE(fast_lcp_kernels_available());
  StateRecord a = stock.initial_record();
  StateRecord b = a;
  const Control control = random_control(figure, 0, 1, 1);
  for (int step = 0; step < 10; ++step) {
    const LcpCounts before = lcp_counts();
    a = stock.step(a, control);
    const LcpCounts between = lcp_counts();
    b = fast.step(b, control);
    const LcpCounts after = lcp_counts();
    EXPECT_GT(between.stock, before.stock);
    EXPECT_EQ(between.fast, before.fast);
    EXPECT_EQ(after.stock, between.stock);
    EXPECT_GT(after.fast, between.fast);
  }
  EXPECT_NE(a, b) << "the two solvers round differently; bitwise equal records mean that one of them did not run";
}

TEST_F(LcpOverride, ScopesNest) {
  ASSERT_TRUE(fast_lcp_kernels_available());  // Its own check solves with both.
  const Figure figure = test::small_humanoid();
  World world(figure, Scene{}, options_with(LcpKernels::kFast));
  const ScopedLcpKernels outer(LcpKernels::kStock, 0);
  const LcpCounts before = lcp_counts();
  static_cast<void>(world.step(world.initial_record(), holding_control(figure)));
  EXPECT_GT(lcp_counts().fast, before.fast);
  EXPECT_EQ(lcp_counts().stock, before.stock);
}

TEST_F(LcpOverride, MovesAsOdesOwnDoes) {
  EXPECT_LE(largest_step_difference(1, 1, 300), 1e-9);  // measured: 2e-12
  EXPECT_LE(largest_step_difference(5, 1, 300), 1e-8);  // measured: 2e-11
}

TEST_F(LcpOverride, MovesAsOdesOwnDoesWithWeakMotors) {
  EXPECT_LE(largest_step_difference(5, 0.1, 300), 1e-6);   // measured: 1e-9
  EXPECT_LE(largest_step_difference(2, 0.01, 300), 1e-6);  // measured: 2e-9
}

TEST_F(LcpOverride, HardlyEverGivesUp) {
  const LcpCounts before = lcp_counts();
  const double difference = largest_step_difference(3, 0.5, 1000);
  const LcpCounts after = lcp_counts();
  EXPECT_LE(difference, 1e-6);  // measured: 1e-8
  EXPECT_EQ(after.handed_back - before.handed_back, 0);
  EXPECT_GE(after.fast - before.fast, 1000);
}

}  // namespace
}  // namespace sinew
