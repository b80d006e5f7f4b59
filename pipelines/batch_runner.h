#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "pipelines/batch_attempt.h"
#include "pipelines/batch_state.h"

namespace sinew {

struct BatchRunOptions {
  int jobs = 0;     ///< children at once; 0 = as many as there are cores
  int threads = 0;  ///< of each; 0 = the cores, shared among the jobs
  int shard = 1;    ///< of `shards`: every shards-th item, from this one on
  int shards = 1;
  std::size_t first = 0;                                       ///< items from this one on,
  std::size_t last = std::numeric_limits<std::size_t>::max();  ///< up to this one
  double budget = 0;             ///< wall-clock time after which the runner stops, 0 = none (unit: s)
  double cpu_budget = 0;         ///< processor time per item instead of the plan's, 0 = the plan's (unit: s)
  double time = 0;               ///< wall-clock limit per item, likewise (unit: s)
  std::int64_t memory = 0;       ///< memory limit per item, likewise (unit: bytes)
  double checkpoint_every = 30;  ///< (unit: s)
  bool trust = false;            ///< files in the store are not read again to see that they are whole
};

struct BatchRunning {
  std::size_t item = 0;
  double seconds = 0;  ///< (unit: s)
  BatchAttemptProgress progress;
};

/// How far a run is, for people.
struct BatchRunProgress {
  std::vector<BatchRunning> running;
  std::array<std::size_t, kBatchOutcomes.size()> ended{};  ///< items of this run's share, by outcome
  std::size_t all = 0;
  std::size_t elsewhere = 0;  ///< others have them
  double share = 0;           ///< of the expected cost that is behind us, 0 to 1
  double seconds = 0;         ///< (unit: s)
  double left = 0;            ///< estimate, 0 before there is one (unit: s)
};

struct BatchRunWatcher {
  std::function<int()> stop;  ///< number of the signal that came, 0 for none
  std::function<void(const BatchRunProgress&)> show;
  /// An attempt ended, or its result was found in the store.
  std::function<void(std::size_t item, const BatchResult&, BatchNext, bool found)> ended;
};

enum class BatchRunEnd { kComplete, kStopped };

struct BatchRunReport {
  BatchRunEnd end = BatchRunEnd::kComplete;
  std::array<std::size_t, kBatchOutcomes.size()> outcomes{};  ///< of the items of this share, as they stand at the end
  std::size_t all = 0;
  std::size_t attempts = 0;  ///< children that were started
  std::size_t found = 0;     ///< results that were in the store
  std::size_t damaged = 0;   ///< files in the store that were not whole, and done again
  double seconds = 0;        ///< (unit: s)
  double cpu = 0;            ///< of the children (unit: s)
  double own_cpu = 0;        ///< of the runner (unit: s)
};

/// Does what is open of a plan, with its retries; see batch.h. Returns when every item of its share has ended, also
/// those that other runners have, or when it is told to stop: then its children have stored their checkpoints. Throws
/// Error: kUsage when the plan was made by another program, kIo when journal or store cannot be written.
[[nodiscard]] BatchRunReport run_batch(BatchState& state, const BatchRunOptions& options,
                                       const BatchRunWatcher& watcher);

}  // namespace sinew
