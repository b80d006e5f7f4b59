#pragma once

#include <string_view>

namespace sinew {

/// Metres per unit for "m", "dm", "cm", "mm", "inch" ("in"), "ft", "cmu" (1/0.45 inch), or a plain number of metres.
/// Throws Error (kUsage).
[[nodiscard]] double parse_unit(std::string_view text);

/// 'X', 'Y' or 'Z' from "x", "Y", "z-up" and the like; lower case for a negated axis ("-Z"). Throws Error (kUsage).
[[nodiscard]] char parse_up(std::string_view text);

/// Seconds from "90", "90s", "5m", "1.5h". Throws Error (kUsage), also when it is not positive.
[[nodiscard]] double parse_duration(std::string_view text);

/// A part of a clip, as --crop says it.
struct CropRange {
  double first = 0;  ///< seconds, or frames
  double last = 0;   ///< the same; infinity = to the end
  bool in_frames = false;
};

/// "1.5:3" (seconds), "1.5:" (to the end), ":3", "30f:120f" (frames, both included). Throws Error (kUsage).
[[nodiscard]] CropRange parse_crop(std::string_view text);

}  // namespace sinew
