#include "exporters/report/sheet_layout.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// What a cell should show around a person who strides (unit: m).
constexpr double kViewWidth = 1.9;
constexpr double kViewHeight = 2.2;
// Digits are 5 pixels high then, about the least that can be read.
constexpr double kLeastUnit = 0.5;

int rows_for(int cells, int columns) { return (cells + columns - 1) / columns; }

int part_of(int whole, int gap, int count) { return std::max(1, (whole - gap * (count + 1)) / count); }

}  // namespace

SheetLayout sheet_layout(const SheetOptions& options, int cells) {
  SheetLayout layout;
  layout.unit = std::max(kLeastUnit, std::min(options.width / 1920.0, options.height / 1280.0));
  const auto pixels = [&](double size) { return static_cast<int>(std::lround(size * layout.unit)); };
  layout.header = pixels(92);
  layout.plots = pixels(224);
  layout.gap = std::max(1, pixels(8));
  // The header has its own room above the first row of cells.
  const int grid_height = options.height - layout.header - layout.plots + layout.gap;
  double best = 0;
  for (int columns = 1; columns <= cells; ++columns) {
    const int rows = rows_for(cells, columns);
    const int width = part_of(options.width, layout.gap, columns);
    const int height = part_of(grid_height, layout.gap, rows);
    const double scale = std::min(width / kViewWidth, height / kViewHeight);
    if (scale <= best) continue;
    best = scale;
    layout.columns = columns;
    layout.rows = rows;
    layout.cell_width = width;
    layout.cell_height = height;
  }
  const int used = layout.columns * (layout.cell_width + layout.gap) - layout.gap;
  layout.left = (options.width - used) / 2;
  return layout;
}

std::vector<int> spaced_frames(int frames, int count) {
  std::vector<int> result;
  const int shown = std::min(frames, count);
  for (int i = 0; i < shown; ++i) {
    const double share = shown > 1 ? static_cast<double>(i) / (shown - 1) : 0;
    result.push_back(static_cast<int>(std::lround(share * (frames - 1))));
  }
  return result;
}

}  // namespace sinew
