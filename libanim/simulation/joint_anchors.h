#pragma once

#include <vector>

#include "libanim/simulation/ode_world.h"
#include "libanim/simulation/spin_prediction.h"

namespace sinew {

/// What holds the figure's bodies together: a ball joint of ODE's at every joint of the figure, set anew for each step.
///
/// Left alone, ODE's joints part by half (spin x step)^2 x lever per step, because its rows are linear in the turn: 33
/// mm at 12 rad/s and 1/30 s; and while they are apart, their two equal and opposite forces act at two points, which
/// makes angular momentum out of nothing (20 % in 2 s). Here the force acts at one point, half way between the two
/// anchors, and the row's target velocity closes both the gap that is there (joint_erp of it) and the one that the
/// turns of this step, as far as they can be foreseen, would open.
///
/// ODE takes its target velocity from the distance of two anchors and an ERP. An ERP of kErp makes the distance that
/// stands for a velocity so small that the two anchors are one point.
class JointAnchors {
 public:
  JointAnchors(const Figure& figure, const SimulationOptions& options, OdeWorld& world);

  /// For a state that the world was just restored to. `remainders`: per body.
  void set(const StepFrames& frames, const std::vector<TurnRemainder>& remainders);
  /// Whether the two sides of any anchor are farther apart than the option anchor_tolerance.
  [[nodiscard]] bool apart(const StateRecord& reached) const;

  static constexpr double kErp = 1000;

 private:
  const Figure& figure_;
  const SimulationOptions& options_;
  std::vector<dxJoint*> joints_;
};

}  // namespace sinew
