#pragma once

#include <array>
#include <vector>

#include "libanim/model/figure.h"

namespace sinew {

/// Triangles with smooth normals, counter-clockwise seen from outside.
struct ShapeSurface {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;  ///< one per position
  std::vector<std::array<int, 3>> triangles;
};

/// Adds the surface of a shape. Round parts have 24 segments around: the surface is nowhere more than 1 % of the radius
/// inside of the true one.
void append_surface(ShapeSurface& surface, const FigureShape& shape, const Transform& world_from_shape);

}  // namespace sinew
