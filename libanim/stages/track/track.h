#pragma once

#include <functional>
#include <string>

#include "libanim/model/take.h"
#include "libanim/stages/track/tracker.h"

namespace sinew {

enum class TrackEnd {
  kComplete,  ///< the whole clip is followed
  kLost,      ///< control was lost and not found again; the take ends there
  kStopped,   ///< the watcher said stop; the state can be resumed
};

struct TrackReport {
  TrackEnd end = TrackEnd::kComplete;
  std::string sentence;      ///< what happened, with the numbers
  double mean_cost = 0;      ///< per frame
  double mean_distance = 0;  ///< of the bodies from the reference (unit: m)
  int restarts = 0;
  std::int64_t steps = 0;  ///< control steps simulated
  std::vector<TrackIteration> history;
};

struct TrackResult {
  Take take;  ///< with start and steps as far as control was kept
  TrackReport report;
  TrackState state;  ///< to resume from when stopped
};

/// Called after every iteration; returns false to stop.
using TrackWatcher = std::function<bool(const TrackProblem&, const TrackState&)>;

/// Follows the take's reference in simulation: seed 003. `resume`: the state of a run that was stopped, of the same
/// take and options. The result does not depend on the number of threads (0 = all cores), nor on stops.
[[nodiscard]] TrackResult track(const Take& take, const TrackOptions& options, int threads = 0,
                                const TrackWatcher& watcher = {}, const TrackState* resume = nullptr);

}  // namespace sinew
