#pragma once

#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// What the surroundings do to one body of the figure, mean over the physics steps of a frame.
struct OuterForce {
  int body = 0;
  Vec3 point = Vec3::Zero();  ///< mean of the contact points, weighted by their forces (unit: m)
  Vec3 force = Vec3::Zero();  ///< (unit: body weights)
};

/// Contacts with ground, boxes and objects, one entry per body that has any, in the order of bodies. Frame 0 has none:
/// no step led to it. Contacts within the figure are left out.
[[nodiscard]] std::vector<OuterForce> outer_forces(const Take& take, int frame);

}  // namespace sinew
