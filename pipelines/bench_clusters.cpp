#include "pipelines/bench_clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "libanim/support/index.h"
#include "pipelines/stopwatch.h"

namespace sinew {

namespace {

// Seed 003, Table 1.
constexpr std::array<PaperRow, 6> kPaper{{{1, 5.634, 0.626, 167, 550.4},
                                          {2, 4.479, 1.667, 202, 582.8},
                                          {4, 2.021, 0.402, 324, 1256.8},
                                          {8, 2.874, 1.231, 356, 1536.8},
                                          {16, 2.846, 1.226, 477, 1862.4},
                                          {32, 1.752, 0.094, 477, 2507.2}}};

/// Iterations of an attempt by the paper's method: every row of its table has 62, for 477 frames at 10 new ones per
/// iteration, whether or not the end was reached. So an attempt ends by their number: those that the window needs to
/// open, those that its last frames are owed, and four more.
int iterations_of(const TrackProblem& problem) {
  const TrackOptions& options = problem.options();
  return (problem.segments() + options.growth - 1) / options.growth + options.iterations + 4;
}

/// The default method; nothing when it was stopped. Its motion is costed by the paper's weights.
std::optional<ClusterAttempt> default_attempt(const Take& take, const ClusterBench& bench,
                                              const std::function<bool()>& stopped, std::uint64_t seed) {
  TrackOptions options;
  options.seed = seed;
  const TrackResult result =
      track(take, options, bench.threads, [&](const TrackProblem&, const TrackState&) { return !stopped(); });
  if (result.report.end == TrackEnd::kStopped) return std::nullopt;
  const TrackProblem paper(take, paper_options(1, bench.samples, bench.elites));
  const CostParts parts = cost_parts(take.figure);
  const auto frames = static_cast<int>(result.take.steps.size());
  double cost = 0;
  for (int i = 0; i < frames; ++i) {
    const CostTerms terms = cost_terms(take.figure, take.scene, parts, paper.reference().frames[to_size(i + 1)],
                                       result.take.steps[to_size(i)].record);
    cost += weighted_cost(terms, paper.options().weights);
  }
  return ClusterAttempt{.clusters = 0,
                        .seed = seed,
                        .cost = cost / std::max(1, frames),
                        .distance = result.report.mean_distance,
                        .steps = frames,
                        .iterations = static_cast<int>(result.report.history.size())};
}

/// Cost and reach of the best trajectory, as far as it has come.
ClusterAttempt judged(const TrackProblem& problem, World& world, const Tracker& tracker) {
  ClusterAttempt attempt{.clusters = problem.options().clusters, .seed = problem.options().seed};
  StateRecord record = tracker.best_start();
  Eigen::VectorXd before = Eigen::VectorXd::Zero(problem.axes());
  for (const Eigen::VectorXd& action : tracker.latest_actions()) {
    const TrackProblem::Outcome outcome = problem.simulate(world, attempt.steps, record, before, action,
                                                           tracker.state().apart[to_size(attempt.steps)] != 0);
    attempt.cost += outcome.cost;
    attempt.distance += outcome.distance;
    ++attempt.steps;
    record = outcome.record;
    before = action;
  }
  attempt.cost /= std::max(1, attempt.steps);
  attempt.distance /= std::max(1, attempt.steps);
  attempt.iterations = tracker.state().iteration;
  return attempt;
}

/// The paper's method; nothing when it was stopped.
std::optional<ClusterAttempt> paper_attempt(const Take& take, const ClusterBench& bench,
                                            const std::function<bool()>& stopped, int clusters, std::uint64_t seed) {
  TrackOptions options = paper_options(clusters, bench.samples, bench.elites);
  options.seed = seed;
  const TrackProblem problem(take, options);
  WorldPool pool(take.figure, take.scene, take.simulation, bench.threads);
  Tracker tracker(problem, pool);
  while (!tracker.done() && tracker.state().iteration < iterations_of(problem)) {
    tracker.iterate();
    if (stopped()) return std::nullopt;
  }
  return judged(problem, pool.front(), tracker);
}

std::uint64_t to_seed(int seed) { return static_cast<std::uint64_t>(seed); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

ClusterRow row_of(int clusters, const std::vector<ClusterAttempt>& attempts) {
  ClusterRow row{.clusters = clusters, .attempts = static_cast<int>(attempts.size())};
  std::vector<double> steps;
  const auto n = static_cast<double>(attempts.size());
  for (const ClusterAttempt& a : attempts) {
    row.mean_cost += a.cost / n;
    row.cpu += a.cpu / n;
    row.iterations += a.iterations / n;
    steps.push_back(a.steps);
  }
  for (const ClusterAttempt& a : attempts) row.deviation += (a.cost - row.mean_cost) * (a.cost - row.mean_cost);
  row.deviation = n > 1 ? std::sqrt(row.deviation / (n - 1)) : 0;
  row.median_steps = median(steps);
  return row;
}

}  // namespace

const PaperRow* paper_row(int clusters) {
  const auto* found = std::ranges::find(kPaper, clusters, &PaperRow::clusters);
  return found == kPaper.end() ? nullptr : found;
}

std::vector<ClusterAttempt> run_cluster_bench(const Take& take, const ClusterBench& bench,
                                              const std::function<void(const ClusterAttempt&)>& watcher,
                                              const std::function<bool()>& stopped) {
  std::vector<ClusterAttempt> attempts;
  const double before = cpu_seconds();
  const auto run = [&](int clusters, int seed) {
    const auto known = std::ranges::find_if(
        bench.done, [&](const ClusterAttempt& a) { return a.clusters == clusters && a.seed == to_seed(seed); });
    if (known != bench.done.end()) {
      attempts.push_back(*known);
      return true;
    }
    if (cpu_seconds() - before > bench.cpu_budget) return false;
    const double start = cpu_seconds();
    std::optional<ClusterAttempt> made = clusters == 0 ? default_attempt(take, bench, stopped, to_seed(seed))
                                                       : paper_attempt(take, bench, stopped, clusters, to_seed(seed));
    if (!made) return false;
    made->cpu = cpu_seconds() - start;
    attempts.push_back(*made);
    watcher(*made);
    return true;
  };
  // Seeds outermost: what the budget cuts off is the last seeds, not the last numbers of clusters.
  for (int seed = 1; seed <= bench.seeds; ++seed) {
    for (const int clusters : bench.clusters) {
      if (!run(clusters, seed)) return attempts;
    }
    if (!run(0, seed)) return attempts;
  }
  return attempts;
}

std::vector<ClusterRow> cluster_rows(const std::vector<ClusterAttempt>& attempts) {
  std::map<int, std::vector<ClusterAttempt>> by_clusters;
  for (const ClusterAttempt& a : attempts) by_clusters[a.clusters].push_back(a);
  std::vector<ClusterRow> rows;
  rows.reserve(by_clusters.size());
  for (const auto& [clusters, group] : by_clusters) rows.push_back(row_of(clusters, group));
  return rows;
}

}  // namespace sinew
