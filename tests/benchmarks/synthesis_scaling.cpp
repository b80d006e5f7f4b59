#include "tests/benchmarks/synthesis_scaling.h"

#include <fmt/format.h>

#include <cstdio>
#include <ctime>

#include "libanim/optimisation/block_newton.h"
#include "libanim/stages/synthesise/synth_objective.h"
#include "tests/support/synth_people.h"
#include "tests/support/synth_tasks.h"

namespace sinew {

namespace {

double process_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Times at the start of a motion with all contacts open (unit: s).
struct Costs {
  int variables = 0;
  double gradient = 0;
  double step = 0;
};

Costs costs_of(const SynthProblem& problem, const SynthOptions& options) {
  const SynthScene scene(problem);
  const SynthTrajectory trajectory(scene);
  SynthObjective objective(scene, trajectory, options.samples, 1);
  Costs costs;
  costs.variables = trajectory.size();
  Eigen::VectorXd x = trajectory.still();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(x.size());
  constexpr int kGradients = 30;
  double begin = process_seconds();
  for (int i = 0; i < kGradients; ++i) {
    (void)objective(x, &gradient, nullptr);
  }
  costs.gradient = (process_seconds() - begin) / kGradients;
  BlockNewtonOptions newton;
  newton.iterations = 10;
  begin = process_seconds();
  const BlockNewtonReport report =
      minimise_block_newton([&](const Eigen::VectorXd& at, Eigen::VectorXd* slope,
                                BlockTridiagonal* hessian) { return objective(at, slope, hessian); },
                            trajectory.phases(), x, newton);
  costs.step = (process_seconds() - begin) / std::max(report.iterations, 1);
  return costs;
}

void row(const SynthProblem& problem, SynthOptions options, int seeds) {
  const Costs costs = costs_of(problem, options);
  const std::uint64_t first = options.seed;
  int passed = 0;
  int iterations = 0;
  double cpu = 0;
  for (int s = 0; s < seeds; ++s) {
    options.seed = first + static_cast<std::uint64_t>(s);
    const SynthReport report = synthesise(problem, options).report;
    const SynthAttempt& attempt = report.attempts[static_cast<std::size_t>(report.best)];
    passed += attempt.check.pass ? 1 : 0;
    iterations += attempt.iterations;
    cpu += attempt.cpu;
  }
  fmt::print("| {} | {} | {} | {} | {:.2f} | {:.1f} | {} | {:.1f} | {} of {} |\n", problem.name, problem.phases,
             problem.characters.front().limbs.size(), costs.variables, 1000 * costs.gradient, 1000 * costs.step,
             iterations / seeds, cpu / seeds, passed, seeds);
  std::fflush(stdout);
}

}  // namespace

void print_scaling(const SynthOptions& options, int seeds) {
  fmt::print(
      "| motion | K | N | variables | ms per gradient | ms per step | iterations | core-s per start | passed |\n");
  for (const int phases : {5, 10, 20, 40}) {
    row(test::walk("walk 0.5 m/s", test::humanoid(), 0.25 * phases, phases, 0.5), options, seeds);
  }
  for (const int pairs : {2, 3, 4, 6}) {
    row(test::walk("many legs, 1 m", test::many_legged(pairs), 1.0, 8, 0.35), options, seeds);
  }
}

}  // namespace sinew
