#pragma once

#include <vector>

#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

/// Left and right of any creature in its rest pose.
struct Symmetry {
  std::vector<int> pair;           ///< per joint: the one on the other side, itself on the plane, -1 for none
  Vec3 left = Vec3::UnitX();       ///< normal of the mirror plane, unit, level
  double offset = 0;               ///< plane: left . p = offset (unit: m)
  Quat facing = Quat::Identity();  ///< world_from_figure: x left, y up, z ahead
};

/// The mirror plane from pairs of names, else by trying the world's planes; pairs from names and from mirrored places.
/// Ahead is where the head is from the root (a snake's root is its head: away from its tail); without a head the names
/// of the sides decide, else +z.
[[nodiscard]] Symmetry find_symmetry(const Rig& rig, int root);

}  // namespace sinew
