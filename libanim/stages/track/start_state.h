#pragma once

#include "libanim/optimisation/cma_es.h"
#include "libanim/stages/track/control_tree.h"
#include "libanim/stages/track/track_problem.h"

namespace sinew {

// The state in which a clip starts. Its pose is the reference's, raised out of the ground; its velocity is the
// reference's plus a launch: six numbers, the velocity of the centre of mass (unit: m/s) and the angular velocity about
// it (unit: rad/s), with which the whole figure moves in addition. Seed 002, section 5.1.1, names the initial state as
// something to search. Evidence: the run 16_35 begins with a jump of 1 cm between two frames, 0.35 m/s that nobody ran;
// on flat ground nothing takes them away again, and the figure is 0.2 m off after a second.

/// No launch, with the options' deviations.
[[nodiscard]] CmaState first_launch(const TrackOptions& options);

/// A root of the control tree.
[[nodiscard]] ControlNode start_node(const TrackProblem& problem, const World& world, const Eigen::VectorXd& launch);

/// Mean and variances follow the launches of the elites (columns, the best first).
void adapt_launch(CmaState& state, const Eigen::MatrixXd& launches, const TrackOptions& options);

}  // namespace sinew
