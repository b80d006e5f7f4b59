#pragma once

#include "libanim/stages/synthesise/body_points.h"

namespace sinew {

/// Depths of characters in the environment, in objects and in each other, of objects in the environment; squared and
/// added with their derivatives. Inside of boxes that stand, the way out through a side counts several times (kSides),
/// so that what is in their midst goes up and over them: the nearest way out leads back on one half of the way through
/// and ahead on the other, and a foot that swings through a bar would never find the way over it.
void add_penetration(const SynthScene& scene, double weight, const SampleState& state, const BodyShape& shape,
                     SampleCost& cost);

/// The largest of those depths, each by the nearest way out (unit: m).
[[nodiscard]] double deepest_penetration(const SynthScene& scene, const SampleState& state);

}  // namespace sinew
