#pragma once

#include <string>
#include <string_view>

#include "libanim/kinematics/figure_builder.h"

namespace sinew {

/// The whole figure as TOML, to be edited and read again; skeleton joints and bodies go by name. Numbers have full
/// precision, and angles are in radians because degrees would not read back to the same bits; a remark beside them
/// has the degrees.
[[nodiscard]] std::string figure_to_toml(const Figure& figure, const Skeleton& skeleton);

/// A figure from a file; `file` is for messages. There are two kinds of file:
///
///  - With an [options] table alone: the figure is built automatically with these options, and with those of `options`
///    for what the file does not say. Keys: mass, density, feet ("box", "capsule"), ankles ("ball", "hinge"),
///    torque_scale, abdomen, neck, clavicles, hands, toes, max_bodies; see FigureOptions.
///  - With [[bodies]]: a complete description, which replaces the automatic figure; `options` have no say. It is what
///    figure_to_toml writes. In place of `lower` and `upper` a joint may have `lower_deg` and `upper_deg`.
///
/// Errors (kAsset) name file, line, key and what was expected: an unknown key, a joint that the character does not
/// have, a rule of Figure::validate, or anchors that lie more than kSamePlace from their skeleton joints, as they do
/// when the file was made for another character.
[[nodiscard]] BuiltFigure figure_from_toml(std::string_view text, std::string_view file, const Character& character,
                                           const FigureOptions& options = {});

inline constexpr double kSamePlace = 1e-3;  ///< (unit: m)

}  // namespace sinew
