#pragma once

#include <vector>

#include "exporters/report/contact_sheet.h"

namespace sinew {

/// Where the parts of a sheet are (unit: pixels).
struct SheetLayout {
  double unit = 1;  ///< scale of texts and lines, 1 for 1920 x 1280, at least 0.5
  int header = 0;   ///< height of the title above
  int plots = 0;    ///< height of the plots below
  int columns = 1;
  int rows = 1;
  int cell_width = 0;
  int cell_height = 0;
  int gap = 0;   ///< around and between cells
  int left = 0;  ///< of the first cell

  [[nodiscard]] int cell_x(int cell) const { return left + cell % columns * (cell_width + gap); }
  [[nodiscard]] int cell_y(int cell) const { return header + cell / columns * (cell_height + gap); }
};

/// The grid that shows standing figures largest.
[[nodiscard]] SheetLayout sheet_layout(const SheetOptions& options, int cells);

/// `count` frames of 0 .. `frames` - 1, evenly spaced with first and last; all when there are fewer.
[[nodiscard]] std::vector<int> spaced_frames(int frames, int count);

}  // namespace sinew
