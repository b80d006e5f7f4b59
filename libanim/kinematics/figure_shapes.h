#pragma once

#include <span>
#include <vector>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/kinematics/figure_fit.h"
#include "libanim/kinematics/figure_frames.h"

namespace sinew {

/// One shape per body, in its bone's shape axes. Left and right are fitted together, on the points of both, and so are
/// the two halves of a central body: sizes of mirrored bodies are equal to the last bit.
///
///  - Limbs and tails are capsules from joint to joint, caps centred in the joints; before a sole the capsule ends in
///    the joint, at a limb's tip where the skin ends. Radius: the median distance of the skin from the bone.
///  - Soles are boxes (or capsules): level in the neutral stance, as low as the skin's lowest part, from heel to toe.
///  - Trunks and hands are the box or capsule, heads the sphere or capsule that fits best.
///
/// Without skin, thickness is that of an average adult (Gordon et al. 1989, men and women) of the figure's height.
[[nodiscard]] std::vector<BoneShape> fit_shapes(const Character& character, const Anatomy& anatomy,
                                                std::span<const BoneFrame> frames, FootShape feet);

/// A bone's shape in the rest pose; `body_from_shape` is still world_from_shape.
[[nodiscard]] FigureShape shape_in_world(const BoneShape& shape, const BoneFrame& frame);

}  // namespace sinew
