#pragma once

#include <functional>
#include <optional>
#include <string>

#include "libanim/stages/track/track.h"
#include "libanim/validity/certificate.h"
#include "pipelines/bake_plan.h"
#include "pipelines/reread.h"

namespace sinew {

enum class BakePhase { kTrack, kRefine };

/// How far a run is, for people. Times are of this process alone.
struct BakeProgress {
  BakePhase phase = BakePhase::kTrack;
  int iteration = 0;          ///< kRefine: the attempt
  int frame = 0;              ///< control frames that are settled
  int window_end = 0;         ///< control frame that the search looks ahead to
  int frames = 0;             ///< in all
  double distance = 0;        ///< of the bodies from the reference within the window (unit: m)
  double seconds = 0;         ///< wall-clock time since tracking began (unit: s)
  double cpu = 0;             ///< processor time, likewise (unit: s)
  double cpu_per_second = 0;  ///< processor time per second of clip that was settled; 0 before there is any
  double left = 0;            ///< estimate of the wall-clock time left; 0 before there is one (unit: s)
  int restarts = 0;
};

/// Called after every iteration; returns false to stop there.
using BakeWatcher = std::function<bool(const BakeProgress&)>;

enum class BakeEnd {
  kDone,     ///< written, and the certificate passes
  kRefused,  ///< written, but the certificate fails
  kLost,     ///< control was lost
  kBudget,   ///< the budget is spent: the checkpoint can be resumed
  kStopped,  ///< the watcher said stop: likewise
};

struct BakeReport {
  BakeEnd end = BakeEnd::kDone;
  std::string sentence;  ///< what happened and, where it failed, what to try
  TrackReport track;
  std::optional<RefineReport> refine;
  std::optional<Certificate> certificate;  ///< of the file that was written
  RereadReport reread;
  Ledger ledger;  ///< all that was done to the motion and the character
  bool resumed = false;
  bool written = false;
  std::size_t bytes = 0;
  double seconds = 0;  ///< of tracking in this process (unit: s)
  double cpu = 0;
};

/// Tracks the plan's reference, refines the take, certifies and exports it. Outputs appear whole or not at all.
///
/// The checkpoint is written when a run is stopped, and every `checkpoint_every` seconds before; it goes when the run
/// ends by itself. A resumed run ends in the same bytes as one that was not stopped; a refinement that was stopped
/// begins anew. Sequential Monte Carlo has no checkpoints. Throws Error (kUsage) when a checkpoint belongs to another
/// run.
[[nodiscard]] BakeReport bake(const BakeRequest& request, const BakePlan& plan, const BakeWatcher& watcher = {});

/// Whether there is a checkpoint that `bake` would go on from.
[[nodiscard]] bool can_resume(const BakeRequest& request, const BakePlan& plan);

}  // namespace sinew
