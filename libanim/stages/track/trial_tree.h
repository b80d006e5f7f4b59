#pragma once

#include <Eigen/Core>

#include <vector>

#include "libanim/simulation/rollouts.h"
#include "libanim/stages/track/control_tree.h"
#include "libanim/stages/track/motion_distribution.h"
#include "libanim/support/rng.h"

namespace sinew {

/// A sampled action and the state that it led to.
struct TrialNode {
  int parent = -1;         ///< in the layer before; in layer 0 the node of the control tree
  int cluster = 0;         ///< that the action was drawn from
  Eigen::VectorXd action;  ///< at the end of the segment
  StateRecord record;
  double cost = 0;      ///< summed from the control tree's best leaf on
  double distance = 0;  ///< mean distance of the bodies, summed likewise (unit: m)
  bool lost = false;
  bool survives = false;  ///< children may grow from it
  bool special = false;   ///< one of the two samples that are not drawn: they go on as long as they are in control
};

/// The trial control tree T of seed 003, Algorithm 2: layer 0 holds the start states, layer i the samples of the i-th
/// segment of the window.
struct TrialTree {
  int start = 0;  ///< first segment
  std::vector<std::vector<TrialNode>> layers;
};

/// A sampled trajectory: the nodes in layers 0 to length.
struct Trajectory {
  std::vector<int> nodes;
  double mean_cost = 0;
  [[nodiscard]] int length() const { return static_cast<int>(nodes.size()) - 1; }
};

/// The best trajectory of the iteration before; it takes part again, so that nothing good is lost.
struct Memory {
  int leaf = -1;                         ///< node of the control tree it starts from, -1 for none
  std::vector<Eigen::VectorXd> actions;  ///< from the window's start on
};

/// What one call needs besides the problem.
struct TrialRequest {
  int start = 0;  ///< segments [start, end)
  int end = 0;
  int samples = 0;                  ///< per segment
  Rng rng;                          ///< of this iteration
  std::span<const int> apart = {};  ///< per segment of the clip, see TrackState; empty: nowhere
};

/// Algorithm 2: layer by layer, draw actions, simulate, drop what lost control, keep the best share. The first sample
/// follows the means, the second the memory; both go on as long as they are in control. Ends early when every sample
/// of a layer has lost control.
[[nodiscard]] TrialTree sample_tree(const TrackProblem& problem, WorldPool& pool, const ControlTree& tree,
                                    const MotionDistribution& distribution, const Memory& memory,
                                    const TrialRequest& request);

/// The `count` trajectories that got farthest, and of those the cheapest; sorted by mean cost with the longer first.
[[nodiscard]] std::vector<Trajectory> latest_trajectories(const TrackProblem& problem, const TrialTree& tree,
                                                          int count);

}  // namespace sinew
