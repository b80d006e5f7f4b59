#pragma once

#include <string>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// Skating of material points that one kinematic detector (contact_detection.h) takes for planted.
struct Skate {
  Spread speed;           ///< horizontal, of planted points, all points and frames together (unit: m/s)
  double fast_share = 0;  ///< of these, the share above kFastSkate
};
inline constexpr double kFastSkate = 0.2;  ///< (unit: m/s)

struct ContactQuality {
  Spread penetration;   ///< depth of the deepest point of the figure under the surface, per frame (unit: m)
  Spread float_height;  ///< height of the lowest point, in frames in which a foot of the source is planted (unit: m)
  Skate source;         ///< of the reference
  Skate result;
  Spread solver_skate;  ///< speed along the surface at the solver's own contacts that carry weight (unit: m/s)
};

/// Limits: heights above kFloatReach are that much; the source's feet are looked for on the scene's ground.
[[nodiscard]] ContactQuality contact_quality(const Take& take);
inline constexpr double kFloatReach = 1.0;  ///< (unit: m)

/// The same frame by frame, for plots: an entry per frame that has a record.
struct ContactSeries {
  std::vector<double> penetration;   ///< (unit: m)
  std::vector<double> skate;         ///< of the fastest planted point, 0 where none is planted (unit: m/s)
  std::vector<double> source_skate;  ///< of the reference
};
[[nodiscard]] ContactSeries contact_series(const Take& take);

/// A point of a foot comes to the ground or leaves it.
struct ContactEvent {
  std::string point;  ///< of Figure::points
  int frame = 0;      ///< the first frame with it down, or up
  bool down = true;
};

/// Of the result, in the order of frames. A foot that is planted from the start is down in frame 0.
[[nodiscard]] std::vector<ContactEvent> contact_events(const Take& take);

}  // namespace sinew
