#include "libanim/stages/track/track_options.h"

#include <string>

#include "libanim/support/error.h"

namespace sinew {

namespace {

void demand(bool holds, const char* rule) {
  if (!holds) throw Error::usage(std::string("track: ") + rule);
}

}  // namespace

void TrackOptions::validate() const {
  demand(samples >= 4, "samples must be at least 4");
  demand(elites > 0 && elites <= 1, "elites must be in (0, 1]");
  demand(survival > 0 && survival <= 1, "survival must be in (0, 1]");
  demand(knot_frames >= 1, "knot_frames must be at least 1");
  demand(growth >= 1 && window >= 1, "growth and window must be at least 1");
  demand(iterations >= 1 && patience >= iterations, "iterations must be at least 1, patience at least iterations");
  demand(starts >= 1 && clusters >= 1, "starts and clusters must be at least 1");
  demand(prune >= 0 && prune * clusters < 1, "prune must be in [0, 1 / clusters)");
  demand(smoothing_scale > 0, "smoothing_scale must be positive");
  demand(covariance_rate >= 0 && covariance_rate <= 1, "covariance_rate must be in [0, 1]");
  demand(covariance_floor >= 0 && covariance_floor <= 1, "covariance_floor must be in [0, 1]");
  demand(inherited >= 0 && inherited <= 1, "inherited must be in [0, 1]");
  demand(inherited_mean >= 0 && inherited_mean <= 1, "inherited_mean must be in [0, 1]");
  demand(lost_distance > 0, "lost_distance must be positive");
  demand(restarts >= 0 && most_effort >= 1, "restarts must not be negative, most_effort at least 1");
  demand(far >= 0 && far_effort >= 1, "far must not be negative, far_effort at least 1");
  demand(agree >= 0 && agree <= 1, "agree must be in [0, 1]");
  demand(standstill >= 1, "standstill must be at least 1");
  demand(restart_spread >= 1, "restart_spread must be at least 1");
  demand(calm > 0 && calm <= 1, "calm must be in (0, 1]");
  demand(calm_speed > 0, "calm_speed must be positive");
  demand(sigma_launch >= 0 && sigma_launch_spin >= 0, "sigma_launch and sigma_launch_spin must not be negative");
  demand(sigma_legs > 0 && sigma_torso > 0 && sigma_arms > 0 && sigma_head > 0, "sigmas must be positive");
}

TrackOptions paper_options(int clusters, int samples, double elites) {
  TrackOptions options;
  options.weights = {.root_position = 1,
                     .root_rotation = 1,
                     .pose = 1,
                     .balance = 0.1,
                     .orientation = 0,
                     .stable_head = 0,
                     .end_effectors = 0,
                     .slip = 0,
                     .centre_velocity = 0,
                     .root_spin = 0,
                     .spin = 0};
  options.action = ActionKind::kVelocity;
  options.samples = samples;
  options.elites = elites;
  options.survival = 0.6;
  options.knot_frames = 1;
  options.growth = 10;
  options.window = 1'000'000;
  options.iterations = 10;
  options.starts = 1;  // one per cluster
  options.clusters = clusters;
  options.rank_each_step = true;
  options.smoothing = true;
  options.covariance = CovarianceModel::kFull;
  options.inherited = 0;
  options.lost = LostControl::kPaper;
  options.far_effort = 1;
  options.restarts = 0;
  options.patience = 60;
  options.standstill = 60;
  options.sigma_legs = options.sigma_arms = options.sigma_head = 0.8;
  options.sigma_torso = 0.4;
  options.sigma_shoulders = 0.2;
  options.calm = 1;
  options.search_start = false;
  options.velocity_cutoff = 1e3;
  return options;
}

}  // namespace sinew
