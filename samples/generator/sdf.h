#pragma once

#include <span>

#include "libanim/math/transform.h"

namespace sinew::samples {

/// A thick line: a capsule from `a` to `b` whose radius goes from `radius_a` to `radius_b`, stretched along the
/// axes about its own middle (a line of no length and different stretches is an ellipsoid).
struct Shape {
  Vec3 a, b;
  double radius_a, radius_b;
  Vec3 stretch = Vec3::Ones();
  double blend = 0.03;  ///< width over which it melts into the shapes before it (unit: m)
};

/// Negative inside the melted union of the shapes above the ground plane y = 0; near the surface about the
/// distance to it (unit: m).
[[nodiscard]] double body_field(std::span<const Shape> shapes, const Vec3& point);

/// Direction of steepest ascent of the field, of length 1: the surface's normal.
[[nodiscard]] Vec3 body_normal(std::span<const Shape> shapes, const Vec3& point);

}  // namespace sinew::samples
