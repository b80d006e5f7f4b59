#pragma once

#include <vector>

#include "libanim/stages/retarget/limb_plants.h"
#include "libanim/stages/retarget/target_pose.h"

namespace sinew {

/// Moves a limb's end by a frame's correction: turns the two bones, the end and the toes. `turns` are those of the
/// driven joints, `world` the pose that they give. Returns the distance that a straight limb left (unit: m).
double apply_correction(const RetargetRig& target, const TargetPose& pose, const Limb& limb,
                        const LimbCorrection& correction, int frame, std::span<const Transform> world,
                        std::span<Quat> turns);

/// Whether every joint of the limb is driven.
[[nodiscard]] bool is_driven(const RetargetRig& target, const TargetPose& pose, const Limb& limb);

}  // namespace sinew
