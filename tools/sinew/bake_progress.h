#pragma once

#include <string>

#include "pipelines/bake.h"
#include "pipelines/synth.h"

namespace sinew {

enum class ProgressStyle { kBar, kPlain, kJson, kNone };

/// auto: a bar on a terminal, else nothing. Throws Error (kUsage) for another word than auto, bar, plain, json, none.
[[nodiscard]] ProgressStyle progress_style(const std::string& word);

/// Shows on stderr how far a run is: a bar that is drawn over itself, a line every few seconds, or a JSON object per
/// iteration. One thread at a time.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(ProgressStyle style) : style_(style) {}
  /// Leaves the cursor at the beginning of an empty line.
  ~ProgressPrinter() { clear(); }
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;

  void show(const BakeProgress& progress);
  void show(const SynthProgress& progress);
  void clear();

 private:
  /// Whether it is time for a line again, at a moment of the run (unit: s).
  [[nodiscard]] bool due(double seconds);
  void draw(const std::string& bar, const std::string& line);

  ProgressStyle style_;
  double shown_at_ = -1e9;
  bool drawn_ = false;
};

}  // namespace sinew
