#include "libanim/stages/track/track.h"

#include <fmt/format.h>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Plays the actions again, this time with reports: steps are pure, so the records are those of the search.
void fill_steps(const TrackProblem& problem, World& world, const Tracker& tracker, Take& take) {
  take.start = tracker.best_start();
  take.steps.clear();
  const std::vector<Eigen::VectorXd> actions = tracker.best_actions();
  const TrackProblem::Observer observer = [&](const Control& control, const StateRecord& record,
                                              const StepReport& report, double cost) {
    take.steps.push_back({control, record, report, cost});
  };
  StateRecord record = take.start;
  Eigen::VectorXd before = Eigen::VectorXd::Zero(problem.axes());
  for (std::size_t s = 0; s < actions.size(); ++s) {
    const bool apart = tracker.state().apart[s] != 0;
    record = problem.simulate(world, static_cast<int>(s), record, before, actions[s], apart, &observer).record;
    before = actions[s];
  }
}

TrackReport report_of(const TrackProblem& problem, const Tracker& tracker, const Take& take) {
  TrackReport report;
  const TrackState& state = tracker.state();
  report.end = !tracker.done() ? TrackEnd::kStopped : state.lost ? TrackEnd::kLost : TrackEnd::kComplete;
  for (std::size_t i = 0; i < take.steps.size(); ++i) {
    report.mean_cost += take.steps[i].cost;
    report.mean_distance += mean_body_distance(problem.reference().frames[i + 1], take.steps[i].record);
  }
  const double frames = std::max(1.0, static_cast<double>(take.steps.size()));
  report.mean_cost /= frames;
  report.mean_distance /= frames;
  report.restarts = state.all_restarts;
  report.steps = state.steps;
  report.history = state.history;
  const char* what = report.end == TrackEnd::kComplete ? "followed"
                     : report.end == TrackEnd::kLost   ? "lost after"
                                                       : "stopped after";
  report.sentence =
      fmt::format("{} {} of {} frames, {:.1f} mm from the reference on average, {} restarts", what, take.steps.size(),
                  problem.reference().steps(), 1000 * report.mean_distance, report.restarts);
  return report;
}

}  // namespace

TrackResult track(const Take& take, const TrackOptions& options, int threads, const TrackWatcher& watcher,
                  const TrackState* resume) {
  const TrackProblem problem(take, options);
  WorldPool pool(take.figure, take.scene, take.simulation, threads);
  Tracker tracker = resume == nullptr ? Tracker(problem, pool) : Tracker(problem, pool, *resume);
  while (!tracker.done()) {
    tracker.iterate();
    if (watcher && !watcher(problem, tracker.state())) break;
  }
  TrackResult result{take, {}, {}};
  fill_steps(problem, pool.front(), tracker, result.take);
  result.report = report_of(problem, tracker, result.take);
  result.state = tracker.state();
  return result;
}

}  // namespace sinew
