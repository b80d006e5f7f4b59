#pragma once

#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// 0 below `from`, 1 above `to`, between them 3 t^2 - 2 t^3.
[[nodiscard]] double ramp(double from, double to, double value);

/// Mean over `reach` frames to either side, twice; ends are continued.
void soften(std::vector<double>& values, int reach);

/// Weighted mean with a bell of that width (unit: frames); ends are continued.
void smooth(std::vector<Vec3>& values, double width);
void smooth(std::vector<double>& values, double width);

/// Largest value over `reach` frames to either side.
[[nodiscard]] std::vector<double> largest_around(const std::vector<double>& values, int reach);

}  // namespace sinew
