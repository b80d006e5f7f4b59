#pragma once

#include <vector>

#include "libanim/model/clip.h"

namespace sinew {

/// How far the joints move from each frame to the next, in the world (unit: m).
struct ClipSteps {
  std::vector<double> mean;     ///< over the joints
  std::vector<double> largest;  ///< of any joint
};

[[nodiscard]] ClipSteps clip_steps(const Skeleton& skeleton, const Clip& clip);

/// Mean distance of the joints between two frames (unit: m).
[[nodiscard]] double frame_distance(const Skeleton& skeleton, const Clip& clip, int a, int b);

}  // namespace sinew
