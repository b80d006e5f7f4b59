#pragma once

#include <cstdint>
#include <vector>

#include "libanim/stages/track/control_tree.h"
#include "libanim/stages/track/motion_distribution.h"
#include "libanim/stages/track/trial_tree.h"

namespace sinew {

/// One iteration of the main loop, for the report and for whoever watches.
struct TrackIteration {
  int start = 0;  ///< window, in segments
  int end = 0;
  int best_end = 0;  ///< how far the best and the median trajectory got
  int median_end = 0;
  int samples = 0;
  double cost = 0;         ///< mean per frame of the best trajectory, within the window
  double distance = 0;     ///< mean distance of the bodies, likewise (unit: m)
  int clusters = 0;        ///< most of any segment in the window
  bool moved = false;      ///< the window's start went ahead
  bool restarted = false;  ///< control was lost: the search went back
};

/// Everything that changes while a clip is tracked. A plain value: a checkpoint is this and nothing else.
struct TrackState {
  MotionDistribution distribution;  ///< M
  ControlTree tree;                 ///< R
  CmaState launch;                  ///< distribution of the start's velocity (see start_state.h)
  Memory memory;
  std::vector<int> visits;  ///< per knot: how often the median trajectory has reached it [iter_counter]
  std::vector<int> apart;   ///< per segment: 1 where legs that stand need not agree, since control was lost there
  int start = 0;            ///< window's first segment
  int best_end = 0;         ///< segment to which the best trajectory got
  int entered = 0;          ///< segments below have been in the window
  int stuck = 0;            ///< iterations since the window moved
  int iteration = 0;        ///< in all
  int restarts = 0;         ///< since the last progress
  int all_restarts = 0;
  int farthest = 0;        ///< largest `start` so far
  int effort = 1;          ///< samples are multiplied by this
  int calm_from = 0;       ///< segment from which on the effort is 1 again
  bool lost = false;       ///< given up
  std::int64_t steps = 0;  ///< control steps simulated
  std::vector<TrackIteration> history;
};

/// Algorithm 1 of seed 003, one iteration at a time.
///
/// Departures, each measured (tests/benchmarks/RESULTS.md):
///  - the window has a longest length, so that every knot gets the same number of iterations with a full look-ahead;
///  - several start states are kept, not only one per cluster;
///  - the best trajectory and the means take part in every iteration;
///  - when all samples lose control, or the window does not move for long, the search goes back and tries again from an
///    earlier state with another stream of random numbers and more samples, and there legs that stand need not agree.
class Tracker {
 public:
  Tracker(const TrackProblem& problem, WorldPool& pool);
  Tracker(const TrackProblem& problem, WorldPool& pool, TrackState state);

  [[nodiscard]] bool done() const { return state_.lost || state_.start >= problem_.segments(); }
  void iterate();
  [[nodiscard]] const TrackState& state() const { return state_; }

  /// The record at the clip's start and the actions from there to the best leaf of the control tree.
  [[nodiscard]] const StateRecord& best_start() const;
  [[nodiscard]] std::vector<Eigen::VectorXd> best_actions() const;

  /// The best trajectory of the last iteration from the clip's start on: to the window's start it is settled, from
  /// there on the search still works at it.
  [[nodiscard]] std::vector<Eigen::VectorXd> latest_actions() const;

 private:
  [[nodiscard]] std::vector<int> best_path() const;
  [[nodiscard]] std::vector<Eigen::VectorXd> actions_of(const std::vector<int>& path) const;
  [[nodiscard]] int window_end() const;
  /// More where it is hard: after control was lost, and where the last iteration was far from the reference.
  [[nodiscard]] int sample_count() const;
  void enter_segments(int end);
  void draw_starts(const Rng& rng, int samples);
  void adapt_starts(const TrialTree& trial, std::span<const Trajectory> elites);
  void update_visits(int median_end);
  void move_window(const TrialTree& trial, std::span<const Trajectory> elites);
  [[nodiscard]] int next_start(int median_end) const;
  /// Whether the window has not been full for a while and its end has not got ahead.
  [[nodiscard]] bool stands_still() const;
  void keep_starts(const TrialTree& trial, std::span<const Trajectory> elites, int layers);
  int grow(const TrialTree& trial, const Trajectory& trajectory, int layers, std::vector<std::vector<int>>& grown);
  void remember(const TrialTree& trial, const Trajectory& best);
  void restart();
  void note(const TrialTree& trial, std::span<const Trajectory> elites, int end, int samples);

  const TrackProblem& problem_;
  WorldPool& pool_;
  TrackState state_;
};

}  // namespace sinew
