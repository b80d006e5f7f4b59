#pragma once

#include "libanim/model/figure.h"

namespace sinew {

// Angles of a figure's joint from the relative rotation q of its two bodies, and back; see FigureJoint.

/// Twist about x and the two components of the swing, whatever the joint's kind. At a swing of half a turn, where the
/// twist is open, it is zero.
[[nodiscard]] Vec3 swing_twist_angles(const FigureJoint& joint, const Quat& relative);

/// The same for a ball joint; for a hinge the angle about its axis alone: (0, angle, 0).
[[nodiscard]] Vec3 joint_angles(const FigureJoint& joint, const Quat& relative);
[[nodiscard]] Quat joint_rotation(const FigureJoint& joint, const Vec3& angles);

/// The relative rotation within the joint's limits; a hinge's is also projected on its axis.
[[nodiscard]] Quat clamp_to_limits(const FigureJoint& joint, const Quat& relative);

}  // namespace sinew
