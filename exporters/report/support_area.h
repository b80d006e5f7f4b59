#pragma once

#include <optional>
#include <span>
#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// A place where the figure touches its surroundings at the end of a frame.
struct SupportPoint {
  int body = 0;
  Vec3 point = Vec3::Zero();  ///< (unit: m)
  double pressure = 0;        ///< normal force (unit: body weights)
};

/// What carries the figure in a frame: the contacts of the frame's last physics step.
struct SupportArea {
  std::vector<SupportPoint> points;
  std::vector<Vec3> polygon;            ///< around the points that press on something below, see convex_outline
  std::optional<Vec3> pressure_centre;  ///< mean of these, weighted by their vertical forces
};

/// Touches below 0.1 % of body weight are left out: those are gaps that the solver closes ahead of time. A point
/// presses on something below when its normal is within 60 degrees of upright. Frame 0 has no contacts: no step led to
/// it.
[[nodiscard]] SupportArea support_area(const Take& take, int frame);

/// The corners of the smallest convex polygon around points, seen from above, counter-clockwise about y; each at its
/// own height. Of points in a line the two ends, and nothing for no points.
[[nodiscard]] std::vector<Vec3> convex_outline(std::span<const Vec3> points);

}  // namespace sinew
