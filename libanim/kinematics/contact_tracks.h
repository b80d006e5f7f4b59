#pragma once

#include <span>
#include <vector>

#include "libanim/model/clip.h"
#include "libanim/model/figure.h"

namespace sinew {

/// World positions of a figure's contact points for one pose of its skeleton (world_from_joint of all joints). A point
/// is fixed to the skeleton joint of its body, so that what is measured is what the skeleton shows: hinges and limits
/// of the figure have no say.
[[nodiscard]] std::vector<Vec3> contact_points(const Figure& figure, const Skeleton& skeleton,
                                               std::span<const Transform> world_from_joint);

/// The same for every frame of a clip: [point][frame] (unit: m).
[[nodiscard]] std::vector<std::vector<Vec3>> contact_tracks(const Figure& figure, const Skeleton& skeleton,
                                                            const Clip& clip);

}  // namespace sinew
