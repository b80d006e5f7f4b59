#pragma once

#include <array>
#include <span>
#include <vector>

#include "libanim/kinematics/anatomy.h"

namespace sinew {

/// Largest torques about x, y, z of the joint above each body; the root's are zero (unit: N m).
///
/// Humanoids: peak torques of a strong adult of kAdultMass and kAdultHeight (see the source), times mass x height of
/// the figure over that of the adult, as Anderson et al. 2007 scale theirs.
///
/// Creatures: what it takes to hold the figure against gravity, kReserve times over:
///   hold  = g x sum of (mass x distance from the joint) of everything beyond it: the limb stretched out level;
///   carry = g x M x 2 / legs x reach / 2, for a leg: two of its legs carry the weight M (of eight legs: four carry
///           half each), with the load at half the stretched length of the leg from the joint;
///   y, z: kReserve x max(hold, carry); twist: half of that.
inline constexpr double kAdultMass = 75;
inline constexpr double kAdultHeight = 1.75;
inline constexpr double kReserve = 2;
[[nodiscard]] std::vector<std::array<double, 3>> torque_limits(const Anatomy& anatomy, std::span<const double> masses,
                                                               std::span<const Vec3> mass_centres);

}  // namespace sinew
