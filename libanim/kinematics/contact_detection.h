#pragma once

#include <span>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// When a material point of a figure counts as planted: near the ground and slow. Height and speed are shares of the
/// figure's height, so that a child and a giant are judged alike. Sources and results are judged by the same values.
///
/// Evidence: in CMU's walk 02_01, run 09_01 and jump 13_11 planted heels, balls and toes move at 0.02 to 0.3 m/s
/// (figures of 1.5 m: 0.2 of the height per second) and swinging ones at 2 to 6 m/s; the change takes 40 to 70 ms, so
/// that any threshold between moves a step's ends by one or two frames of 1/30 s at most. Heights of planted soles vary
/// by 1 to 4 cm, because markers slide, ground drifts and soles are guessed: 0.03 is 4.5 cm here. With 0.02 the walk's
/// last stance is lost to the drift, with 0.05 the run's recovering toes become plants.
struct ContactDetection {
  double height = 0.03;           ///< highest planted point over the ground (unit: figure heights)
  double speed = 0.35;            ///< fastest planted point (unit: figure heights / s)
  double release = 1.3;           ///< a planted point stays planted up to this multiple of both
  double shortest = 0.05;         ///< shorter plants are dropped, shorter gaps closed (unit: s)
  double half_window = 1.0 / 60;  ///< speed is measured over this time to either side, at least one frame (unit: s)

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// Whether one material point is planted, per frame. `positions` are in the world, `ground` is the height of the ground
/// under each of them (unit: m). A point that leaves needs more height or speed than one that comes (release), and
/// flicker shorter than `shortest` is removed, so that one step gives one interval.
[[nodiscard]] std::vector<bool> planted_frames(std::span<const Vec3> positions, std::span<const double> ground,
                                               double frame_rate, double figure_height,
                                               const ContactDetection& detection = {});

/// Speed of a track over the ground by central differences, one-sided at the ends (unit: m/s).
[[nodiscard]] double horizontal_speed(std::span<const Vec3> positions, std::size_t frame, double frame_rate);

}  // namespace sinew
