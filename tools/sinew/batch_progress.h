#pragma once

#include <string>

#include "pipelines/batch_runner.h"

namespace sinew {

enum class BatchProgressStyle { kBar, kPlain, kJson, kOpenJd, kNone };

/// auto: lines that are drawn over themselves on a terminal, else plain ones. Throws Error (kUsage) for another word
/// than auto, bar, plain, json, openjd, none.
[[nodiscard]] BatchProgressStyle batch_progress_style(const std::string& word);

/// Shows how far a batch is: on a terminal a line per running item and one with totals, drawn over themselves; in logs
/// a line when an item ends and totals now and then. All of it is on stderr but OpenJD's lines, which belong on stdout.
class BatchProgressPrinter {
 public:
  BatchProgressPrinter(BatchProgressStyle style, const BatchState& state) : style_(style), state_(state) {}
  ~BatchProgressPrinter() { clear(); }
  BatchProgressPrinter(const BatchProgressPrinter&) = delete;
  BatchProgressPrinter& operator=(const BatchProgressPrinter&) = delete;

  void show(const BatchRunProgress& progress);
  void ended(std::size_t item, const BatchResult& result, BatchNext next, bool found);
  void clear();

 private:
  void draw(const BatchRunProgress& progress);

  BatchProgressStyle style_;
  const BatchState& state_;
  double shown_at_ = -1e9;
  int drawn_ = 0;  ///< lines on the terminal
};

}  // namespace sinew
