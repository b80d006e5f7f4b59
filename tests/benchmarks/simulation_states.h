#pragma once

#include <string>
#include <vector>

#include "libanim/model/control.h"
#include "libanim/model/figure.h"
#include "libanim/model/state_record.h"

namespace sinew::bench {

/// Where a figure is measured.
enum class Situation { kFlight, kStanding, kLying };
inline constexpr Situation kSituations[] = {Situation::kFlight, Situation::kStanding, Situation::kLying};

/// The small humanoid of the tests (13 bodies), or with hands on ball joints (15).
[[nodiscard]] Figure humanoid(bool hands);

/// Capsules of 0.25 m and 3 kg in a row, connected by ball joints; it lies on the ground along x.
[[nodiscard]] Figure chain(int bodies);

/// A state and the controls that are measured from it.
struct Workload {
  StateRecord start;
  std::vector<Control> controls;
};

/// Found by simulation with ODE's own solver: one second of holding the stance, three seconds of lying on the back, or
/// the stance 3 m above the ground, turning. The controls are holding ones with random targets about each axis,
/// 0.3 rad/s (standard deviation) in flight and 0.1 rad/s on the ground.
[[nodiscard]] Workload workload(const Figure& figure, Situation situation);

}  // namespace sinew::bench
