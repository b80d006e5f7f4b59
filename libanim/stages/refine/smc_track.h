#pragma once

#include <functional>
#include <string>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/stages/refine/smc_tracker.h"

namespace sinew {

enum class SmcEnd {
  kComplete,  ///< the whole clip is followed
  kLost,      ///< control was lost; the take ends there
  kStopped,   ///< the watcher said stop
};

struct SmcReport {
  SmcEnd end = SmcEnd::kComplete;
  std::string sentence;      ///< what happened, with the numbers
  double mean_distance = 0;  ///< of the bodies from the reference (unit: m)
  std::int64_t steps = 0;    ///< control steps simulated
};

struct SmcResult {
  Take take;                   ///< with start and steps as far as control was kept; a step's cost is -2 log f
  std::vector<SmcPair> pairs;  ///< what was seen and done in every frame
  SmcReport report;
};

/// Called after every search with the frame that was reached; returns false to stop.
using SmcWatcher = std::function<bool(int frame)>;

/// Follows the take's reference in simulation by sequential Monte Carlo (seed 002, chapter 5). `start`: where to start
/// from instead of the reference's first frame, and in which `frame`; the result's take begins there and is complete
/// only with frame 0. The result does not depend on the number of threads (0 = all cores).
[[nodiscard]] SmcResult smc_track(const Take& take, const SmcOptions& options, int threads = 0,
                                  const SmcWatcher& watcher = {}, const StateRecord* start = nullptr, int frame = 0);

}  // namespace sinew
