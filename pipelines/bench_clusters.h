#pragma once

#include <functional>
#include <vector>

#include "libanim/stages/track/track.h"

namespace sinew {

/// One attempt.
struct ClusterAttempt {
  int clusters = 0;  ///< 0: the default method, costed by the paper's weights
  std::uint64_t seed = 0;
  double cost = 0;      ///< mean per frame that was followed
  double distance = 0;  ///< mean distance of the bodies over those frames (unit: m)
  int steps = 0;        ///< frames that the best trajectory followed
  int iterations = 0;
  double cpu = 0;  ///< (unit: s)
};

/// Table 1 of seed 003: the effect of the number of clusters on attempts to follow one walk.
struct ClusterBench {
  std::vector<int> clusters{1, 4, 16};
  int samples = 1024;            ///< the paper has 4096
  double elites = 0.5;           ///< share of the samples
  int seeds = 3;                 ///< the paper has 5
  double cpu_budget = 6 * 3600;  ///< processor time after which no further attempt starts (unit: s)
  int threads = 0;
  std::vector<ClusterAttempt> done;  ///< of earlier runs: not made again
};

struct ClusterRow {
  int clusters = 0;
  double mean_cost = 0;
  double deviation = 0;  ///< of the sample
  double median_steps = 0;
  double cpu = 0;         ///< mean (unit: s)
  double iterations = 0;  ///< mean
  int attempts = 0;
};

/// What the paper reports for a walk of 477 frames with 4096 samples; nullptr for other numbers of clusters.
struct PaperRow {
  int clusters;
  double mean_cost;
  double deviation;
  int median_steps;
  double seconds;
};
[[nodiscard]] const PaperRow* paper_row(int clusters);

/// Runs the paper's method, as many iterations as its table has, for every number of clusters and seed, then the
/// default method with the same seeds; what is in bench.done is taken from there. The watcher sees every attempt as it
/// ends. As soon as `stopped` says so, no more is done, and an attempt that is not over is left out.
[[nodiscard]] std::vector<ClusterAttempt> run_cluster_bench(const Take& take, const ClusterBench& bench,
                                                            const std::function<void(const ClusterAttempt&)>& watcher,
                                                            const std::function<bool()>& stopped);

[[nodiscard]] std::vector<ClusterRow> cluster_rows(const std::vector<ClusterAttempt>& attempts);

}  // namespace sinew
