#pragma once

#include <span>

#include "exporters/report/picture.h"
#include "samples/04-ball-throw/throw_task.h"

namespace sinew::samples {

/// What the sampler knew at one time step.
struct ThrowMoment {
  int step = 0;
  ThrowTask task;
  KdSampler sampler;
};

/// A row per moment. On the left the room with the target (black), all throws of the step (grey) and the best (green);
/// on the right the fitness over angle (horizontal) and speed (vertical) with the cells of the tree and the samples:
/// red, old ones that were not evaluated again yellow, the best green.
[[nodiscard]] Picture draw_throws(std::span<const ThrowMoment> moments);

}  // namespace sinew::samples
