#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipelines/bake.h"
#include "pipelines/synth_export.h"
#include "pipelines/synth_plan.h"

namespace sinew {

/// How far a search is, for people.
struct SynthProgress {
  int attempt = 0;    ///< from 0
  int starts = 0;     ///< how many there are
  std::string phase;  ///< of the continuation
  int iteration = 0;
  double cost = 0;
  double seconds = 0;  ///< since the search began (unit: s)
};

/// Called now and then, by one thread at a time; returns false to stop.
using SynthProgressWatcher = std::function<bool(const SynthProgress&)>;

enum class SynthEnd {
  kDone,     ///< written: the motion passes the check; with physics: its certificate passes
  kFailed,   ///< no attempt passes the check; written only if failures are kept
  kPhysics,  ///< the bake ended otherwise: see its report
  kStopped,  ///< a watcher said stop; nothing is written, but a bake that was stopped can be resumed
};

struct SynthFileReport {
  SynthEnd end = SynthEnd::kDone;
  std::string sentence;  ///< what happened and, where it failed, what to try
  SynthResult result;
  std::vector<SynthOutput> outputs;   ///< without physics; also when they were not written
  std::optional<BakePlan> bake_plan;  ///< with physics, when it came to that
  std::optional<BakeReport> bake;
  Ledger ledger;
  bool written = false;
  double seconds = 0;  ///< of the search (unit: s)
  double cpu = 0;
};

/// Searches the plan's motion, checks it, puts it on the skeletons and writes it; with physics it is followed, refined
/// and certified by `bake`. Outputs appear when all of them are ready, each whole or not at all.
[[nodiscard]] SynthFileReport synth(const SynthRequest& request, const SynthPlan& plan,
                                    const SynthProgressWatcher& watcher = {}, const BakeWatcher& bake_watcher = {});

}  // namespace sinew
