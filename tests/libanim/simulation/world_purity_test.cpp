#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "libanim/math/rotation.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/world_runs.h"

namespace sinew::test {
namespace {

/// Everything at once: bumps, a box, a ball that rolls, one that is thrown, a push.
Scene busy_scene() {
  Scene scene;
  scene.ground.kind = GroundKind::kField;
  HeightField& field = scene.ground.field;
  field.columns = field.rows = 60;
  field.origin = {-3, 0, -3};
  Rng rng(1);
  for (int i = 0; i < 3600; ++i) field.heights.push_back(0.04 * rng.uniform());
  StaticBox box;
  box.name = "box";
  box.pose = {{0.5, 0.1, 0.3}, exp_rotation({0, 0.4, 0.1})};
  box.half = {0.3, 0.15, 0.2};
  scene.boxes = {box};
  DynamicObject ball;
  ball.name = "ball";
  ball.restitution = 0.5;
  ball.pose.translation = {0.1, 0.2, 0.4};
  DynamicObject thrown = ball;
  thrown.name = "thrown";
  thrown.kind = ObjectKind::kBox;
  thrown.pose.translation = {0, 1.2, 2};
  thrown.velocity = {0, 1, -8};
  thrown.release = 0.3;
  scene.objects = {ball, thrown};
  Push push;
  push.body = "chest";
  push.start = 0.1;
  push.duration = 0.2;
  push.force = {150, 0, 0};
  scene.pushes = {push};
  return scene;
}

SimulationOptions busy_options(int variant) {
  SimulationOptions options = stock_options();
  options.self_collision = SelfCollision::kAll;
  options.motors = variant % 2 == 0 ? MotorSolve::kBounded : MotorSolve::kChecked;
  options.substeps = 1 + variant / 2;
  return options;
}

struct Trial {
  StateRecord record;
  Control control;
};

/// The figure turned, bent, moving, near the ground; the control anything within the figure's strength.
Trial random_trial(const Figure& figure, const StateRecord& start, std::uint64_t number) {
  Rng rng(42, {number});
  const auto vector = [&](double size) { return Vec3(size * rng.normal(), size * rng.normal(), size * rng.normal()); };
  std::vector<Quat> relative;
  for (const FigureJoint& joint : figure.joints) {
    relative.push_back(clamp_to_limits(joint, joint_rotation(joint, vector(0.4))));
  }
  const Transform root{{0.2 * rng.normal(), 0.6 + 0.5 * rng.uniform(), 0.2 * rng.normal()}, exp_rotation(vector(0.5))};
  std::vector<Quat> later = relative;
  for (Quat& q : later) q = exp_rotation(vector(0.1)) * q;
  const Transform root_later{root.translation + vector(0.05), exp_rotation(vector(0.05)) * root.rotation};
  const StateRecord pose = record_from_bodies(bodies_from_joints(figure, root, relative),
                                              bodies_from_joints(figure, root_later, later), 1.0 / 30);
  Trial trial{start, holding_control(figure)};
  std::copy(pose.bodies.begin(), pose.bodies.end(), trial.record.bodies.begin());
  trial.record.step = static_cast<std::int64_t>(rng.below(20));
  trial.control.mode = rng.below(4) == 0 ? ControlMode::kPd : ControlMode::kVelocity;
  for (AxisControl& axis : trial.control.axes) {
    axis.target = 4 * rng.normal();
    axis.torque_limit *= rng.uniform();
  }
  return trial;
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(seed);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  return order;
}

/// Steps the trials in a shuffled order on so many threads, each with a world of its own that it rebuilds now and then,
/// with other steps in between and a report every third time.
std::vector<StateRecord> scattered(const Figure& figure, const SimulationOptions& options,
                                   const std::vector<Trial>& trials, int threads) {
  std::vector<StateRecord> results(trials.size());
  const std::vector<std::size_t> order = shuffled(trials.size(), static_cast<std::uint64_t>(threads));
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      auto world = std::make_unique<World>(figure, busy_scene(), options);
      for (std::size_t i = static_cast<std::size_t>(t); i < order.size(); i += static_cast<std::size_t>(threads)) {
        const Trial& trial = trials[order[i]];
        StepReport report;
        world->step(trial.record, trial.control, results[order[i]], i % 3 == 0 ? &report : nullptr);
        const Trial& other = trials[(order[i] * 7919 + 13) % trials.size()];
        if (i % 5 == 0) static_cast<void>(world->step(other.record, other.control));
        if (i % 997 == 996) world = std::make_unique<World>(figure, busy_scene(), options);
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  return results;
}

class WorldPurity : public testing::TestWithParam<int> {};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kTrials = 50;  // Sanitizers look for other things, at a tenth of the speed.
#else
constexpr std::uint64_t kTrials = 2500;
#endif

/// kTrials for each of four settings, 10,000 in all, each on 1, 2 and 7 threads; with our solver and with ODE's.
TEST_P(WorldPurity, RecordsAreBitwiseEqual) {
  const Figure figure = small_humanoid();
  SimulationOptions options = busy_options(GetParam());
  options.kernels = GetParam() < 2 ? LcpKernels::kFast : LcpKernels::kStock;
  World world(figure, busy_scene(), options);
  const StateRecord start = world.initial_record();
  std::vector<Trial> trials;
  std::vector<StateRecord> expected;
  int with_contacts = 0;
  for (std::uint64_t i = 0; i < kTrials; ++i) {
    trials.push_back(random_trial(figure, start, i));
    StepReport report;
    expected.push_back(world.step(trials.back().record, trials.back().control, &report));
    with_contacts += report.substeps[0].contacts.empty() ? 0 : 1;
  }
  EXPECT_GT(with_contacts, static_cast<int>(kTrials / 2));  // measured: all
  for (const int threads : {1, 2, 7}) {
    const std::vector<StateRecord> results = scattered(figure, options, trials, threads);
    int different = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) different += results[i] == expected[i] ? 0 : 1;
    EXPECT_EQ(different, 0) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, WorldPurity, testing::Range(0, 4));

/// A run continued from a stored record is the run that was never interrupted.
TEST(WorldPurity, ResumesBitwise) {
  const Figure figure = small_humanoid();
  World world(figure, busy_scene(), busy_options(0));
  const Control control = holding_control(figure);
  const StateRecord middle = run(world, world.initial_record(), control, 20);
  const StateRecord end = run(world, middle, control, 20);
  World other(figure, busy_scene(), busy_options(0));
  EXPECT_EQ(run(other, middle, control, 20), end);
  EXPECT_EQ(run(other, other.initial_record(), control, 40), end);
}

TEST(WorldPurity, NextMayBeTheRecordItself) {
  const Figure figure = small_humanoid();
  World world(figure, busy_scene(), busy_options(2));
  StateRecord record = run(world, world.initial_record(), holding_control(figure), 5);
  const StateRecord expected = world.step(record, holding_control(figure));
  world.step(record, holding_control(figure), record);
  EXPECT_EQ(record, expected);
}

/// Five small runs of 30 steps with ODE's own solver. A change here changes every stored take: it must be meant.
TEST(WorldPurity, GoldenHashes) {
  Scene slope;
  slope.ground.normal = Vec3(0.1, 1, 0).normalized();
  DynamicObject ball;
  ball.name = "ball";
  ball.restitution = 0.7;
  ball.pose.translation = {1, 1, 0};
  slope.objects = {ball};
  SimulationOptions fine = stock_options();
  fine.substeps = 2;
  struct Run {
    const char* name;
    Figure figure;
    Scene scene;
    SimulationOptions options;
    bool limp;
    const char* hash;
  };
  const Run runs[] = {
      {"standing", small_humanoid(), Scene{}, stock_options(), false,
       "6ada3199be0e65c6fb4250ec7138b1c4cf0758dabaab83b6e3fa7f110f20e247"},
      {"slope", single_box(), slope, stock_options(), false,
       "a9e89e938210f5a1dbd88752c357f309928209f12688988967f9b3d633aae181"},
      {"busy", small_humanoid(), busy_scene(), busy_options(0), false,
       "4c8b606c42732eed3c92cf512e59bfd783a419c40c4eec0c9530dd1479459cf0"},
      {"checked", small_humanoid(), busy_scene(), busy_options(3), false,
       "707e3c2f5c20a8fb02c4a3c134b4efbc904a75962aa507b0b1b73009b7b813f3"},
      {"fall", small_humanoid(), Scene{}, fine, true,
       "d622705a4216f7976139111767cf8885262a267ee1e0f1302b523215a2e6b43c"},
  };
  for (const Run& r : runs) {
    World world(r.figure, r.scene, r.options);
    const Control control = r.limp ? limp_control(r.figure) : holding_control(r.figure);
    EXPECT_EQ(record_hash(run(world, world.initial_record(), control, 30)), r.hash) << r.name;
  }
}

}  // namespace
}  // namespace sinew::test
