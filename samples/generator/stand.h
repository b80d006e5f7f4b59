#pragma once

#include "samples/generator/hero_pose.h"

namespace sinew::samples {

/// An arm that hangs at ease.
[[nodiscard]] ArmPose relaxed_arm();

/// The hero standing at ease, feet a little apart and turned out, around the point (0, 0, z).
[[nodiscard]] HeroPose standing_pose(double z = 0);

/// Where the left (0) or right (1) ankle is then.
[[nodiscard]] Vec3 standing_ankle(int side, double z = 0);
inline constexpr double kStandingToeOut = rad(8);

}  // namespace sinew::samples
