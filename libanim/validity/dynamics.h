#pragma once

#include <vector>

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// What the motion and the forces of a take say of each other. Values belong to the frame after the step.
struct MomentumBalance {
  Spread linear;   ///< |residual| / (body weight x step)
  Spread angular;  ///< |residual about the centre of mass| / (body weight x height x step)
};

/// Per step: the change of momentum of the bodies, from the stored velocities, minus the impulse of gravity, of the
/// stored contact forces, and of the pushes that the scene declares. Motors, stops and joints are internal, and so are
/// contacts between two bodies of the figure; a contact with an object of the scene is external.
///
/// In the integrator's own form: v' = v + h f / m, x' = x + h v'. Then the linear part is exact, and so is the orbital
/// part of the angular one, because x' x v' = x x v'. What remains in the angular part: a body's spin is kept only to
/// second order in its turn per step (ODE's implicit gyroscopic torque), and a joint's two anchors, where they are
/// apart, see its force at two places.
[[nodiscard]] MomentumBalance momentum_balance(const Take& take);

/// The residuals of every step, in the units of MomentumBalance: entry i belongs to frame i + 1.
struct MomentumSeries {
  std::vector<double> linear;
  std::vector<double> angular;
};
[[nodiscard]] MomentumSeries momentum_series(const Take& take);

/// The same from positions alone: acceleration of the centre of mass in an animation, by second differences, minus
/// gravity and the stored forces, as a share of body weight. It amplifies the anchors' gaps and the export's rounding
/// by the square of the frame rate: 1 mm is about 9 % of body weight at 30 Hz.
[[nodiscard]] Spread animation_balance(const Take& take, const Clip& animation);

inline constexpr double kStandardGravity = 9.80665;  ///< for body weight, whatever the scene's gravity (unit: m/s^2)

/// Impulse on the figure in one physics step: of gravity, contacts from outside, and declared pushes.
struct OuterImpulse {
  Vec3 linear = Vec3::Zero();   ///< (unit: N s)
  Vec3 angular = Vec3::Zero();  ///< about the world's origin (unit: N m s)
};

}  // namespace sinew
