#pragma once

#include "libanim/stages/synthesise/body_points.h"

namespace sinew {

/// Depths of characters in the environment, in objects and in each other, of objects in the environment; squared and
/// added with their derivatives.
void add_penetration(const SynthScene& scene, double weight, const SampleState& state, const BodyShape& shape,
                     SampleCost& cost);

/// The largest of those depths (unit: m).
[[nodiscard]] double deepest_penetration(const SynthScene& scene, const SampleState& state);

}  // namespace sinew
