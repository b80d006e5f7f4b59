#pragma once

#include <optional>
#include <span>

namespace sinew {

/// The frames on which an animation is sampled: frame i at start + i / rate, in key time.
struct FrameGrid {
  double start = 0;
  double rate = 30;
  double frames = 1;       ///< a whole number; as double, because a hostile file can ask for any
  bool holds_keys = true;  ///< every key lies on a frame
  double remainder = 0;    ///< time from the last frame to the last key, where that is not a frame (unit: s)
};

/// How far a key may lie from a frame that is meant to be the same (unit: s): keys are stored in single precision
/// and often summed up in it, so 1e-4 s, less at high rates, more late in long clips.
[[nodiscard]] double key_tolerance(double time, double rate);

/// Whether all keys lie on frames of a grid at `rate` from the first key on.
[[nodiscard]] bool grid_holds_keys(std::span<const double> times, double rate);

/// The grid for keys at these times (increasing, at least one). glTF has no frame rate. In this order:
///  1. `rate`, when the user gives one;
///  2. the lowest of 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 240 Hz whose grid holds all keys. Never less than 24:
///     sparse keys are there to be interpolated;
///  3. the same with 24, 30, 60 and 120 divided by 1.001;
///  4. the rate of the median key distance, when its grid holds all keys;
///  5. 60 Hz, with keys between the frames.
[[nodiscard]] FrameGrid choose_grid(std::span<const double> times, std::optional<double> rate);

/// The grid that our exporter wrote beside the keys, when the keys agree with it. A clip of one frame is
/// written as two equal keys.
[[nodiscard]] std::optional<FrameGrid> stated_grid(std::span<const double> times, double frames, double rate);

}  // namespace sinew
