#pragma once

#include <vector>

#include "libanim/optimisation/cma_es.h"
#include "libanim/stages/track/track_problem.h"

namespace sinew {

/// One Gaussian of a segment's mixture, with the state of its CMA-ES and the clusters of the next segment that may
/// follow it.
struct MixtureCluster {
  CmaState state;
  double weight = 1;      ///< sum of the log-rank weights of the elites that it made
  std::vector<int> next;  ///< clusters of the next segment
};

/// The mixture trajectory M(t) of seed 003, equation 1: a Gaussian mixture of actions per segment.
struct MotionDistribution {
  std::vector<std::vector<MixtureCluster>> segments;
};

/// One cluster per segment around the first guess.
[[nodiscard]] MotionDistribution first_distribution(const TrackProblem& problem);

/// Starts a segment anew: first guess and first covariance, each mixed with what the segment before has learned
/// (heaviest cluster) by the options' shares. `spread` multiplies the first deviations.
void enter_segment(MotionDistribution& distribution, const TrackProblem& problem, int segment, double spread);

}  // namespace sinew
