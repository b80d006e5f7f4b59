#pragma once

#include "exporters/report/world_painter.h"
#include "libanim/model/take.h"

namespace sinew {

/// Ground with a line every metre, boxes and objects, around a place. Ground farther than kGroundReach fades into the
/// background. A box between the eye and the place is drawn by its edges alone.
void draw_scene(WorldPainter& painter, const Take& take, int frame, const Vec3& place);
inline constexpr double kGroundReach = 9;  ///< (unit: m)

}  // namespace sinew
