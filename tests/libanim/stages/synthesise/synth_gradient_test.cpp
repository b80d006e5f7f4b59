#include <fmt/format.h>
#include <gtest/gtest.h>

#include "libanim/optimisation/block_newton.h"
#include "libanim/stages/synthesise/synth_objective.h"
#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/support/rng.h"
#include "tests/support/gradient_check.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

constexpr SynthParts kNothing{.contact = false, .dynamics = false, .body = false, .effort = false, .goals = false};

/// A problem with its objective, and points to look at it from.
class Workbench {
 public:
  explicit Workbench(SynthProblem given, bool durations = false)
      : problem(std::move(given)),
        scene(problem),
        trajectory(scene, durations),
        objective(scene, trajectory, 2, scene.has_obstacles ? 3 : 1) {
    objective.weights.torque = 0.05;
    objective.weights.hint = 1;
    objective.weights.hint_slack = 0.01;
  }

  /// The start with noise everywhere, contacts between none (s = 0) and strong.
  [[nodiscard]] Eigen::VectorXd random_point(std::uint64_t seed, double noise) const {
    Rng rng(seed);
    Eigen::VectorXd x = trajectory.still();
    for (int i = 0; i < x.size(); ++i) {
      x[i] += noise * rng.normal();
    }
    for (int k = 0; k < trajectory.phases(); ++k) {
      for (int c = 0; c < trajectory.index().contacts; ++c) {
        x[trajectory.contact_variable(k, c)] = (c + k) % 3 == 0 ? 0 : 0.2 + 3 * rng.uniform();
      }
    }
    return x;
  }

  [[nodiscard]] Eigen::VectorXd converged_point() {
    Eigen::VectorXd x = random_point(7, 0.02);
    BlockNewtonOptions options;
    options.iterations = 15;
    objective.parts = {};
    minimise_block_newton([&](const Eigen::VectorXd& at, Eigen::VectorXd* gradient,
                              BlockTridiagonal* hessian) { return objective(at, gradient, hessian); },
                          trajectory.phases(), x, options);
    return x;
  }

  [[nodiscard]] ::testing::AssertionResult holds(const SynthParts& parts, const Eigen::VectorXd& x) {
    objective.parts = parts;
    std::vector<int> at;  // a third of the variables is enough, and another third for every term's own offset
    for (int i = 0; i < trajectory.size(); i += 3) {
      at.push_back(i);
    }
    for (int k = 0; k < trajectory.phases(); ++k) {
      for (int c = 0; c < trajectory.index().contacts; ++c) {
        at.push_back(trajectory.contact_variable(k, c));
      }
      if (trajectory.has_durations()) {
        at.push_back(trajectory.duration_variable(k));
      }
    }
    return test::gradient_holds(
        [&](const Eigen::VectorXd& p, Eigen::VectorXd* gradient) { return objective(p, gradient, nullptr); }, x, at,
        [&](int i) { return trajectory.variable_name(i); });
  }

  SynthProblem problem;
  SynthScene scene;
  SynthTrajectory trajectory;
  SynthObjective objective;
};

SynthProblem short_task(const std::string& name) {
  SynthProblem problem = test::synth_task(name);
  problem.phases = 3;
  for (SynthGoal& goal : problem.goals) {
    goal.time = std::min(goal.time, 1.3);
  }
  return problem;
}

struct PartCase {
  const char* name;
  SynthParts parts;
};

SynthParts only(bool SynthParts::*part) {
  SynthParts parts = kNothing;
  parts.*part = true;
  return parts;
}

const std::vector<PartCase>& part_cases() {
  static const std::vector<PartCase> kCases{
      {"contact", only(&SynthParts::contact)}, {"dynamics", only(&SynthParts::dynamics)},
      {"body", only(&SynthParts::body)},       {"effort", only(&SynthParts::effort)},
      {"goals", only(&SynthParts::goals)},     {"hint", only(&SynthParts::hint)}};
  return kCases;
}

class SynthGradient : public ::testing::TestWithParam<std::string> {};

TEST_P(SynthGradient, OfEveryTermHoldsAtRandomPoints) {
  Workbench bench(short_task(GetParam()));
  for (const PartCase& one : part_cases()) {
    for (const double noise : {0.02, 0.15}) {
      EXPECT_TRUE(bench.holds(one.parts, bench.random_point(3, noise))) << one.name << " at noise " << noise;
    }
  }
}

TEST_P(SynthGradient, OfEveryTermHoldsAtConvergedPoints) {
  Workbench bench(short_task(GetParam()));
  const Eigen::VectorXd x = bench.converged_point();
  for (const PartCase& one : part_cases()) {
    EXPECT_TRUE(bench.holds(one.parts, x)) << one.name;
  }
}

TEST_P(SynthGradient, OfEveryTermHoldsForDurations) {
  SynthProblem problem = short_task(GetParam());
  for (SynthGoal& goal : problem.goals) {
    goal.time = -1;
  }
  Workbench bench(problem, true);
  const Eigen::VectorXd random = bench.random_point(3, 0.1);
  const Eigen::VectorXd converged = bench.converged_point();
  for (const PartCase& one : part_cases()) {
    EXPECT_TRUE(bench.holds(one.parts, random)) << one.name;
    EXPECT_TRUE(bench.holds(one.parts, converged)) << one.name << " converged";
  }
}

/// Ground alone; lying with patches; boxes; all kinds of goals; objects and hands; reactions between characters.
INSTANTIATE_TEST_SUITE_P(Tasks, SynthGradient,
                         ::testing::Values("walk", "get up from the back", "get up from the stomach", "handstand",
                                           "punch and kick", "step over", "carry a box", "climb on another"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

/// Joints that are beyond their limits everywhere, about all axes; and shoulders, whose limits fade out overhead.
TEST(SynthGradientOfLimits, HoldsBeyondThem) {
  SynthProblem problem = short_task("handstand");
  for (SynthLimb& limb : problem.characters.front().limbs) {
    for (SynthJoint* joint : {&limb.swing, &limb.turn}) {
      joint->lower = Vec3::Constant(-0.01);
      joint->upper = Vec3::Constant(0.01);
    }
  }
  Workbench bench(problem);
  bench.objective.weights.length = bench.objective.weights.penetration = 0;
  for (const double noise : {0.02, 0.15, 0.6}) {
    const Eigen::VectorXd x = bench.random_point(3, noise);
    EXPECT_TRUE(bench.holds(only(&SynthParts::body), x)) << noise;
    EXPECT_GT(bench.objective(x, nullptr, nullptr), noise * noise) << "limits are exceeded";
  }
  for (SynthLimb& limb : bench.problem.characters.front().limbs) {
    limb.swing.upper.y() = 3;
  }
  for (const double noise : {0.15, 0.6}) {
    EXPECT_TRUE(bench.holds(only(&SynthParts::body), bench.random_point(4, noise))) << "overhead " << noise;
  }
}

/// Limbs whose loads hold them back, some of them and all of them.
TEST(SynthGradientOfLoads, HoldsWhereTheyAreReachedAndWhereNot) {
  double free = 0;
  for (const double load : {10., 0.03, 0.015}) {
    SynthProblem problem = short_task("get up from the back");
    for (SynthLimb& limb : problem.characters.front().limbs) limb.load = load;
    Workbench bench(problem);
    for (const double noise : {0.02, 0.15}) {
      const Eigen::VectorXd x = bench.random_point(3, noise);
      EXPECT_TRUE(bench.holds(only(&SynthParts::dynamics), x)) << load << " at noise " << noise;
    }
    const double value = bench.objective(bench.random_point(3, 0.15), nullptr, nullptr);
    if (load == 10) free = value;
    EXPECT_GE(value, free * (load < 1 ? 1.05 : 1)) << load << " is reached";
  }
}

/// Soles in the midst of a bar: the way out of the cost is up, that of the check the nearest.
TEST(SynthGradientOfPenetration, HoldsInsideOfABarAndLeadsOverIt) {
  SynthProblem problem = short_task("step over");
  problem.surfaces.back().pose.translation = {0, 0.05, 0.1};  // from 2.5 cm below the ground to 12.5 above
  Workbench bench(problem);
  for (const double noise : {0.001, 0.02}) {
    EXPECT_TRUE(bench.holds(only(&SynthParts::body), bench.random_point(3, noise))) << noise;
  }
  Eigen::VectorXd x = bench.trajectory.still();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(x.size());
  (void)bench.objective(x, &gradient, nullptr);
  const Vec3 by_foot = gradient.segment<3>(bench.trajectory.block() + 6);  // track 1, at the end of the second phase
  EXPECT_LT(by_foot.y(), 0);
  EXPECT_GT(-by_foot.y(), 2 * std::abs(by_foot.z()));
  SampleState state;
  bench.trajectory.sample(x, {0, 0}, state);
  EXPECT_NEAR(deepest_penetration(bench.scene, state), 0.025, 1e-6);
}

/// Surfaces of very different friction, whose forces are at their cones' edges; patches near both of two surfaces.
TEST(SynthGradientOfFriction, HoldsWhereItChangesWithThePlace) {
  SynthProblem problem = short_task("step over");
  problem.surfaces.front().friction = 0.1;
  problem.surfaces.back().friction = 1.5;
  problem.surfaces.back().pose.translation = {0, 0.03, 0.25};  // at the toes
  for (SynthLimb& limb : problem.characters.front().limbs) limb.grabs = false;
  Workbench bench(problem);
  SynthProblem same = problem;
  same.surfaces.back().friction = 0.1;
  Workbench level(same);
  for (const double noise : {0.02, 0.15}) {
    const Eigen::VectorXd x = bench.random_point(3, noise);
    EXPECT_TRUE(bench.holds(only(&SynthParts::dynamics), x)) << noise;
    level.objective.parts = only(&SynthParts::dynamics);
    EXPECT_LT(bench.objective(x, nullptr, nullptr), 0.99 * level.objective(x, nullptr, nullptr)) << "friction counts";
  }
}

/// The hint sees someone who leans out over his feet, and not someone who stands.
TEST(SynthHint, CostsWhereTheZeroMomentPointLeavesTheSupport) {
  Workbench bench(short_task("walk"));
  bench.objective.parts = only(&SynthParts::hint);
  bench.objective.weights.hint_slack = 0.05;
  Eigen::VectorXd x = bench.trajectory.still();
  for (int k = 0; k < bench.trajectory.phases(); ++k) {
    for (int c = 0; c < bench.trajectory.index().contacts; ++c) {
      const SynthContact& who = bench.scene.contacts[static_cast<std::size_t>(c)];
      const bool foot = who.limb >= 0 && who.limb < 2;
      x[bench.trajectory.contact_variable(k, c)] = foot ? 10 : 0;
    }
  }
  EXPECT_LT(bench.objective(x, nullptr, nullptr), 1e-6);
  for (int k = 0; k < bench.trajectory.phases(); ++k) {
    x[k * bench.trajectory.block() + 2] += 0.5;  // half a metre ahead of the feet
  }
  EXPECT_GT(bench.objective(x, nullptr, nullptr), 0.5);
}

/// The matrix of Levenberg-Marquardt predicts how the gradient of a term with small residuals changes.
TEST(SynthMatrix, PredictsTheChangeOfTheGradientOfLinearTerms) {
  Workbench bench(short_task("walk"));
  bench.objective.parts = kNothing;
  bench.objective.parts.effort = true;
  bench.objective.weights.rest = bench.objective.weights.leg_rest = bench.objective.weights.posture = 0;
  bench.objective.weights.torso_turning = bench.objective.weights.limb_turning = 0;
  const Eigen::VectorXd x = bench.random_point(5, 0.05);
  BlockTridiagonal hessian(bench.trajectory.phases(), bench.trajectory.block());
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(x.size());
  const double value = bench.objective(x, &gradient, &hessian);
  const Eigen::VectorXd d = bench.random_point(6, 0.05) - x;
  const double predicted = value + gradient.dot(d) + 0.5 * d.dot(hessian.times(d));
  EXPECT_NEAR(bench.objective(x + d, nullptr, nullptr), predicted, 1e-9 * (1 + value));
}

/// Where residuals vanish it is the Hessian itself, also in the rows of durations.
TEST(SynthMatrix, IsTheHessianWhereGoalsAreMetWithDurationsToo) {
  SynthProblem punches = short_task("punch and kick");
  std::erase_if(punches.goals, [](const SynthGoal& goal) { return goal.kind != GoalKind::kEffector; });
  ASSERT_FALSE(punches.goals.empty());
  Workbench bench(punches, true);
  bench.objective.parts = only(&SynthParts::goals);
  bench.objective.weights.duration = 0;
  const Eigen::VectorXd x = bench.random_point(5, 0.1);
  for (SynthGoal& goal : bench.problem.goals) {  // as they are met at x
    SampleState state;
    bench.trajectory.sample(x, bench.trajectory.at(goal.time), state);
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(bench.scene.limb_track(0, goal.limb))];
    goal.position = track.p;
    goal.velocity = track.v;
  }
  BlockTridiagonal hessian(bench.trajectory.phases(), bench.trajectory.block());
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(x.size());
  EXPECT_LT(bench.objective(x, &gradient, &hessian), 1e-20);
  Rng rng(9);
  Eigen::VectorXd d(x.size());
  for (double& entry : d) {
    entry = 1e-6 * rng.normal();
  }
  Eigen::VectorXd after = Eigen::VectorXd::Zero(x.size());
  Eigen::VectorXd before = Eigen::VectorXd::Zero(x.size());
  (void)bench.objective(x + d, &after, nullptr);
  (void)bench.objective(x - d, &before, nullptr);
  const Eigen::VectorXd difference = 0.5 * (after - before);
  EXPECT_LT((difference - hessian.times(d)).norm(), 1e-4 * difference.norm());
  EXPECT_GT(std::abs(difference[bench.trajectory.duration_variable(2)]), 1e-9) << "the last punch knows its phase";
}

}  // namespace

}  // namespace sinew
