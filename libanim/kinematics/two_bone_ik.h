#pragma once

#include "libanim/math/transform.h"

namespace sinew {

/// Two bones from `root` over `middle` to `end`, in the world (hip, knee, ankle; shoulder, elbow, wrist).
struct TwoBones {
  Vec3 root = Vec3::Zero();
  Vec3 middle = Vec3::Zero();
  Vec3 end = Vec3::Zero();
};

/// World rotations that the two bones have to make; premultiply them to the bones' world rotations.
struct TwoBoneTurn {
  Quat upper = Quat::Identity();
  Quat lower = Quat::Identity();
  Vec3 reached = Vec3::Zero();  ///< where the end is then
};

/// Share of the bones' summed length from which on the reach is softened: a stretched limb would snap straight as the
/// target leaves, and its middle joint would pop. Between this share and infinity the distance goes asymptotically to
/// the full length.
inline constexpr double kSoftReach = 0.97;

/// Brings the end to a target, analytically: the law of cosines gives the bend, the bend plane stays the one the bones
/// are in. `bend_axis` (the direction about which the lower bone flexes, in the world) decides where they are straight.
[[nodiscard]] TwoBoneTurn two_bone_ik(const TwoBones& bones, const Vec3& target, const Vec3& bend_axis);

/// The same for a limb that is corrected a little: up to the stretch that the bones have now nothing is softened, so
/// that a limb which needs no correction gets none.
[[nodiscard]] TwoBoneTurn correct_two_bones(const TwoBones& bones, const Vec3& target, const Vec3& bend_axis);

/// Longest distance from a limb's root to its end that does not stretch it more than it is `now`, or than looks
/// relaxed. `length` is that of the two bones. (unit: m)
[[nodiscard]] double comfortable_reach(double length, double now);

}  // namespace sinew
