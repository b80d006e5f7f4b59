#pragma once

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// Largest difference of the joints, per frame.
struct AnimationMatch {
  Spread position;  ///< world positions (unit: m)
  Spread rotation;  ///< world rotations since the rest pose (unit: rad)
  int joint = -1;   ///< of `expected`'s skeleton: the one with the largest position difference
};

/// Compares two motions joint by joint, joints found by name: `read` may have them in another order, and more of them.
/// What single precision cannot hold so far from the origin (6e-8 of the distance, for up to six joints in a chain) is
/// taken off the position. Throws Error (kAsset) when a joint is missing or the frame grids differ.
[[nodiscard]] AnimationMatch animation_match(const Skeleton& expected_skeleton, const Clip& expected,
                                             const Skeleton& read_skeleton, const Clip& read);

/// The clip on another skeleton with the same joints, found by name.
[[nodiscard]] Clip clip_on(const Skeleton& skeleton, const Skeleton& read_skeleton, const Clip& read);

}  // namespace sinew
