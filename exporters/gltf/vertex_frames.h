#pragma once

#include <vector>

#include "libanim/model/character.h"

namespace sinew {

/// One unit normal per vertex, the mean of its triangles' normals weighted by area; (0, 1, 0) where it has none.
[[nodiscard]] std::vector<Float3> smooth_normals(const Primitive& primitive);

/// Normals whose length is off by more than 1e-3 are scaled to 1; those without a direction are replaced by smooth
/// ones. Returns how many.
[[nodiscard]] std::size_t repair_normals(Primitive& primitive);

/// The same for tangents, with w = 1 or -1; those without a direction become any direction across the normal.
[[nodiscard]] std::size_t repair_tangents(Primitive& primitive);

/// Computes tangents from a texture coordinate set, as glTF orients them: w * cross(normal, tangent) points
/// against the direction in which v grows. A vertex whose triangles disagree about the handedness (the
/// texture is mirrored there) is doubled, the copy at the end. Returns the number of copies.
std::size_t add_tangents(Primitive& primitive, std::size_t texcoord_set);

}  // namespace sinew
