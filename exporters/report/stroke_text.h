#pragma once

#include <string_view>

#include "exporters/report/canvas.h"

namespace sinew {

/// Letters as lines on a grid of our own: ASCII letters, digits and the usual signs. Any other character is a box.
/// `size` is the height of a capital letter (unit: pixels).
[[nodiscard]] double text_width(std::string_view text, double size);

enum class TextAnchor { kLeft, kMiddle, kRight };

/// How a text looks.
struct TextStyle {
  double size = 10;
  Rgb colour;
  TextAnchor anchor = TextAnchor::kLeft;
  double weight = 0.14;  ///< thickness of the lines as a share of the size
};

/// Writes a line of text over everything; (x, y) is on its base line.
void write_text(Canvas& canvas, double x, double y, std::string_view text, const TextStyle& style);

}  // namespace sinew
