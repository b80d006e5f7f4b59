#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "samples/generator/sdf.h"

namespace sinew::samples {

/// A closed surface of triangles, counter-clockwise seen from outside.
struct Surface {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// From `start` on, grid lines are about `spacing` apart.
struct GridZone {
  double start;
  double spacing;
};

/// Positions of grid lines from the first zone's start to `end`; each zone is divided evenly.
[[nodiscard]] std::vector<double> grid_axis(std::span<const GridZone> zones, double end);

/// The grid lines of `half` (from 0 up) and their mirror images.
[[nodiscard]] std::vector<double> mirrored_axis(std::span<const double> half);

/// The shapes' surface as a naive surface net (Gibson, "Constrained elastic surface nets", 1998): one vertex in
/// each grid cell that the surface crosses, moved onto the surface, one quad (two triangles) for each grid
/// edge that it crosses.
[[nodiscard]] Surface surface_net(std::span<const Shape> shapes, const std::array<std::vector<double>, 3>& axes);

}  // namespace sinew::samples
