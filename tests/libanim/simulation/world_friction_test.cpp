#include <gtest/gtest.h>

#include <cmath>

#include "libanim/simulation/lcp_kernels.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/world_runs.h"

namespace sinew::test {
namespace {

constexpr double kG = 9.81;

/// Force along the ground beyond what the pressure allows at the corner of the solver's pyramid, summed over contacts.
double excess(const SubstepReport& report, double friction) {
  double sum = 0;
  for (const ContactForce& contact : report.contacts) {
    const double normal = std::max(0.0, contact.force.dot(contact.normal));
    const double along = (contact.force - contact.force.dot(contact.normal) * contact.normal).norm();
    sum += std::max(0.0, along - std::sqrt(2.0) * friction * normal);
  }
  return sum;
}

/// Mean excess of a figure that struggles on the ground (unit: body weights).
double mean_excess(int rounds) {
  const Figure figure = small_humanoid();
  SimulationOptions options;
  options.friction_rounds = rounds;
  World world(figure, Scene{}, options);
  StateRecord record = world.initial_record();
  StepReport report;
  double sum = 0;
  constexpr int kSteps = 300;
  for (std::uint64_t step = 0; step < kSteps; ++step) {
    Rng random(5, {step / 3});
    Control control = holding_control(figure);
    for (AxisControl& axis : control.axes) axis.target = 3 * random.normal();
    world.step(record, control, record, &report);
    sum += excess(report.substeps[0], Scene{}.ground.friction) / (figure.mass() * kG);
  }
  return sum / kSteps;
}

TEST(WorldFriction, HoldsNoMoreThanThePressureAllows) {
  if (!fast_lcp_kernels_available()) GTEST_SKIP() << "needs our own solver: " << lcp_kernel_notice();
  const double ode = mean_excess(0);
  const double ours = mean_excess(SimulationOptions{}.friction_rounds);
  std::printf("friction beyond the pressure's: %.4f body weights, as ODE has it %.4f\n", ours, ode);
  EXPECT_GT(ode, 0.05);   // measured: 0.109
  EXPECT_LT(ours, 0.01);  // measured: 0.0012
}

// Friction at the edge of a sliding block shifts the pressure forward; the sum of both stays what it was.
TEST(WorldFriction, SlidingBlockStopsWhereFrictionSays) {
  for (const int rounds : {0, 10}) {
    Scene scene;
    scene.ground.friction = 0.5;
    SimulationOptions options;
    options.friction_rounds = rounds;
    World world(single_box(), scene, options);
    StateRecord record = world.initial_record();
    record.bodies[0].set_velocity(Vec3(3, 0, 0), Vec3::Zero());
    const StateRecord end = run(world, record, {}, 60);
    const double loss = 0.5 * kG * world.physics_step();
    double distance = 0;
    for (double v = 3 - loss; v > 0; v -= loss) distance += v * world.physics_step();
    const Vec3 moved = end.bodies[0].pose().translation - record.bodies[0].pose().translation;
    EXPECT_NEAR(moved.x(), distance, 0.005 * distance) << rounds << " rounds";
  }
}

}  // namespace
}  // namespace sinew::test
