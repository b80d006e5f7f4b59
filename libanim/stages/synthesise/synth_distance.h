#pragma once

#include "libanim/math/transform.h"

namespace sinew {

/// Signed distance of a point from a solid, and the outward direction in which it grows.
struct SignedDistance {
  double distance = 0;  ///< negative inside (unit: m)
  Vec3 normal = Vec3::UnitY();
};

[[nodiscard]] SignedDistance distance_to_plane(const Vec3& point, const Vec3& on_plane, const Vec3& normal);

/// A box around the origin of its frame; `point` and the normal are in that frame.
[[nodiscard]] SignedDistance distance_to_box(const Vec3& point, const Vec3& half);

/// Closest places of two segments, as shares of their lengths.
struct SegmentPair {
  double s = 0;
  double t = 0;
};
[[nodiscard]] SegmentPair closest_on_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace sinew
