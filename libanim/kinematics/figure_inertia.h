#pragma once

#include "libanim/kinematics/figure_fit.h"

namespace sinew {

/// (unit: m^3)
[[nodiscard]] double volume(const BoneShape& shape);

/// Principal moments, along the bone's shape axes, of a shape of unit mass and even density about its centre
/// (unit: m^2).
[[nodiscard]] Vec3 unit_moments(const BoneShape& shape);

/// Principal moments of a body whose centre of mass lies `shift` further along the shape's x axis than the shape's
/// centre. The density is taken to grow linearly along x: that moves the centre of mass without changing the moments
/// about the shape's centre, and the parallel-axis theorem takes shift^2 off across x (unit: m^2, of unit mass).
[[nodiscard]] Vec3 shifted_moments(const BoneShape& shape, double shift);

/// The largest shift that a linear, nowhere negative density can give: a sixth of the shape's extent along x.
[[nodiscard]] double largest_shift(const BoneShape& shape);

/// Moments no smaller than kLeastMomentRatio of the largest, nor than those of a body with the radius of gyration
/// kLeastGyration x scale. A thin limb turns about its own length with next to no inertia; then the rows of its joint
/// and of its motor differ by orders of magnitude in the solver, and rounding becomes spin.
inline constexpr double kLeastMomentRatio = 0.05;
inline constexpr double kLeastGyration = 0.01;
[[nodiscard]] Vec3 with_least_moments(const Vec3& moments, double scale);

}  // namespace sinew
