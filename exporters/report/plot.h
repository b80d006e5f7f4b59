#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exporters/report/camera.h"

namespace sinew {

/// A quantity over time.
struct Plot {
  std::string title;
  std::vector<double> values;   ///< not negative; value i is at `start` + i / `rate`
  double start = 0;             ///< (unit: s)
  double rate = 30;             ///< (unit: Hz)
  double duration = 1;          ///< of the whole axis, from 0 (unit: s)
  std::vector<double> marks;    ///< times with a mark on the axis (unit: s)
  std::optional<double> level;  ///< a line that means something, drawn when it is in range
  double least_top = 0;         ///< the axis reaches at least this high
  Rgb colour;
};

/// Steps of 1, 2 or 5 times a power of ten, at most `count` of them up to `top`; `top` is positive.
[[nodiscard]] double tick_step(double top, int count);

/// `unit`: a scale for texts and lines, 1 for a sheet of 1920 pixels.
void draw_plot(Canvas& canvas, const ScreenBox& box, const Plot& plot, double unit);

}  // namespace sinew
