#pragma once

#include "libanim/model/take.h"
#include "libanim/simulation/world.h"

namespace sinew::test {

/// What a small take is made of.
struct SmallTakeOptions {
  int frames = 31;
  Scene scene;
  SimulationOptions simulation;
  double lift = 0;  ///< starts so far above its rest pose (unit: m)
};

/// The small humanoid stands and waves its arms: simulated, with the reports and records of every step, and with its
/// own motion as the reference.
[[nodiscard]] Take small_take(const SmallTakeOptions& options = {});

/// Puts records and reports anew that follow from the start and the controls.
void simulate_again(Take& take);

}  // namespace sinew::test
