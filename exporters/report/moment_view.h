#pragma once

#include "exporters/report/sheet_view.h"
#include "libanim/model/take.h"

namespace sinew {

/// A canvas whose samples per pixel are as many as memory allows, three each way at most.
[[nodiscard]] Canvas smooth_canvas(int width, int height, const Rgb& colour);

/// One frame of a take as a camera sees it: surroundings, the result with its shadow, the reference seen through, and
/// the forces of contact. `unit` is a scale for lines, 1 for a sheet of 1920 pixels.
void draw_moment(Canvas& canvas, const Camera& camera, const Take& take, const SheetMotion& motion, int frame,
                 double unit);

}  // namespace sinew
