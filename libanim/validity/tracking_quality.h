#pragma once

#include <vector>

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// How near the result is to the reference. Per frame: the mean over the bodies.
struct TrackingQuality {
  Spread global;          ///< G-MPJPE: distance of body positions in the world (unit: m)
  Spread local;           ///< MPJPE: the same after aligning the root's position and heading (unit: m)
  bool complete = false;  ///< every frame of the reference has a record
  double root_drift = 0;  ///< distance of the root bodies in the last frame (unit: m)
  Spread heading;         ///< turn about the vertical between the root bodies (unit: rad)
  Spread velocity;        ///< difference of body velocities (unit: m/s)
  Spread acceleration;    ///< difference of body accelerations (unit: m/s^2)
};

/// Velocities and accelerations are first and second differences of positions on the frame grid. The heading error is
/// the turn about the vertical that brings the reference's root nearest to the result's: it stays defined when the
/// figure lies or stands on its hands.
[[nodiscard]] TrackingQuality tracking_quality(const Take& take);

/// The distances of every frame that both motions have.
struct TrackingSeries {
  std::vector<double> global;  ///< (unit: m)
  std::vector<double> local;   ///< (unit: m)
};
[[nodiscard]] TrackingSeries tracking_series(const Take& take);

/// Mean norm of body jerk (third differences), result over reference. 1 is as smooth as the source. A reference with
/// less jerk than kLeastJerk counts as having that much: it hardly moves, nobody is as still as that, and such ratios
/// say nothing. Where that is so `comparable` is false, and certificates leave the ratios out.
struct Smoothness {
  double jerk = 0;            ///< of the result, low-passed at 6 Hz (unit: m/s^3)
  double source_jerk = 0;     ///< of the reference, likewise
  bool comparable = true;     ///< the reference moves
  double jerk_ratio = 1;      ///< both low-passed at 6 Hz
  double raw_jerk_ratio = 1;  ///< both as they are
  double source_noise = 1;    ///< reference as it is over reference low-passed: how much of it is noise
  int worst = -1;             ///< frame of the result's largest low-passed jerk
};
inline constexpr double kJerkCutoff = 6;  ///< (unit: Hz)
/// (unit: m/s^3) People who stand quietly, first 0.7 s of CMU's 13_11, 140_01, 77_16, 16_01: 5.5 to 14; walks 60 to 90;
/// a synthesised stand 0.9, the sample who lies still before getting up 3.6, whose ratios were 42 and 15.
inline constexpr double kLeastJerk = 5;

[[nodiscard]] Smoothness smoothness(const Take& take);

}  // namespace sinew
