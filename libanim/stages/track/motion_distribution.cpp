#include "libanim/stages/track/motion_distribution.h"

#include <algorithm>

#include "libanim/support/index.h"

namespace sinew {

MotionDistribution first_distribution(const TrackProblem& problem) {
  MotionDistribution distribution;
  for (int s = 0; s < problem.segments(); ++s) {
    distribution.segments.push_back({{cma_start(problem.first_guess(s), problem.sigma(s)), 1, {0}}});
  }
  return distribution;
}

void enter_segment(MotionDistribution& distribution, const TrackProblem& problem, int segment, double spread) {
  MixtureCluster cluster{cma_start(problem.first_guess(segment), spread * problem.sigma(segment)), 1, {0}};
  if (segment > 0) {
    const auto& before = distribution.segments[to_size(segment - 1)];
    const auto heaviest = std::max_element(before.begin(), before.end(),
                                           [](const auto& a, const auto& b) { return a.weight < b.weight; });
    const TrackOptions& options = problem.options();
    const double variance = heaviest->state.step_size * heaviest->state.step_size;
    cluster.state.covariance =
        (1 - options.inherited) * cluster.state.covariance + options.inherited * variance * heaviest->state.covariance;
    if (options.action == ActionKind::kPoseOffset) {
      cluster.state.mean += options.inherited_mean * heaviest->state.mean;
    }
    for (MixtureCluster& previous : distribution.segments[to_size(segment - 1)]) previous.next = {0};
  }
  distribution.segments[to_size(segment)] = {std::move(cluster)};
}

}  // namespace sinew
