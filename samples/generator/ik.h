#pragma once

#include "libanim/math/transform.h"

namespace sinew::samples {

/// A limb of two bones in the rest pose, where all rotations are identity.
struct TwoBoneLimb {
  Vec3 upper;  ///< from the first joint to the hinge
  Vec3 lower;  ///< from the hinge to the end
  Vec3 hinge;  ///< axis about which the lower bone turns in the positive sense when the limb bends
};

/// World rotations of both bones, and how far the end stays from its target (0 when it can be reached).
struct TwoBonePose {
  Quat upper;
  Quat lower;
  double miss = 0;  ///< (unit: m)
};

/// Puts the limb's end on `target`, with its first joint at `start` and the hinge towards `pole` (a direction in the
/// world). The limb is never straighter than `min_bend` (unit: rad).
[[nodiscard]] TwoBonePose solve_two_bone(const TwoBoneLimb& limb, const Vec3& start, const Vec3& target,
                                         const Vec3& pole, double min_bend);

}  // namespace sinew::samples
