#pragma once

#include <optional>
#include <span>

#include "libanim/kinematics/anatomy_humanoid.h"
#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

// Where a bone without a next joint ends: at an end site or tip joint, else where the skin ends, else where a person of
// that size has it. All in the rest pose, world (unit: m).

/// A tip joint directly below `joint` (end site, nub), at a distance worth the name.
[[nodiscard]] std::optional<Vec3> tip_joint(const Rig& rig, int joint);

/// How far the joints and the skin reach from a point in a direction; 0 when nothing lies that way.
[[nodiscard]] double reach_along(const Rig& rig, std::span<const int> joints, const Vec3& from, const Vec3& direction);

/// Body height that goes with the legs' length: thigh 0.245, shank 0.246 of it (Drillis and Contini 1966).
[[nodiscard]] double height_from_legs(const Rig& rig, const HumanoidJoints& found);

[[nodiscard]] Vec3 head_top(const Rig& rig, const HumanoidJoints& found);
[[nodiscard]] Vec3 foot_tip(const Rig& rig, const HumanoidJoints& found, const LimbJoints& leg);

/// Fingertips, on the line from elbow to wrist.
[[nodiscard]] Vec3 hand_tip(const Rig& rig, const HumanoidJoints& found, const LimbJoints& arm);

/// End of a creature's last bone; `onward` is where its parent's bone points and how long that is.
[[nodiscard]] Vec3 leaf_tip(const Rig& rig, std::span<const int> joints, int joint, const Vec3& onward);

}  // namespace sinew
