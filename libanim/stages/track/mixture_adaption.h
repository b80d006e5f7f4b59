#pragma once

#include <vector>

#include "libanim/stages/track/motion_distribution.h"
#include "libanim/stages/track/trial_tree.h"

namespace sinew {

/// Algorithm 3 of seed 003 over the segments that the trajectories reach. Per segment:
///   1. order the elites and give them logarithmic weights;
///   2. prune clusters whose elites weigh less than `prune`;
///   3. split clusters, the heaviest first, by k-means with the Bayesian information criterion, up to k_max;
///   4. update each cluster from all elites, its own ranked first (CMA-ES; learning rates follow their number).
/// Then the graph is mended: what came from a cluster has its transitions.
///
/// The order of step 1 is that of the whole trajectories' mean cost (with `rank_each_step`: of the cost up to that
/// step, as the paper has it).
void adapt_distribution(MotionDistribution& distribution, const TrackProblem& problem, const TrialTree& tree,
                        std::span<const Trajectory> elites, const Rng& rng);

}  // namespace sinew
