#pragma once

#include <array>
#include <string>
#include <vector>

#include "pipelines/batch_state.h"

namespace sinew {

/// How one metric is spread over the files that are done and have it.
struct BatchMetricSpread {
  std::size_t count = 0;
  double mean = 0;
  double median = 0;
  double p95 = 0;
  double worst = 0;
  std::size_t worst_item = 0;
};

/// Items that ended in the same way for the same reason.
struct BatchFailure {
  BatchOutcome outcome = BatchOutcome::kRefused;
  std::string cause;  ///< the message without names and numbers
  std::vector<std::size_t> items;
};

/// What there is to say about a batch in one screen.
struct BatchSummary {
  std::size_t all = 0;
  std::size_t waiting = 0;
  std::size_t lost = 0;              ///< their runner is gone; the next one takes them up
  std::vector<std::size_t> running;  ///< with a lease that is held
  std::array<std::size_t, kBatchOutcomes.size()> ended{};
  double seconds = 0;    ///< of motion that is done (unit: s)
  double cpu = 0;        ///< that went into what has ended (unit: s)
  double cost_left = 0;  ///< expected processor time of what is open (unit: s)
  double bytes = 0;      ///< of the files
  std::array<BatchMetricSpread, kBatchMetrics.size()> metrics{};
  std::vector<BatchFailure> failures;  ///< the most frequent first
};

/// From memory; only the leases of items that run, or seem to, are asked for.
[[nodiscard]] BatchSummary summarise(const BatchState& state);

}  // namespace sinew
