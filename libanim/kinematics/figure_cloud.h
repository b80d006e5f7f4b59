#pragma once

#include <vector>

#include "libanim/kinematics/anatomy.h"
#include "libanim/model/character.h"

namespace sinew {

/// A vertex of the skin in the rest pose: where it is in the world, and how much of the surface it stands for (a third
/// of the triangles around it). Weighing by area makes a fit independent of how finely a part is meshed.
struct SkinPoint {
  Vec3 position = Vec3::Zero();  ///< (unit: m)
  double area = 0;               ///< (unit: m^2)
  int joint = 0;                 ///< skeleton joint with the largest weight
};

/// For each body the vertices of which it has most of the weights. Joints that no body names count for the nearest body
/// above them.
///
/// Of trunk and limbs only those that follow the bone itself or a joint close to it (twist joints): capes, skirts,
/// wings, shields and swords hang on joints of their own. Where the bone itself has hardly any skin, all count.
[[nodiscard]] std::vector<std::vector<SkinPoint>> skin_clouds(const Character& character, const Anatomy& anatomy);

}  // namespace sinew
