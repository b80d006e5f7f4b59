#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/optimisation/kd_sampler.h"
#include "libanim/simulation/rollouts.h"
#include "libanim/stages/refine/smc_problem.h"

namespace sinew {

/// What one frame of the run saw and did: an example for learning.
struct SmcPair {
  int frame = 0;
  StateRecord state;       ///< before the step
  Eigen::VectorXd spline;  ///< the plan: the best found for the horizon ahead (see PlanLayout)
  Control control;         ///< what the motors got
  StateRecord next;        ///< after the step
  double log_fitness = 0;  ///< of the plan
};

/// Algorithm 2 of seed 000 over plans, frame by frame: seed 002, section 5.1.1. In every frame
///   1. kept plans are wound forward,
///   2. guesses are added: random splines through the guide, the previous best, extensions of it,
///   3. the sampler spends its budget, the last part of it around the best,
///   4. the first frame of the best plan is played.
class SmcTracker {
 public:
  /// Begins at a frame of the reference.
  SmcTracker(const SmcProblem& problem, WorldPool& pool, const StateRecord& start, int frame = 0);

  [[nodiscard]] bool done() const { return lost_ || start_.frame >= problem_.steps(); }
  [[nodiscard]] bool lost() const { return lost_; }
  /// Searches a plan and plays its first frames.
  void iterate();

  [[nodiscard]] int frame() const { return start_.frame; }
  [[nodiscard]] std::int64_t steps() const { return simulated_; }
  [[nodiscard]] const StateRecord& first() const { return first_; }
  [[nodiscard]] const std::vector<SmcPair>& pairs() const { return pairs_; }
  [[nodiscard]] const std::vector<StepReport>& reports() const { return reports_; }

 private:
  [[nodiscard]] std::vector<Eigen::VectorXd> guesses(const Rng& rng) const;
  /// What a plan may cost before it is abandoned. It depends on the batches before, not on threads.
  [[nodiscard]] double bearable_cost() const;
  [[nodiscard]] std::vector<double> evaluate(std::span<const Eigen::VectorXd> plans);
  [[nodiscard]] Eigen::VectorXd mean_of_elites() const;
  void play_frame();

  const SmcProblem& problem_;
  WorldPool& pool_;
  KdSampler sampler_;
  StateRecord first_;
  PlanStart start_;
  int searched_ = 0;      ///< frame in which the sampler's plans start
  Eigen::VectorXd best_;  ///< from where the run is now; empty before the first search
  Eigen::VectorXd mean_;  ///< of the elites, likewise
  double best_log_fitness_ = 0;
  std::int64_t simulated_ = 0;
  bool lost_ = false;
  std::vector<SmcPair> pairs_;
  std::vector<StepReport> reports_;
};

/// The figure as the reference starts, out of the ground, with the scene's objects.
[[nodiscard]] StateRecord reference_start(const Take& take, const SmcProblem& problem, const World& world);

}  // namespace sinew
