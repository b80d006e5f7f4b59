#pragma once

#include <optional>
#include <vector>

#include "exporters/report/picture.h"
#include "libanim/model/take.h"

namespace sinew {

struct SheetOptions {
  int frames = 18;    ///< how many moments are shown, at most; evenly spaced over the take (1 to 100)
  int width = 1920;   ///< of the whole sheet (unit: pixels, 480 to 4096)
  int height = 1280;  ///< (unit: pixels, 360 to 4096)

  /// Throws Error (kUsage) that names the value and the range.
  void validate() const;
};

/// The numbers of the header; see validity for what they are.
struct SheetNumbers {
  double mean_error = 0;             ///< G-MPJPE, mean over the frames (unit: m)
  double worst_error = 0;            ///< of a frame (unit: m)
  int worst_frame = 0;               ///< where that is
  double penetration_mean = 0;       ///< (unit: m)
  double penetration_p99 = 0;        ///< (unit: m)
  std::optional<double> jerk_ratio;  ///< result over reference; none where the reference hardly moves
};

struct ContactSheet {
  Picture picture;
  std::vector<int> frames;  ///< that are shown
  SheetNumbers numbers;
};

/// A picture of a take, to be looked at: a grid of moments, each with the simulated figure (solid; its left lighter,
/// its right darker), the reference (seen through, with an outline), its surroundings, and the forces of contact;
/// frame, time and error above each. Below, error and vertical contact force over time, with the moments marked.
///
/// The camera follows the result's root at one distance, so that sizes compare, from the front and right of the
/// direction of travel, or of the figure where it stays in place. Heights are kept: a jump is seen as one, unless it is
/// so high that the figure would become small.
///
/// Throws Error (kAsset) when the take has no simulated frames. Same take and options, same picture.
[[nodiscard]] ContactSheet contact_sheet(const Take& take, const SheetOptions& options);

}  // namespace sinew
