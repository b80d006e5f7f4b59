#pragma once

#include <functional>
#include <string>

#include "libanim/model/take.h"
#include "libanim/stages/refine/smc_options.h"

namespace sinew {

/// How a tracked take is improved. The search is sequential Monte Carlo around what the take's own controls aim at:
/// these targets, smoothed in time, are the base that splines of small offsets are added to.
struct RefineOptions {
  SmcOptions search = refinement_search();
  int attempts = 2;      ///< how often it is tried while the result is not better, or still far
  double far = 0.1;      ///< a better take is refined once more where its worst frame is farther off (unit: m)
  double tighten = 0.7;  ///< by which the tolerance of the bodies' positions is multiplied for every further attempt

  /// The defaults of `search`; evidence in tests/benchmarks/RESULTS.md.
  [[nodiscard]] static SmcOptions refinement_search();

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// What a take is judged by. The jerk ratio is that of the certificate.
struct TakeQuality {
  bool complete = false;
  double distance = 0;  ///< G-MPJPE (unit: m)
  double worst = 0;     ///< of the worst frame (unit: m)
  double jerk = 0;      ///< ratio to the reference's
  int violations = 0;   ///< required metrics of the certificate that fail

  /// Followed as far, no more metrics fail, distance and jerk are no larger, and one of them is smaller; the worst
  /// frame stays on the same side of the bounds of success.
  [[nodiscard]] bool better_than(const TakeQuality& other) const;
};
[[nodiscard]] TakeQuality take_quality(const Take& take);

struct RefineReport {
  bool improved = false;  ///< else the take is the one that came in
  bool stopped = false;   ///< the watcher said stop: the take is the best so far
  std::string sentence;   ///< what happened, with the numbers
  TakeQuality before;
  TakeQuality after;  ///< of the take that came out
  int attempts = 0;
  std::int64_t steps = 0;  ///< control steps simulated
};

struct RefineResult {
  Take take;
  RefineReport report;
};

/// Called after every frame with the attempt (from 0) and the frame reached; returns false to stop.
using RefineWatcher = std::function<bool(int attempt, int frame)>;

/// Improves a take that follows its whole reference; never returns a worse one. The result does not depend on the
/// number of threads (0 = all cores). Throws Error (kAsset) when the take is not complete.
[[nodiscard]] RefineResult refine(const Take& take, const RefineOptions& options, int threads = 0,
                                  const RefineWatcher& watcher = {});

}  // namespace sinew
