#include <gtest/gtest.h>

#include <numbers>

#include "libanim/math/rotation.h"
#include "tests/libanim/simulation/world_runs.h"

namespace sinew::test {
namespace {

constexpr double kG = 9.81;

SimulationOptions all_contacts() {
  SimulationOptions options = stock_options();
  options.thin_contacts = false;
  return options;
}

TEST(WorldContact, SlidingBlockStopsWhereFrictionSays) {
  for (const double heading : {0.0, 0.4, std::numbers::pi / 4}) {
    Scene scene;
    scene.ground.friction = 0.5;
    World world(single_box(), scene, all_contacts());
    StateRecord record = world.initial_record();
    const Vec3 direction(std::cos(heading), 0, std::sin(heading));
    record.bodies[0].set_velocity(3 * direction, Vec3::Zero());
    const StateRecord end = run(world, record, {}, 60);
    const double loss = 0.5 * kG * world.physics_step();
    double distance = 0;
    for (double v = 3 - loss; v > 0; v -= loss) distance += v * world.physics_step();
    const Vec3 moved = end.bodies[0].pose().translation - record.bodies[0].pose().translation;
    std::printf("slide at %.2f rad: %.5f m, discrete closed form %.5f, sideways %.2g\n", heading, moved.dot(direction),
                distance, moved.cross(direction).norm());
    EXPECT_NEAR(moved.dot(direction), distance, 0.005 * distance);
    EXPECT_LT(end.bodies[0].linear().norm(), 1e-3);
  }
}

TEST(WorldContact, StandingFigureWeighsItsWeight) {
  const Figure figure = small_humanoid();
  for (const SimulationOptions& options : {stock_options(), SimulationOptions{}}) {
    World world(figure, Scene{}, options);
    const StateRecord start = world.initial_record();
    double worst = 0;
    const StateRecord end =
        run(world, start, holding_control(figure), 150, [&](int step, const StateRecord&, const StepReport& report) {
          if (step < 15) return;
          const double lift = outer_force(report.substeps[0], figure.body_count()).y();
          worst = std::max(worst, std::abs(lift / (figure.mass() * kG) - 1));
        });
    const double moved = (centre_of_mass(figure, end) - centre_of_mass(figure, start)).norm();
    std::printf("standing: force off by %.2g of the weight, centre of mass moved %.2g m in 5 s\n", worst, moved);
    EXPECT_LT(worst, 0.005);
    EXPECT_LT(moved, 0.001);
  }
}

TEST(WorldContact, SpeculationDoesNotChangeRestingForces) {
  const Figure figure = small_humanoid();
  std::vector<double> lift[2];
  for (const bool speculative : {false, true}) {
    SimulationOptions options = stock_options();
    options.speculative = speculative;
    World world(figure, Scene{}, options);
    run(world, world.initial_record(), holding_control(figure), 60,
        [&](int step, const StateRecord&, const StepReport& report) {
          if (step < 30) return;
          lift[speculative ? 1 : 0].push_back(outer_force(report.substeps[0], figure.body_count()).y());
        });
  }
  for (std::size_t i = 0; i < lift[0].size(); ++i) EXPECT_NEAR(lift[0][i], lift[1][i], 0.005 * lift[0][i]);
}

TEST(WorldContact, BallRollsDownASlope) {
  Scene scene;
  const double slope = 10 * std::numbers::pi / 180;
  scene.ground.normal = {std::sin(slope), std::cos(slope), 0};
  DynamicObject ball;
  ball.name = "ball";
  ball.radius = 0.11;
  ball.pose.translation = Vec3(5, -5 * std::tan(slope), 0) + 0.11 * scene.ground.normal;
  scene.objects = {ball};
  World world(single_box(), scene, stock_options());
  const StateRecord start = world.initial_record();
  const int n = 60;
  const StateRecord end = run(world, start, {}, n);
  const double dt = world.physics_step();
  const double expected = 5.0 / 7 * kG * std::sin(slope) * dt * dt * n * (n + 1) / 2;
  const Vec3 moved = end.bodies[1].pose().translation - start.bodies[1].pose().translation;
  std::printf("rolling: %.6f m, closed form %.6f\n", moved.norm(), expected);
  EXPECT_NEAR(moved.norm(), expected, 1e-3 * expected);
  // It rolls: spin x radius is its speed.
  EXPECT_NEAR(end.bodies[1].angular().norm() * 0.11, end.bodies[1].linear().norm(), 1e-6);
}

/// A box dropped at 3 m/s from many heights and tilts.
TEST(WorldContact, DroppedBoxStopsAtTheGround) {
  double deepest_ever = 0;
  for (const double tilt : {0.0, 0.3}) {
    for (int i = 0; i < 20; ++i) {
      World world(single_box(), Scene{}, all_contacts());
      StateRecord record = world.initial_record();
      const double gap = 0.005 + 0.0131 * i;
      const Transform pose{{0, 0.1 + gap + 0.2 * std::sin(tilt), 0}, exp_rotation({0, 0, tilt})};
      record.bodies[0].set_pose(pose);
      record.bodies[0].set_velocity({0, -3, 0}, Vec3::Zero());
      const StateRecord end = run(world, record, {}, 90, [&](int, const StateRecord& after, const StepReport&) {
        const double lowest = lowest_point(world.figure(), std::vector<Transform>{after.bodies[0].pose()});
        deepest_ever = std::max(deepest_ever, -lowest);
      });
      EXPECT_LT(end.bodies[0].linear().norm(), 1e-3) << gap << ' ' << tilt;
      EXPECT_LT(end.bodies[0].angular().norm(), 1e-2) << gap << ' ' << tilt;
      EXPECT_NEAR(end.bodies[0].position[1], 0.1, 1e-3) << gap << ' ' << tilt;
    }
  }
  std::printf("dropped box: deepest %.3g m\n", deepest_ever);
  EXPECT_LT(deepest_ever, 0.002);
}

TEST(WorldContact, SpeculationNeitherPullsNorStopsEarly) {
  World world(single_box(), Scene{}, all_contacts());
  World free(single_box(), scene_without_ground(), all_contacts());
  const auto same_as_free = [&](double gap, double speed) {
    StateRecord record = world.initial_record();
    record.bodies[0].position[1] = 0.1 + gap;
    record.bodies[0].set_velocity({0.5, speed, 0}, Vec3::Zero());
    const StateRecord a = world.step(record, {});
    const StateRecord b = free.step(record, {});
    return (a.bodies[0].linear() - b.bodies[0].linear()).norm() < 1e-9;
  };
  const double dt = world.physics_step();
  EXPECT_TRUE(same_as_free(0.004, 1));                         // leaves
  EXPECT_TRUE(same_as_free(0.0001, kG * dt + 1e-6));           // leaves just so
  EXPECT_TRUE(same_as_free(0.1, -0.1 / dt + kG * dt + 1e-6));  // arrives just before touch
  EXPECT_FALSE(same_as_free(0.1, -0.1 / dt));
  EXPECT_FALSE(same_as_free(0.0001, kG * dt - 0.01));
}

TEST(WorldContact, BallBouncesToTheHeightOfItsRestitution) {
  for (const double e : {0.5, 0.8, 1.0}) {
    for (const double height : {0.7, 1.0, 1.13}) {
      Scene scene;
      DynamicObject ball;
      ball.name = "ball";
      ball.restitution = e;
      ball.pose.translation = {3, 0.1 + height, 0};
      scene.objects = {ball};
      World world(single_box(), scene, stock_options());
      bool bounced = false;
      double top = 0;
      run(world, world.initial_record(), {}, 40, [&](int, const StateRecord& after, const StepReport&) {
        bounced = bounced || after.bodies[1].velocity[1] > 0;
        if (bounced) top = std::max(top, after.bodies[1].position[1] - 0.1);
      });
      // Off by what a parabola loses between two steps: g dt^2 / 8 = 1.4 mm.
      EXPECT_NEAR(top, e * e * height, 0.003) << e << ' ' << height;
    }
  }
}

TEST(WorldContact, BallAndBoxExchangeMomentum) {
  Scene scene = scene_without_ground();
  scene.gravity = Vec3::Zero();
  DynamicObject ball;
  ball.name = "ball";
  ball.mass = 2;
  ball.restitution = 0.6;
  ball.friction = 0;
  ball.pose.translation = {1, 0.1, 0};
  ball.velocity = {-8, 0, 0};
  scene.objects = {ball};
  World world(single_box(), scene, stock_options());
  const StateRecord end = run(world, world.initial_record(), {}, 15);
  // Central: relative speed 8 becomes 0.6 x 8, momentum 2 x -8 is kept.
  const double box = end.bodies[0].velocity[0];
  const double after = end.bodies[1].velocity[0];
  EXPECT_NEAR(10 * box + 2 * after, -16, 1e-9);
  EXPECT_NEAR(after - box, 4.8, 1e-4);  // 4.5e-5: the softness of contacts (cfm) of a figure of 10 kg
}

TEST(WorldContact, ProjectileIsNotThereBeforeItsRelease) {
  Scene scene = scene_without_ground();
  DynamicObject ball;
  ball.name = "ball";
  ball.release = 0.5;
  ball.pose.translation = {0, 0.1, 0};  // inside the figure
  ball.velocity = {0, 0, 20};
  scene.objects = {ball};
  scene.gravity = Vec3::Zero();
  World world(single_box(), scene, stock_options());
  const StateRecord start = world.initial_record();
  const StateRecord before = run(world, start, {}, 15);
  EXPECT_EQ(before.bodies, start.bodies);
  StateRecord away = before;
  away.bodies[0].position[0] = 5;
  const StateRecord after = world.step(away, {});
  EXPECT_NEAR(after.bodies[1].position[2], 20.0 / 30, 1e-12);
  EXPECT_NE(world.step(before, {}).bodies[0], before.bodies[0]);
}

/// A ball at 30 m/s (1 m per step) against a wall of 5 cm: contacts ahead of touch leave no way through.
TEST(WorldContact, FastBallDoesNotTunnel) {
  for (int i = 0; i < 10; ++i) {
    Scene scene = scene_without_ground();
    scene.gravity = Vec3::Zero();
    StaticBox wall;
    wall.name = "wall";
    wall.pose.translation = {3, 0, 0};
    wall.half = {0.025, 1, 1};
    scene.boxes = {wall};
    DynamicObject ball;
    ball.name = "ball";
    ball.radius = 0.05;
    ball.pose.translation = {6 + 0.1 * i, 0, 0};
    ball.velocity = {-30, 0, 0};
    scene.objects = {ball};
    World world(single_box(), scene, stock_options());
    const StateRecord end = run(world, world.initial_record(), {}, 30);
    EXPECT_NEAR(end.bodies[1].position[0], 3.075, 0.001);
  }
}

/// A box that flies over the edge of a step with 3 cm to spare is not stopped by it.
TEST(WorldContact, NoGhostAtAnEdge) {
  for (int i = 0; i < 10; ++i) {
    Scene scene = scene_without_ground();
    scene.gravity = Vec3::Zero();
    StaticBox step;
    step.name = "step";
    step.pose.translation = {3, -0.5, 0};
    step.half = {1, 0.5, 1};
    scene.boxes = {step};
    World world(single_box(), scene, stock_options());
    StateRecord record = world.initial_record();
    record.bodies[0].position = {1 + 0.02 * i, 0.13, 0};
    record.bodies[0].set_velocity({6, 0, 0}, Vec3::Zero());
    const StateRecord end = run(world, record, {}, 12);
    EXPECT_NEAR(end.bodies[0].velocity[0], 6, 1e-9);
    EXPECT_NEAR(end.bodies[0].position[1], 0.13, 1e-9);
  }
}

TEST(WorldContact, BoxRestsAcrossTheEdgeOfABox) {
  Scene scene;
  StaticBox step;
  step.name = "step";
  step.pose.translation = {0.5, 0.25, 0};
  step.half = {0.45, 0.25, 1};
  scene.boxes = {step};
  World world(single_box(), scene, all_contacts());
  StateRecord record = world.initial_record();
  record.bodies[0].position = {0.1, 0.62, 0};  // from -0.1 to 0.3; the step begins at 0.05: the centre is above it
  Vec3 force = Vec3::Zero();
  const StateRecord end = run(world, record, {}, 90, [&](int, const StateRecord&, const StepReport& report) {
    force = outer_force(report.substeps[0], 1);
  });
  EXPECT_NEAR(end.bodies[0].position[1], 0.6, 1e-3);
  EXPECT_NEAR(force.y(), 10 * kG, 0.005 * 10 * kG);
  // 6 cm further out it falls.
  record.bodies[0].position[0] = 0.03;
  EXPECT_LT(run(world, record, {}, 90).bodies[0].position[1], 0.4);
}

}  // namespace
}  // namespace sinew::test
