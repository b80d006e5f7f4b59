#include "pipelines/bench_clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

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

/// Mean cost of a take's frames by the paper's weights.
double paper_cost(const Take& take, const TrackOptions& paper) {
  const TrackProblem problem(take, paper);
  const CostParts parts = cost_parts(take.figure);
  double sum = 0;
  for (std::size_t i = 0; i < take.steps.size(); ++i) {
    sum += weighted_cost(
        cost_terms(take.figure, take.scene, parts, problem.reference().frames[i + 1], take.steps[i].record),
        paper.weights);
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, take.steps.size()));
}

/// Nothing when it was stopped.
std::optional<ClusterAttempt> attempt(const Take& take, TrackOptions options, int clusters, std::uint64_t seed,
                                      const ClusterBench& bench, const std::function<bool()>& stopped) {
  options.seed = seed;
  const double before = cpu_seconds();
  const TrackResult result =
      track(take, options, bench.threads, [&](const TrackProblem&, const TrackState&) { return !stopped(); });
  if (result.report.end == TrackEnd::kStopped) return std::nullopt;
  return ClusterAttempt{clusters,
                        seed,
                        paper_cost(result.take, paper_options(1, bench.samples, bench.elites)),
                        result.report.mean_distance,
                        static_cast<int>(result.take.steps.size()),
                        static_cast<int>(result.report.history.size()),
                        cpu_seconds() - before};
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
  const auto run = [&](const TrackOptions& options, int clusters, int seed) {
    const auto known = std::ranges::find_if(
        bench.done, [&](const ClusterAttempt& a) { return a.clusters == clusters && a.seed == to_seed(seed); });
    if (known != bench.done.end()) {
      attempts.push_back(*known);
      return true;
    }
    if (cpu_seconds() - before > bench.cpu_budget) return false;
    const std::optional<ClusterAttempt> made = attempt(take, options, clusters, to_seed(seed), bench, stopped);
    if (!made) return false;
    attempts.push_back(*made);
    watcher(*made);
    return true;
  };
  // Seeds outermost: what the budget cuts off is the last seeds, not the last numbers of clusters.
  for (int seed = 1; seed <= bench.seeds; ++seed) {
    for (const int clusters : bench.clusters) {
      if (!run(paper_options(clusters, bench.samples, bench.elites), clusters, seed)) return attempts;
    }
    if (!run(TrackOptions{}, 0, seed)) return attempts;
  }
  return attempts;
}

std::vector<ClusterRow> cluster_rows(const std::vector<ClusterAttempt>& attempts) {
  std::map<int, std::vector<ClusterAttempt>> by_clusters;
  for (const ClusterAttempt& a : attempts) by_clusters[a.clusters].push_back(a);
  std::vector<ClusterRow> rows;
  for (const auto& [clusters, group] : by_clusters) rows.push_back(row_of(clusters, group));
  return rows;
}

}  // namespace sinew
