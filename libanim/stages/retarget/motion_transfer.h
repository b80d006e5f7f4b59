#pragma once

#include <span>
#include <vector>

#include "libanim/model/clip.h"
#include "libanim/stages/retarget/joint_drivers.h"

namespace sinew {

/// The motion without any correction: what every driven joint has turned, and where the hips are.
struct CarriedMotion {
  std::vector<std::vector<Quat>> turns;          ///< [frame][driver], since the target's rest pose, in the world
  std::vector<Vec3> hips;                        ///< of the target (unit: m)
  std::vector<std::vector<Vec3>> source_points;  ///< [point][frame] of the source's contact points (unit: m)
  std::vector<double> lowest_of_trunk;           ///< of the source (unit: m)
  std::vector<double> lowest_of_arms;            ///< of the source (unit: m)
};

[[nodiscard]] CarriedMotion carry_motion(const RetargetRig& source, const Clip& clip, const RetargetRig& target,
                                         std::span<const JointDriver> drivers, double root_scale);

}  // namespace sinew
