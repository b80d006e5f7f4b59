#include "libanim/stages/refine/smc_track.h"

#include <fmt/format.h>

#include "libanim/support/index.h"

namespace sinew {

namespace {

void fill_steps(const SmcTracker& tracker, Take& take) {
  take.start = tracker.first();
  take.steps.clear();
  for (std::size_t i = 0; i < tracker.pairs().size(); ++i) {
    const SmcPair& pair = tracker.pairs()[i];
    take.steps.push_back({pair.control, pair.next, tracker.reports()[i], -2 * pair.log_fitness});
  }
}

SmcReport report_of(const SmcProblem& problem, const SmcTracker& tracker) {
  SmcReport report;
  report.end = !tracker.done() ? SmcEnd::kStopped : tracker.lost() ? SmcEnd::kLost : SmcEnd::kComplete;
  for (const SmcPair& pair : tracker.pairs()) {
    report.mean_distance += mean_body_distance(problem.reference().frames[to_size(pair.frame + 1)], pair.next);
  }
  report.mean_distance /= std::max(1.0, static_cast<double>(tracker.pairs().size()));
  report.steps = tracker.steps();
  const char* what = report.end == SmcEnd::kComplete ? "followed"
                     : report.end == SmcEnd::kLost   ? "lost after"
                                                     : "stopped after";
  report.sentence = fmt::format("{} {} of {} frames, {:.1f} mm from the reference on average", what,
                                tracker.pairs().size(), problem.steps(), 1000 * report.mean_distance);
  return report;
}

}  // namespace

SmcResult smc_track(const Take& take, const SmcOptions& options, int threads, const SmcWatcher& watcher,
                    const StateRecord* start, int frame) {
  const SmcProblem problem(take, options);
  WorldPool pool(take.figure, take.scene, take.simulation, threads);
  SmcTracker tracker(problem, pool, start != nullptr ? *start : reference_start(take, problem, pool.front()),
                     start != nullptr ? frame : 0);
  while (!tracker.done()) {
    tracker.iterate();
    if (watcher && !watcher(tracker.frame())) break;
  }
  SmcResult result{take, tracker.pairs(), report_of(problem, tracker)};
  fill_steps(tracker, result.take);
  return result;
}

}  // namespace sinew
