#pragma once

#include <optional>
#include <span>
#include <vector>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/figure_fit.h"

namespace sinew {

/// Mass of a humanoid of this height: body-mass index 22.5 kg/m^2, the middle of the WHO's normal range, between
/// kShortHuman and kTallHuman. Adults of different height are not scaled copies of each other, but a doll and a
/// giant are: beyond that range mass goes with the cube of height (0.5 m: 2.0 kg; 3 m: 289 kg).
inline constexpr double kBodyMassIndex = 22.5;
inline constexpr double kShortHuman = 1.4;
inline constexpr double kTallHuman = 2.1;
[[nodiscard]] double human_mass(double height);

/// Masses of the bodies. Humanoids: the shares of de Leva 1996 ("Adjustments to Zatsiorsky-Seluyanov's segment inertia
/// parameters", J. Biomechanics 29, mean of women and men); a segment that has no body of its own counts for the body
/// that it is merged with. Tails and other parts that a human does not have come on top of that by volume, before
/// all is scaled to the total. Others: density x volume, scaled to options.mass where that is given. No body has
/// less than kLeastMassShare of the total: the solver's conditioning goes with the ratio of neighbours' masses.
inline constexpr double kLeastMassShare = 1e-3;
[[nodiscard]] std::vector<double> body_masses(const Anatomy& anatomy, std::span<const BoneShape> shapes,
                                              const FigureOptions& options);

/// Where the centre of mass lies, as a share of the bone's length from its start, for the arms and legs of a humanoid
/// (de Leva 1996); nothing for other bodies, whose centre of mass is the middle of their shape.
[[nodiscard]] std::optional<double> mass_centre_share(const Anatomy& anatomy, int body);

}  // namespace sinew
