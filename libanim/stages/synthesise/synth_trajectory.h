#pragma once

#include <Eigen/Core>

#include <vector>

#include "libanim/optimisation/block_tridiagonal.h"
#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// A moment of the motion on the cost's grid.
struct SampleTime {
  int phase = 0;  ///< 0 to K - 1
  double u = 0;   ///< place in the phase, 0 to 1
};

/// The solution vector (App. A, eq. 13) and the splines that it stands for.
///
/// The start is given, so that there are K blocks, one per phase: the places (p, r) of all tracks at the phase's end,
/// their derivatives there divided by kVelocityScale, and s of all contacts in the phase (c = s^2). A sample in phase k
/// depends on the blocks k - 1 and k only.
///
/// The paper's phases are all as long, and it leaves their durations to future work (section 6). Here they can be
/// variables too, the last of each block: tau_k with h_k = phase_time exp(tau_k). A sample keeps its place u in its
/// phase, so that the chain of blocks stays one.
class SynthTrajectory {
 public:
  /// A unit of velocity moves a spline by 0.07 m (phases of 0.5 s), a unit of place by 1 m. For L-BFGS, which starts
  /// from a multiple of the identity, 5 brings both to about the same; 20 fails (measured in a trial).
  static constexpr double kVelocityScale = 5;

  explicit SynthTrajectory(const SynthScene& scene, bool durations = false);

  [[nodiscard]] int block() const { return 12 * index_.tracks + index_.contacts + (durations_ ? 1 : 0); }
  [[nodiscard]] int size() const { return phases_ * block(); }
  [[nodiscard]] int phases() const { return phases_; }
  [[nodiscard]] const SampleIndex& index() const { return index_; }

  /// Everything stays where it starts, c = 1.
  [[nodiscard]] Eigen::VectorXd still() const;

  [[nodiscard]] int contact_variable(int phase, int contact) const {
    return phase * block() + 12 * index_.tracks + contact;
  }
  [[nodiscard]] bool has_durations() const { return durations_; }
  [[nodiscard]] int duration_variable(int phase) const { return (phase + 1) * block() - 1; }
  [[nodiscard]] double duration(const Eigen::VectorXd& x, int phase) const;  ///< of a phase (unit: s)
  /// "phase 3, track 2, velocity y": what a variable means, for messages of tests.
  [[nodiscard]] std::string variable_name(int variable) const;

  /// Of phases that are all as long.
  [[nodiscard]] SampleTime at(double time) const;
  [[nodiscard]] SampleTime end() const { return {phases_ - 1, 1}; }
  void sample(const Eigen::VectorXd& x, const SampleTime& when, SampleState& state) const;

  /// Adds a sample's gradient (and matrix) to those of the solution vector.
  void pull_back(const Eigen::VectorXd& x, const SampleTime& when, SampleCost& cost, Eigen::VectorXd& gradient,
                 BlockTridiagonal* hessian) const;

  /// Takes the contact variables out of a gradient (and matrix): a step leaves them as they are.
  void hold_contacts(Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const;
  /// The same for the durations.
  void hold_durations(Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const;

  [[nodiscard]] SynthMotion motion(const Eigen::VectorXd& x) const;

 private:
  struct Places;  ///< q, q', q'' of all tracks
  [[nodiscard]] Places places(const Eigen::VectorXd& x, const SampleTime& when) const;
  [[nodiscard]] Places combined(const Eigen::VectorXd& x, int phase, const Eigen::Matrix<double, 3, 4>& basis) const;
  void to_spline_variables(const Places& places, SampleCost& cost) const;
  void pull_back_duration(const Eigen::VectorXd& x, const SampleTime& when, const SampleCost& cost,
                          const Eigen::Matrix<double, 3, 4>& basis, Eigen::VectorXd& gradient,
                          BlockTridiagonal* hessian) const;
  void hold(int first, int count, Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const;

  const SynthScene& scene_;
  SampleIndex index_;
  int phases_;
  double phase_time_;
  bool durations_;
  Eigen::VectorXd start_;  ///< the block before the first, without contacts
};

/// Cubic Hermite: value, first and second derivative in time (rows) as combinations of (q0, q0', q1, q1').
[[nodiscard]] Eigen::Matrix<double, 3, 4> hermite(double u, double duration);
/// Their derivatives by the duration, times the duration.
[[nodiscard]] Eigen::Matrix<double, 3, 4> hermite_by_log_duration(double u, double duration);

}  // namespace sinew
