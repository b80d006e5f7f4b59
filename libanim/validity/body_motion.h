#pragma once

#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// World_from_body of every body of the figure: [frame][body].
using BodyMotion = std::vector<std::vector<Transform>>;

/// Where the records have the bodies, and where a clip of the character's skeleton has them (see bodies_from_pose).
[[nodiscard]] BodyMotion record_motion(const Take& take);
[[nodiscard]] BodyMotion clip_motion(const Take& take, const Clip& clip);

/// Positions of all contact points of a kind over the frames: [point][frame].
[[nodiscard]] std::vector<std::vector<Vec3>> point_paths(const Take& take, const std::vector<int>& points,
                                                         const BodyMotion& motion);

/// Contact points of the feet, toes and paws; of a figure without such all its points.
[[nodiscard]] std::vector<int> foot_points(const Figure& figure);

}  // namespace sinew
