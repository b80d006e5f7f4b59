#pragma once

#include <vector>

#include "libanim/stages/terrain/adapt_to_terrain.h"

namespace sinew {

/// What a foot does on level ground: places of its sole's points, the heel first.
using SoleTracks = std::vector<std::vector<Vec3>>;  ///< [point][frame] (unit: m)

/// How a foot is moved, per frame: turned about the sole's middle, then shifted, then raised.
struct FootPath {
  std::vector<double> offset;  ///< upwards (unit: m)
  std::vector<double> base;    ///< the same without what lies between two plants: what the root follows (unit: m)
  std::vector<Vec3> tilt;      ///< rotation vector (unit: rad)
  std::vector<Vec3> shift;     ///< horizontal (unit: m)
  std::vector<bool> planted;
  TerrainFoot report;  ///< without name and reach

  /// Nothing is moved.
  [[nodiscard]] bool is_still() const;
};

/// Middle of a sole in one frame.
[[nodiscard]] Vec3 sole_middle(const SoleTracks& sole, int frame);

/// Whether a sole stands still: all its points near the ground, and slower than any swing or roll in all directions.
/// `height` is the figure's (unit: m).
[[nodiscard]] bool is_still(const SoleTracks& sole, int frame, double frame_rate, double height,
                            const ContactDetection& contacts);

/// `height` is the figure's (unit: m).
[[nodiscard]] FootPath plan_foot_path(const Scene& scene, const SoleTracks& sole, double frame_rate, double height,
                                      const TerrainOptions& options);

}  // namespace sinew
