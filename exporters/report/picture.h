#pragma once

#include <cstdint>
#include <vector>

#include "libanim/support/bytes.h"

namespace sinew {

/// A colour as a screen shows it (sRGB), 0 to 1.
struct Rgb {
  float r = 0;
  float g = 0;
  float b = 0;

  bool operator==(const Rgb&) const = default;
};

/// `share` of `b`, the rest of `a`.
[[nodiscard]] inline Rgb mix(const Rgb& a, const Rgb& b, double share) {
  const auto s = static_cast<float>(share);
  return {a.r + s * (b.r - a.r), a.g + s * (b.g - a.g), a.b + s * (b.b - a.b)};
}
[[nodiscard]] inline Rgb scaled(const Rgb& colour, double factor) { return mix({}, colour, factor); }

/// Pixels in rows from the top, three bytes each.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  Picture() = default;
  Picture(int picture_width, int picture_height, const Rgb& colour);

  [[nodiscard]] Rgb at(int x, int y) const;
  void set(int x, int y, const Rgb& colour);
  /// Copies a picture to (x, y); what lies outside is cut off.
  void paste(const Picture& part, int x, int y);
};

/// As a PNG file: 8 bits per channel, no alpha, no times; equal pictures give equal bytes.
[[nodiscard]] Bytes encode_png(const Picture& picture);

}  // namespace sinew
