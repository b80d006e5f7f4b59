#include "libanim/stages/track/start_state.h"

#include <algorithm>

#include "libanim/simulation/figure_state.h"
#include "libanim/validity/surface_gap.h"

namespace sinew {

namespace {

Eigen::VectorXd deviations(const TrackOptions& options) {
  // A deviation of zero would leave a covariance without a direction to sample in.
  constexpr double kLeast = 1e-9;
  Eigen::VectorXd sigma(6);
  sigma.head<3>().setConstant(std::max(kLeast, options.sigma_launch));
  sigma.tail<3>().setConstant(std::max(kLeast, options.sigma_launch_spin));
  return sigma;
}

}  // namespace

CmaState first_launch(const TrackOptions& options) { return cma_start(Eigen::VectorXd::Zero(6), deviations(options)); }

ControlNode start_node(const TrackProblem& problem, const World& world, const Eigen::VectorXd& launch) {
  ControlNode node;
  node.action = Eigen::VectorXd::Zero(problem.axes());
  node.launch = launch;
  node.record = world.initial_record();
  const StateRecord& start = problem.reference().start;
  const Vec3 centre = centre_of_mass(problem.figure(), start);
  const Vec3 velocity = launch.head<3>();
  const Vec3 spin = launch.tail<3>();
  const double lift = lift_out(problem.figure(), problem.scene(), start);
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    BodyState body = start.bodies[i];
    const Vec3 arm = body.pose().translation - centre;
    body.set_velocity(body.linear() + velocity + spin.cross(arm), body.angular() + spin);
    body.position[1] += lift;
    node.record.bodies[i] = body;
  }
  return node;
}

void adapt_launch(CmaState& state, const Eigen::MatrixXd& launches, const TrackOptions& options) {
  const Eigen::VectorXd weights = log_rank_weights(static_cast<int>(launches.cols()));
  diagonal_update(state, launches, weights, options.covariance_rate, options.covariance_floor * deviations(options));
}

}  // namespace sinew
