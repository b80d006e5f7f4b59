#include <gtest/gtest.h>

#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/world_runs.h"

namespace sinew::test {
namespace {

const Vec3 kGravity(0, -9.81, 0);

TEST(WorldFlight, BallisticArcIsTheDiscreteOne) {
  for (const int substeps : {1, 2}) {
    SimulationOptions options = stock_options();
    options.substeps = substeps;
    World world(single_box(), scene_without_ground(), options);
    StateRecord record = world.initial_record();
    const Vec3 v0(1, 5, 2);
    record.bodies[0].set_velocity(v0, {3, 1, 2});
    const Vec3 x0 = record.bodies[0].pose().translation;
    const int controls = 30;
    record = run(world, record, {}, controls);
    const double dt = world.physics_step();
    const int n = controls * substeps;
    EXPECT_EQ(record.step, n);
    // v_n = v0 + g n dt, x_n = x0 + v0 n dt + g dt^2 n (n + 1) / 2
    const Vec3 expected = x0 + v0 * (n * dt) + kGravity * (dt * dt * n * (n + 1) / 2);
    EXPECT_LT((record.bodies[0].pose().translation - expected).norm(), 1e-12);
    EXPECT_LT((record.bodies[0].linear() - v0 - kGravity * (n * dt)).norm(), 1e-12);
  }
}

/// A ragdoll thrown up, tumbling, its motors busy.
TEST(WorldFlight, MomentaInFlight) {
  const Figure figure = small_humanoid();
  World world(figure, scene_without_ground(), stock_options());
  StateRecord record = world.initial_record();
  const Vec3 spin(2, 1, 3);
  const Vec3 centre = centre_of_mass(figure, record);
  for (BodyState& body : record.bodies) {
    body.set_velocity(Vec3(1, 6, 0) + spin.cross(body.pose().translation - centre), spin);
  }
  const Vec3 p0 = linear_momentum(figure, record);
  const Vec3 l0 = angular_momentum(figure, record);
  Rng rng(7);
  double worst_linear = 0;
  double worst_angular = 0;
  for (int i = 1; i <= 60; ++i) {
    Control control = holding_control(figure);
    for (AxisControl& axis : control.axes) axis.target = 6 * (rng.uniform() - 0.5);
    record = world.step(record, control);
    const Vec3 expected = p0 + figure.mass() * i / 30.0 * kGravity;
    worst_linear = std::max(worst_linear, (linear_momentum(figure, record) - expected).norm() / p0.norm());
    worst_angular = std::max(worst_angular, (angular_momentum(figure, record) - l0).norm() / l0.norm());
  }
  RecordProperty("linear", std::to_string(worst_linear));
  RecordProperty("angular", std::to_string(worst_angular));
  std::printf("momentum drift: linear %.3g, angular %.3g\n", worst_linear, worst_angular);
  EXPECT_LT(worst_linear, 1e-12);
  EXPECT_LT(worst_angular, 0.03);
}

TEST(WorldFlight, PendulumPeriod) {
  const Figure figure = pendulum();
  Scene scene = scene_without_ground();
  Push hold;  // carries the root's weight
  hold.body = "root";
  hold.duration = 1000;
  hold.force = -kGravity * figure.bodies[0].mass;
  scene.pushes.push_back(hold);
  World world(figure, scene, stock_options());
  StateRecord record = world.initial_record();
  const double amplitude = 0.2;
  const Quat turn = exp_rotation({0, 0, amplitude});
  record.bodies[1].set_pose({turn * Vec3(0, -1, 0), turn});
  const double dt = world.physics_step();
  // Times at which the bob passes the bottom, by linear interpolation.
  std::vector<double> crossings;
  double before = amplitude;
  double late_amplitude = 0;
  run(world, record, limp_control(figure), 900, [&](int step, const StateRecord& after, const StepReport&) {
    const double angle = log_rotation(after.bodies[1].pose().rotation).z();
    if (before > 0 && angle <= 0) crossings.push_back(dt * (step + before / (before - angle)));
    if (step > 840) late_amplitude = std::max(late_amplitude, angle);
    before = angle;
  });
  ASSERT_GE(crossings.size(), 10U);
  const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  const double inertia = figure.bodies[1].inertia(2, 2) + 1;
  const double omega = std::sqrt(9.81 / inertia);
  const double exact = 2 * std::numbers::pi / omega * (1 + amplitude * amplitude / 16);
  std::printf("pendulum: period %.6f, exact %.6f, amplitude after 30 s %.4f\n", period, exact, late_amplitude);
  EXPECT_NEAR(period, exact, 0.002 * exact);
}

TEST(WorldFlight, PushImpulseIsTheChangeOfMomentum) {
  const Figure figure = small_humanoid();
  Scene scene = scene_without_ground();
  scene.gravity = Vec3::Zero();
  Push force;
  force.body = "chest";
  force.start = 0.1;
  force.duration = 0.21;  // not a whole number of steps: the impulse is kept
  force.force = {100, 0, 30};
  force.point = {0, 0.1, 0.1};
  Push impulse;
  impulse.body = "left_foot";
  impulse.start = 0.5;
  impulse.impulse = {0, -3, 1};
  scene.pushes = {force, impulse};
  for (const int substeps : {1, 2}) {
    SimulationOptions options = stock_options();
    options.substeps = substeps;
    World world(figure, scene, options);
    Vec3 reported = Vec3::Zero();
    Vec3 at_start = Vec3::Ones();
    const StateRecord end = run(world, world.initial_record(), holding_control(figure), 30,
                                [&](int step, const StateRecord& after, const StepReport& report) {
                                  for (const SubstepReport& s : report.substeps) reported += s.push_impulse;
                                  if (step == 2) at_start = linear_momentum(figure, after);
                                });
    const Vec3 expected = 0.21 * force.force + impulse.impulse;
    EXPECT_LT(at_start.norm(), 1e-12);
    EXPECT_LT((reported - expected).norm(), 1e-10);
    EXPECT_LT((linear_momentum(figure, end) - expected).norm(), 1e-10);
  }
}

TEST(WorldFlight, PushBesideTheCentreTurns) {
  const Figure figure = single_box();
  Scene scene = scene_without_ground();
  scene.gravity = Vec3::Zero();
  Push push;
  push.body = "box";
  push.impulse = {0, 0, 2};
  push.point = {0.2, 0, 0};
  scene.pushes = {push};
  World world(figure, scene, stock_options());
  const StateRecord record = world.step(world.initial_record(), {});
  // I w = r x J = (0.2, 0, 0) x (0, 0, 2) = (0, -0.4, 0)
  EXPECT_NEAR(record.bodies[0].spin[1], -0.4 / figure.bodies[0].inertia(1, 1), 1e-12);
}

TEST(WorldFlight, RefusesWhatDoesNotFit) {
  const Figure figure = small_humanoid();
  Scene scene;
  Push push;
  push.body = "left_fot";
  push.impulse = {1, 0, 0};
  scene.pushes = {push};
  try {
    World world(figure, scene, stock_options());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_NE(std::string(error.what()).find("left_foot"), std::string::npos) << error.what();
  }
  SimulationOptions options = stock_options();
  options.substeps = 0;
  EXPECT_THROW(World(figure, Scene{}, options), Error);
  World world(figure, Scene{}, stock_options());
  StateRecord record = world.initial_record();
  EXPECT_THROW(static_cast<void>(world.step(record, Control{})), Error);
  Control control = holding_control(figure);
  control.axes[3].target = std::nan("");
  EXPECT_THROW(static_cast<void>(world.step(record, control)), Error);
  record.bodies[2].velocity[1] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(static_cast<void>(world.step(record, holding_control(figure))), Error);
  record.bodies.pop_back();
  EXPECT_THROW(static_cast<void>(world.step(record, holding_control(figure))), Error);
}

}  // namespace
}  // namespace sinew::test
