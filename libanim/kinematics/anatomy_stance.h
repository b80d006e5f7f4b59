#pragma once

#include <span>

#include "libanim/kinematics/anatomy_humanoid.h"
#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

/// World_from_figure of joints in some pose: up is the world's where the trunk is within 45 degrees of it, else the
/// trunk's own direction (a rest pose that lies down).
[[nodiscard]] Quat humanoid_facing(const Rig& rig, const HumanoidJoints& found, std::span<const Transform> world);

/// The trunk is within 45 degrees of upright.
[[nodiscard]] bool stands(const HumanoidJoints& found, std::span<const Transform> world);

/// The feet of a standing rest pose point against where `found` has the left: the names lie, or there were none.
[[nodiscard]] bool sides_are_swapped(const Rig& rig, const HumanoidJoints& found);

/// Sets `neutral` of all bodies of a humanoid.
///
/// Bones are led to where they hang in a standing person, from parent to child and each by the smallest turn, which is
/// what a T-pose, an A-pose and one with hanging arms have in common. Where a knee or elbow is bent by more than 10
/// degrees in the rest pose, the plane of its bend decides how the limb is turned about its own length. A foot that
/// stands in the rest pose stays as it is, unless it is bare and rolls with a splayed leg; skin levels the sole. The
/// skin's bind pose stands in for a rest pose that differs from it (a frame of some animation). Limits: a straight limb
/// in a rest pose that is none says nothing about its flexion axis; then the customs of modelling programs decide.
void set_humanoid_stance(const Rig& rig, const HumanoidJoints& found, Anatomy& anatomy);

/// Highest to lowest point of skin, joints and bone ends in the neutral stance (unit: m).
[[nodiscard]] double stance_height(const Rig& rig, const Anatomy& anatomy);

/// Where a point of the rest pose that is fixed to a body comes to lie in the neutral stance; the root's joint stays.
[[nodiscard]] Vec3 in_stance(const Anatomy& anatomy, int body, const Vec3& rest_point);

}  // namespace sinew
