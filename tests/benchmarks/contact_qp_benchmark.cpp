// Microseconds per solve of the contact QP: our interior point method against OSQP on the same problems in one run,
// from nothing (cold) and from the solution of a problem that differs by 0.1 % (warm).
//
// contact_qp_benchmark [--benchmark_filter=...]

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "libanim/optimisation/contact_qp.h"
#include "tests/libanim/optimisation/contact_qp_problems.h"

namespace sinew {
namespace {

constexpr std::uint64_t kExamples = 20;

/// All examples of one size, a solver for each, and starts from problems that are 0.1 % away.
struct Bench {
  std::vector<ContactQpExample> examples;
  std::vector<ContactQpSolver> solvers;
  std::vector<ContactQpStart> starts;

  Bench(int contacts, int rows, ContactQpBackend backend) {
    for (std::uint64_t k = 0; k < kExamples; ++k) {
      examples.push_back(contact_qp_example(contacts, rows, Rng(1, {k})));
      ContactQpExample& example = examples.back();
      solvers.emplace_back(example.cones, rows, ContactQpOptions{.backend = backend});
      ContactQpStart& start = starts.emplace_back();
      (void)solvers.back().solve(example.map, example.wrench, example.weights, &start);
      Rng rng(2, {k});
      for (double& w : example.wrench) w *= 1 + 1e-3 * rng.normal();
      for (double& a : example.map.reshaped()) a *= 1 + 1e-3 * rng.normal();
    }
  }

  /// The iterations that the solves took.
  int run(bool warm) {
    int iterations = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const ContactQpExample& example = examples[i];
      scratch_ = starts[i];
      iterations +=
          solvers[i].solve(example.map, example.wrench, example.weights, warm ? &scratch_ : nullptr).iterations;
    }
    return iterations;
  }

 private:
  ContactQpStart scratch_;
};

void contact_qp(benchmark::State& state, ContactQpBackend backend, bool warm) {
  Bench bench(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), backend);
  double iterations = 0;
  while (state.KeepRunning()) iterations += bench.run(warm);
  const double solves = static_cast<double>(state.iterations()) * static_cast<double>(kExamples);
  state.counters["seconds_per_solve"] =
      benchmark::Counter(solves, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations"] = iterations / solves;
}

void sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int contacts : {4, 6, 10, 14}) benchmark->Args({contacts, 6});
  benchmark->Args({10, 12})->Args({14, 18})->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(contact_qp, interior_point_cold, ContactQpBackend::kInteriorPoint, false)->Apply(sizes);
BENCHMARK_CAPTURE(contact_qp, interior_point_warm, ContactQpBackend::kInteriorPoint, true)->Apply(sizes);
BENCHMARK_CAPTURE(contact_qp, osqp_cold, ContactQpBackend::kOsqp, false)->Apply(sizes);
BENCHMARK_CAPTURE(contact_qp, osqp_warm, ContactQpBackend::kOsqp, true)->Apply(sizes);

}  // namespace
}  // namespace sinew

BENCHMARK_MAIN();
