#pragma once

#include <string>

#include "libanim/learning/episode.h"
#include "libanim/validity/replay.h"

namespace sinew {

/// What came out when every pair was simulated again from its own state.
struct PairReplay {
  ReplayKind kind = ReplayKind::kBitwise;
  int pairs = 0;        ///< that were compared
  int different = 0;    ///< of them, beyond the tolerance (bitwise: at all)
  int first = -1;       ///< the first such pair
  double position = 0;  ///< largest difference of a body (unit: m)
  double velocity = 0;  ///< (unit: m/s)
  std::string failure;  ///< why the simulation refused a pair; empty when it did not

  [[nodiscard]] bool agrees() const { return different == 0 && failure.empty(); }
};

/// Restores the state of every pair, applies its control, and compares what comes out with `next`: all bits when the
/// episode was made with this program's fingerprint, else within ReplayTolerance. Puts the reports of the steps into
/// the pairs.
PairReplay replay_pairs(Episode& episode, const ReplayTolerance& tolerance = {});

}  // namespace sinew
