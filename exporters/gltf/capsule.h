#pragma once

#include "libanim/model/character.h"

namespace sinew {

/// Two spheres and the cone that touches both; the spheres may coincide, but neither contains the other otherwise.
struct Capsule {
  Vec3 start = Vec3::Zero();
  Vec3 end = Vec3::Zero();
  double start_radius = 0;
  double end_radius = 0;
};

/// Adds its surface with smooth normals to a primitive, bound to one joint with weight 1: 7 segments around, 56
/// triangles (42 for a sphere).
void append_capsule(Primitive& primitive, const Capsule& capsule, int joint);

}  // namespace sinew
