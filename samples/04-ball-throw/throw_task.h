#pragma once

#include <vector>

#include "libanim/optimisation/kd_sampler.h"
#include "samples/04-ball-throw/ball_flight.h"

namespace sinew::samples {

/// What a throw is to do.
enum class ThrowGoal {
  kClosest,  ///< pass the target as closely as possible, whenever that is
  kAtTime,   ///< be at the target at a given time
};

/// The two-dimensional example of Hämäläinen et al. (2014), section 3.2: x = (angle, speed), f = exp(-d^2 /
/// tolerance^2) with the distance d from the target.
struct ThrowTask {
  Room room = example_room();
  ThrowGoal goal = ThrowGoal::kClosest;
  Eigen::Vector2d target{6, 0.5};
  double time = 1.6;       ///< when the ball is to be there (unit: s)
  double duration = 2;     ///< of a throw (unit: s)
  double tolerance = 0.5;  ///< (unit: m)

  [[nodiscard]] Eigen::Vector2d lower() const { return {0, 2}; }
  [[nodiscard]] Eigen::Vector2d upper() const { return {3.141592653589793, 14}; }
  [[nodiscard]] std::vector<Flight> way(const Eigen::VectorXd& x) const {
    return throw_ball(room, x[1], x[0], duration);
  }
  [[nodiscard]] double distance(const Eigen::VectorXd& x) const;
  [[nodiscard]] double log_fitness(const Eigen::VectorXd& x) const;
};

/// The target's way through the room: down behind the block, up under the shelf, over it, back over the block. One
/// round in 100 steps, a decimetre per step.
[[nodiscard]] Eigen::Vector2d moving_target(int step);

/// The smallest distance that any throw reaches: a grid of cells x cells points, and a search around the best forty.
[[nodiscard]] double optimal_distance(const ThrowTask& task, int cells);

/// One time step of the sampler for a task: guesses are the best throw so far, if there is one, and a share of uniform
/// ones. Returns the distance of the best throw.
double throw_step(KdSampler& sampler, const KdSamplerOptions& options, double uniform_share, const ThrowTask& task,
                  const Rng& rng);

}  // namespace sinew::samples
