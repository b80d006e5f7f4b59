#include <gtest/gtest.h>

#include "libanim/math/rotation.h"
#include "libanim/simulation/contact_finder.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/world_runs.h"

namespace sinew::test {
namespace {

constexpr double kG = 9.81;

Scene field_scene(const std::function<double(double, double)>& height, double spacing = 0.1) {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  HeightField& field = scene.ground.field;
  field.spacing = spacing;
  field.columns = field.rows = static_cast<int>(8 / spacing) + 1;
  field.origin = {-4, 0, -4};
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      field.heights.push_back(height(-4 + column * spacing, -4 + row * spacing));
    }
  }
  return scene;
}

DynamicObject ball_at(const Vec3& position, const Vec3& velocity = Vec3::Zero()) {
  DynamicObject ball;
  ball.name = "ball";
  ball.radius = 0.11;
  ball.pose.translation = position;
  ball.velocity = velocity;
  return ball;
}

TEST(WorldTerrain, FlatFieldCarriesAsThePlaneDoes) {
  const Figure figure = small_humanoid();
  World world(figure, field_scene([](double, double) { return 0.0; }), stock_options());
  const StateRecord start = world.initial_record();
  double worst = 0;
  const StateRecord end =
      run(world, start, holding_control(figure), 90, [&](int step, const StateRecord&, const StepReport& report) {
        const double lift = outer_force(report.substeps[0], figure.body_count()).y();
        if (step >= 15) worst = std::max(worst, std::abs(lift / (figure.mass() * kG) - 1));
      });
  std::printf("flat field: force off by %.2g of the weight\n", worst);
  EXPECT_LT(worst, 0.005);
  EXPECT_LT((centre_of_mass(figure, end) - centre_of_mass(figure, start)).norm(), 1e-3);
}

TEST(WorldTerrain, BallRollsDownATiltedFieldAsDownAPlane) {
  Scene scene = field_scene([](double x, double) { return -0.2 * x; }, 0.13);
  const Vec3 normal = Vec3(0.2, 1, 0).normalized();
  scene.objects = {ball_at(Vec3(-1, 0.2, 2.05) + 0.11 * normal)};
  World world(single_box(), scene, stock_options());
  const StateRecord start = world.initial_record();
  const int n = 45;
  const StateRecord end = run(world, start, {}, n);
  const double dt = world.physics_step();
  const double expected = 5.0 / 7 * kG * normal.x() * dt * dt * n * (n + 1) / 2;
  const Vec3 moved = end.bodies[1].pose().translation - start.bodies[1].pose().translation;
  std::printf("tilted field: %.5f m, closed form %.5f\n", moved.norm(), expected);
  EXPECT_NEAR(moved.norm(), expected, 0.01 * expected);
  EXPECT_NEAR(moved.z(), 0, 1e-3);
}

/// A ball in a trough touches both walls and stays at the height that geometry says.
TEST(WorldTerrain, BallRestsInATrough) {
  Scene scene = field_scene([](double x, double) { return std::abs(x); });
  scene.objects = {ball_at({0.0, 0.3, 1})};
  World world(single_box(), scene, stock_options());
  const StateRecord end = run(world, world.initial_record(), {}, 120);
  EXPECT_NEAR(end.bodies[1].position[1], 0.11 * std::sqrt(2.0), 2e-3);
  EXPECT_LT(end.bodies[1].linear().norm(), 0.01);
}

/// How a figure dropped at 2 m/s on random bumps (slopes of up to 30 degrees, a wave every 20 cm) ends.
struct Drop {
  double deepest = 0;  ///< (unit: m)
  double speed = 0;    ///< of the fastest body after 4 s (unit: m/s)
};

Drop drop_on_bumps(const Figure& figure, const Control& control) {
  Rng rng(9);
  const Scene scene = field_scene([&](double, double) { return 0.06 * rng.uniform(); });
  SimulationOptions options = stock_options();
  options.thin_contacts = false;
  World world(figure, scene, options);
  StateRecord record = world.initial_record();
  for (BodyState& body : record.bodies) {
    body.position[1] += 0.3;
    body.set_velocity({0.5, -2, 0.3}, Vec3::Zero());
  }
  Drop drop;
  const StateRecord end = run(world, record, control, 120, [&](int, const StateRecord&, const StepReport& report) {
    drop.deepest = std::max(drop.deepest, deepest(report.substeps[0]));
  });
  for (const BodyState& body : end.bodies) drop.speed = std::max(drop.speed, body.linear().norm());
  std::printf("%s on bumps: deepest %.1f mm, speed %.3f m/s\n", figure.name.c_str(), drop.deepest * 1e3, drop.speed);
  return drop;
}

TEST(WorldTerrain, BoxOnBumps) {
  const Drop drop = drop_on_bumps(single_box(), {});
  EXPECT_LT(drop.deepest, 0.02);  // 12.4 mm
  EXPECT_LT(drop.speed, 0.1);     // 0.045 m/s
}

TEST(WorldTerrain, StiffFigureOnBumps) {
  const Drop drop = drop_on_bumps(small_humanoid(), holding_control(small_humanoid()));
  EXPECT_LT(drop.deepest, 0.02);  // 0.4 mm
  EXPECT_LT(drop.speed, 0.1);     // 0.000 m/s
}

TEST(WorldTerrain, LimpFigureOnBumps) {
  const Drop drop = drop_on_bumps(small_humanoid(), limp_control(small_humanoid()));
  // Deeper than a stiff one: a blow turns the limp foot within the step, onto a corner that has no contact yet.
  EXPECT_LT(drop.deepest, 0.035);  // 31.1 mm
  EXPECT_LT(drop.speed, 0.1);      // 0.000 m/s
}

/// Stairs with risers one grid cell (2 cm) wide; a ball thrown at them at 6 m/s (20 cm per step) stays before the
/// riser.
TEST(WorldTerrain, ThinRiserStopsAFastBall) {
  for (int i = 0; i < 8; ++i) {
    Scene scene = field_scene([](double x, double) { return x > 1.001 ? 0.5 : 0.0; }, 0.02);
    scene.gravity = Vec3::Zero();
    scene.objects = {ball_at({0.1 + 0.03 * i, 0.2, 0}, {6, 0, 0})};
    World world(single_box(), scene, stock_options());
    StateRecord record = world.initial_record();
    record.bodies[0].position = {-3, 2, 0};
    double farthest = 0;
    run(world, record, {}, 20, [&](int, const StateRecord& after, const StepReport&) {
      farthest = std::max(farthest, after.bodies[1].position[0]);
    });
    EXPECT_LT(farthest, 1.02 - 0.11 + 0.005) << i;
    EXPECT_GT(farthest, 1.0 - 0.11 - 0.03) << i;
  }
}

TEST(WorldTerrain, BesideTheFieldThereIsNothing) {
  World world(single_box(), field_scene([](double, double) { return 0.0; }), stock_options());
  StateRecord record = world.initial_record();
  record.bodies[0].position = {6, 0.1, 0};
  EXPECT_LT(run(world, record, {}, 30).bodies[0].position[1], -3);
}

double leg_gap(const Figure& figure, const StateRecord& record) {
  TouchList touches;
  double gap = 1;
  for (const char* left : {"left_thigh", "left_shin", "left_foot"}) {
    for (const char* right : {"right_thigh", "right_shin", "right_foot"}) {
      const std::size_t a = static_cast<std::size_t>(*figure.find_body(left));
      const std::size_t b = static_cast<std::size_t>(*figure.find_body(right));
      gap = std::min(gap, touch_shape(placed_shape(figure.bodies[a].shapes[0], record.bodies[a].pose()),
                                      placed_shape(figure.bodies[b].shapes[0], record.bodies[b].pose()), 0, touches));
    }
  }
  return gap;
}

TEST(WorldTerrain, LegsDoNotPassThroughEachOther) {
  const Figure figure = small_humanoid();
  Scene scene = scene_without_ground();
  scene.gravity = Vec3::Zero();
  Control control = holding_control(figure);
  const auto hip = [&](const char* body) {
    return static_cast<std::size_t>(figure.first_axis(*figure.find_body(body) - 1));
  };
  // Both thighs inwards.
  control.axes[hip("left_thigh") + 2].target = 1;
  control.axes[hip("right_thigh") + 2].target = -1;
  double gaps[2] = {1, 1};
  for (const SelfCollision mode : {SelfCollision::kOff, SelfCollision::kLegs}) {
    for (const double sign : {1.0, -1.0}) {
      Control turned = control;
      for (AxisControl& axis : turned.axes) axis.target *= sign;
      SimulationOptions options = stock_options();
      options.self_collision = mode;
      World world(figure, scene, options);
      double& gap = gaps[mode == SelfCollision::kOff ? 0 : 1];
      run(world, world.initial_record(), turned, 30,
          [&](int, const StateRecord& after, const StepReport&) { gap = std::min(gap, leg_gap(figure, after)); });
    }
  }
  std::printf("legs: without self-collision %.1f mm deep, with %.2f mm\n", -gaps[0] * 1e3, -gaps[1] * 1e3);
  EXPECT_LT(gaps[0], -0.03);
  EXPECT_GT(gaps[1], -0.005);
}

TEST(WorldTerrain, SelfCollisionPairs) {
  const Figure figure = small_humanoid();
  EXPECT_TRUE(self_collision_pairs(figure, SelfCollision::kOff).empty());
  EXPECT_EQ(self_collision_pairs(figure, SelfCollision::kLegs).size(), 9U);
  const auto pairs = self_collision_pairs(figure, SelfCollision::kAll);
  for (const auto& [a, b] : pairs) {
    for (const FigureJoint& joint : figure.joints) EXPECT_FALSE(joint.parent == a && joint.child == b);
  }
  // Both forearms can meet; the head's shape overlaps no chest that it hangs on.
  const int left = *figure.find_body("left_forearm");
  const int right = *figure.find_body("right_forearm");
  EXPECT_NE(std::find(pairs.begin(), pairs.end(), std::pair{left, right}), pairs.end());
}

}  // namespace
}  // namespace sinew::test
