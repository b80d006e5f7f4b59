#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_terms.h"
#include "libanim/stages/synthesise/synth_trajectory.h"

namespace sinew {

/// Which parts of L (eq. 1) count.
struct SynthParts {
  bool contact = true;
  bool dynamics = true;
  bool body = true;  ///< limb length, limits of joints, penetration
  bool effort = true;
  bool goals = true;
  bool hint = false;
};

/// L(s): the sum of the terms over the samples, which lie in the middles of equal parts of each phase (the acceleration
/// of a cubic Hermite spline jumps at the knots). Running terms are means over a phase's samples times `kPerPhase`, so
/// that a finer grid does not change the balance against the goals. Limbs and penetration can have a grid of their own,
/// `body_grid` times as fine: a quick foot crosses 10 cm between two samples.
class SynthObjective {
 public:
  static constexpr double kPerPhase = 5;  ///< samples per phase of the paper, whose sum the weights are made for

  SynthObjective(const SynthScene& scene, const SynthTrajectory& trajectory, int samples_per_phase, int body_grid);

  SynthWeights weights;
  SynthParts parts;
  bool contacts_decided = false;  ///< their variables are no longer variables
  bool durations_held = false;    ///< nor are those, where the trajectory has them

  [[nodiscard]] double operator()(const Eigen::VectorXd& x, Eigen::VectorXd* gradient, BlockTridiagonal* hessian);

  /// Largest force of each contact in each phase (rows: contacts), in weights of the lighter body that it acts on.
  [[nodiscard]] Eigen::MatrixXd carried(const Eigen::VectorXd& x);

  [[nodiscard]] long evaluations() const { return evaluations_; }

 private:
  struct Sample {
    SampleTime when;
    double weight = 1;
    bool running = true;  ///< contacts, dynamics, effort, hint
    bool body = true;     ///< limbs and penetration
    std::vector<const SynthGoal*> goals;
    ContactQpStart start;
  };
  void add_terms(Sample& sample, SampleCost& cost);
  [[nodiscard]] double duration_terms(const Eigen::VectorXd& x, Eigen::VectorXd* gradient,
                                      BlockTridiagonal* hessian) const;

  const SynthScene& scene_;
  const SynthTrajectory& trajectory_;
  DynamicsTerm dynamics_;
  std::vector<Sample> samples_;
  SampleState state_;
  SampleCost first_order_;
  SampleCost second_order_;
  long evaluations_ = 0;
};

}  // namespace sinew
