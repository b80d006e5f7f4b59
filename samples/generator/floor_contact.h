#pragma once

#include <functional>

#include "samples/generator/hero_pose.h"

namespace sinew::samples {

/// Where the hero's body meets the floor, by the vertices of its mesh.
class FloorContact {
 public:
  FloorContact();

  /// The posture with its hips at the height at which trunk, head or thighs just touch the floor.
  [[nodiscard]] double resting_hips_height(const Skeleton& hero, HeroPose pose) const;

  /// Height of the ankle of a foot that touches the floor with this rotation, toes straight.
  [[nodiscard]] double resting_ankle_height(int side, const Quat& rotation) const;

 private:
  Character character_;
  std::vector<std::size_t> trunk_;                    ///< vertices
  std::array<std::vector<Vec3>, 2> foot_from_ankle_;  ///< vertices of each foot
};

}  // namespace sinew::samples
