#pragma once

#include <vector>

#include "libanim/model/control.h"
#include "libanim/simulation/step_frames.h"

namespace sinew {

/// What a body's turn does to a vector fixed in it within a step, beyond what the solver's linear rows see:
/// (exp([t]) - 1 - [t]) r for the turn t = spin x step.
class TurnRemainder {
 public:
  TurnRemainder() = default;
  TurnRemainder(const Vec3& spin, double step);
  [[nodiscard]] Vec3 operator()(const Vec3& r) const {
    const Vec3 across = turn_.cross(r);
    return sine_ * across + cosine_ * turn_.cross(across);
  }

 private:
  Vec3 turn_ = Vec3::Zero();
  double sine_ = 0;    ///< sin a / a - 1
  double cosine_ = 0;  ///< (1 - cos a) / a^2
};

/// Guesses the angular velocities at the end of a step: the root keeps its own, and every joint reaches the velocity
/// that its motor is told, as far as the torque can turn the child alone. The guess only serves to keep joints
/// together (JointAnchors, JointMotors): where it is wrong, the gap that opens is closed in the next step.
class SpinPrediction {
 public:
  SpinPrediction(const Figure& figure, double step);

  /// Per body of the figure.
  void predict(const Control& control, const StepFrames& frames);
  /// Takes the angular velocities of a state that a first try has reached.
  void learn(const StateRecord& reached);
  [[nodiscard]] const std::vector<TurnRemainder>& remainders() const { return remainders_; }

 private:
  void update();

  const Figure& figure_;
  double step_;
  std::vector<Vec3> response_;  ///< per joint: change of speed about x, y, z per torque in one step (unit: rad/s / N m)
  std::vector<Vec3> spins_;
  std::vector<TurnRemainder> remainders_;
};

}  // namespace sinew
