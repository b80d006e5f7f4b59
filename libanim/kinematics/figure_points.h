#pragma once

#include <span>
#include <vector>

#include "libanim/kinematics/figure_fit.h"
#include "libanim/kinematics/figure_frames.h"

namespace sinew {

/// The figure's contact points; `position` is still in the world of the rest pose.
///  - Humanoids: "left_heel", "left_ball" (the toes' base) and "left_toe" on the sole's middle line, "left_hand" at the
///    far end of the hand or forearm, "head" on its top; the same on the right.
///  - Creatures: under the middle of a flat paw, at the tip of a steep one, under the name of the body; the far end of
///  a
///    head. One that has no paws (a snake, a fish) touches the ground with every body: the lowest point of each.
[[nodiscard]] std::vector<FigureContactPoint> rest_contact_points(const Anatomy& anatomy,
                                                                  std::span<const BoneFrame> frames,
                                                                  std::span<const BoneShape> shapes);

}  // namespace sinew
