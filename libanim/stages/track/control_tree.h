#pragma once

#include <Eigen/Core>

#include <vector>

#include "libanim/model/state_record.h"

namespace sinew {

/// A state that was kept where the window started at some time, and how it came about.
struct ControlNode {
  int parent = -1;         ///< -1 for the root
  int knot = 0;            ///< segments from the clip's start
  int cluster = 0;         ///< of the segment that led here
  Eigen::VectorXd action;  ///< at this knot
  StateRecord record;
  double cost = 0;         ///< summed over the frames from the root on
  double distance = 0;     ///< likewise
  Eigen::VectorXd launch;  ///< of a root: how its start velocity differs from the reference's (see start_state.h)
};

/// The control tree R of seed 003: every state from which the search may go on, with its ancestors. Backtracking from
/// the best leaf gives the result. Where the start state is searched too there are several roots.
struct ControlTree {
  std::vector<ControlNode> nodes;  ///< parents before children
  std::vector<int> leaves;         ///< where the window starts now, the best first

  /// Nodes from the root to this one.
  [[nodiscard]] std::vector<int> path_to(int node) const;
  /// Forgets what is no ancestor of a leaf. Indices change.
  void forget_dead_ends();
};

}  // namespace sinew
