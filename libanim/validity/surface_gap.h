#pragma once

#include <span>

#include "libanim/model/take.h"

namespace sinew {

/// Smallest distance between the figure and what surrounds it; negative: depth. Exact for planes, boxes and balls; for
/// height fields as touch_field sees them. Distances beyond `reach` come out as `reach`. (unit: m)
[[nodiscard]] double surface_gap(const Figure& figure, const Scene& scene, std::span<const Transform> world_from_body,
                                 double reach);

/// Depth of the figure in the scene's objects that are there at the record's time; 0 when apart. (unit: m)
[[nodiscard]] double object_depth(const Take& take, const StateRecord& record);

/// How far the figure has to be raised to be out of the ground and boxes: 0 when it is not in them. (unit: m)
[[nodiscard]] double lift_out(const Figure& figure, const Scene& scene, const StateRecord& record);

}  // namespace sinew
