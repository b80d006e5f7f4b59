#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>

#include "libanim/optimisation/kd_sampler.h"
#include "samples/04-ball-throw/throw_task.h"

// Cost of the kD-tree sampler, and what batches cost in quality. Run: build/release/tests/kd_sampler_benchmark

namespace sinew {
namespace {

using Eigen::VectorXd;

constexpr int kQualitySeeds = 400;

/// A peak at 0.3, as wide as a fifth of the bounds. Cheap: what is measured is the sampler.
std::vector<double> peak(std::span<const VectorXd> points) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const VectorXd& x : points) values.push_back(-12.5 * (x.array() - 0.3).square().sum());
  return values;
}

std::vector<VectorXd> uniform_guesses(const KdSampler& sampler, int count, Rng rng) {
  std::vector<VectorXd> guesses;
  guesses.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) guesses.push_back(sampler.uniform(rng));
  return guesses;
}

/// A whole time step from a full tree: prune, rebuild, guesses, adaptive and greedy samples.
void step_cost(benchmark::State& state) {
  const auto dimensions = state.range(0);
  const int samples = static_cast<int>(state.range(1));
  KdSampler sampler(VectorXd::Zero(dimensions), VectorXd::Ones(dimensions), {.samples = samples});
  const std::vector<VectorXd> guesses = uniform_guesses(sampler, samples / 5, Rng(1));
  sampler.step(guesses, peak, Rng(2));
  std::uint64_t step = 0;
  for ([[maybe_unused]] const auto iteration : state) sampler.step(guesses, peak, Rng(3, {step++}));
  double depth = 0;
  for (int i = 0; i < sampler.tree().size(); ++i) depth = std::max(depth, static_cast<double>(sampler.tree().depth(i)));
  const double n = samples;
  state.counters["depth"] = depth;
  state.counters["us/sample"] =
      benchmark::Counter(n * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["ns/(N log2 N)"] = benchmark::Counter(
      n * std::log2(n) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(step_cost)
    ->ArgsProduct({{2, 30, 300}, {1000, 10'000, 100'000}})
    ->ArgNames({"dimensions", "N"})
    ->Unit(benchmark::kMillisecond);

/// The tree alone: inserting N uniform points and removing nine tenths in a random order.
void tree_cost(benchmark::State& state) {
  const auto dimensions = state.range(0);
  const int count = static_cast<int>(state.range(1));
  KdTree tree(VectorXd::Zero(dimensions), VectorXd::Ones(dimensions));
  Rng rng(1);
  std::vector<VectorXd> points;
  for (int i = 0; i < count; ++i) {
    points.emplace_back(dimensions);
    for (double& value : points.back()) value = rng.uniform();
  }
  for ([[maybe_unused]] const auto iteration : state) {
    tree.clear();
    for (const VectorXd& x : points) tree.insert({.x = x});
    for (int i = 0; i < count; ++i) {
      if (i % 10 != 0) benchmark::DoNotOptimize(tree.remove(i));
    }
  }
  state.counters["ns/(N log2 N)"] = benchmark::Counter(
      count * std::log2(count) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(tree_cost)
    ->ArgsProduct({{2, 30, 300}, {1000, 10'000, 100'000}})
    ->ArgNames({"dimensions", "N"})
    ->Unit(benchmark::kMillisecond);

/// The ball throw at a given time: mean distance from the target (unit: m) after N evaluations of a resting target, and
/// over the steps of a moving one, for batches of 1 to 64.
void batch_quality(benchmark::State& state) {
  const KdSamplerOptions options{
      .samples = static_cast<int>(state.range(1)), .greedy_of_bounds = true, .batch = static_cast<int>(state.range(0))};
  double resting = 0;
  double moving = 0;
  for ([[maybe_unused]] const auto iteration : state) {
    resting = moving = 0;
    for (std::uint64_t seed = 0; seed < kQualitySeeds; ++seed) {
      samples::ThrowTask task;
      task.goal = samples::ThrowGoal::kAtTime;
      task.target = samples::moving_target(static_cast<int>(seed) % 100);
      KdSampler sampler(task.lower(), task.upper(), options);
      resting += samples::throw_step(sampler, options, 0.2, task, Rng(seed, {0})) / kQualitySeeds;
      constexpr int kSteps = 20;
      for (std::uint64_t step = 1; step <= kSteps; ++step) {
        task.target = samples::moving_target(static_cast<int>(seed + step) % 100);
        moving += samples::throw_step(sampler, options, 0.2, task, Rng(seed, {step})) / (kQualitySeeds * kSteps);
      }
    }
  }
  state.counters["resting (m)"] = resting;
  state.counters["moving (m)"] = moving;
}
BENCHMARK(batch_quality)
    ->ArgsProduct({{1, 4, 16, 64}, {25, 100, 400}})
    ->ArgNames({"batch", "N"})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sinew

BENCHMARK_MAIN();
