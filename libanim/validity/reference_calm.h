#pragma once

#include <vector>

#include "libanim/model/figure.h"
#include "libanim/simulation/reference_motion.h"

namespace sinew {

/// How fast a reference moves around every frame: the greatest speed of a foot's point along the ground or of the
/// centre of mass within `half_window` to either side (unit: m/s). Small only where someone stands, sits or lies still;
/// between the two steps of a walk a foot swings, and before a jump the centre of mass sinks. A figure without feet is
/// judged by all its contact points. Of 0.1, 0.2 and 0.4 s the last is the best for someone who stands and then runs
/// (127_04, two seeds: 26 and 33, 29 and 35, 24 and 19 mm): what comes next is prepared before it is seen.
[[nodiscard]] std::vector<double> stir_speeds(const Figure& figure, const ReferenceMotion& reference,
                                              double half_window = 0.4);

}  // namespace sinew
