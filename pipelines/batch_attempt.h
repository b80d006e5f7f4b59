#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "pipelines/batch_child.h"
#include "pipelines/batch_lease.h"
#include "pipelines/batch_outcome.h"
#include "pipelines/stopwatch.h"

namespace sinew {

/// How far an attempt is, for people.
struct BatchAttemptProgress {
  bool refining = false;
  int frame = 0;
  int frames = 0;
  double distance = 0;  ///< (unit: m)
};

/// One child at work on one item, with everything that ends with it.
class BatchAttempt {
 public:
  struct Request {
    std::size_t item = 0;
    std::string key;
    std::filesystem::path work;  ///< folder of the attempt
    std::filesystem::path log;   ///< what it says is appended there
    BatchChildRequest child;
    double time = 0;  ///< wall-clock limit (unit: s)
  };
  BatchAttempt(Request request, BatchLease lease);

  [[nodiscard]] const Request& request() const { return request_; }
  [[nodiscard]] const BatchChild& child() const { return *child_; }
  [[nodiscard]] const BatchAttemptProgress& progress() const { return progress_; }
  [[nodiscard]] double seconds() const { return watch_.seconds(); }
  [[nodiscard]] bool resumed() const { return resumed_; }

  /// Asks it to store a checkpoint and end; kills it when it does not within `kGrace`.
  void stop(BatchStop why);

  /// Reads what it says, keeps its limits. True once it has ended.
  [[nodiscard]] bool poll();

  /// After the end: what `sinew bake --json` printed.
  [[nodiscard]] const std::string& envelope() const { return envelope_; }
  [[nodiscard]] BatchResult result() const;

  [[nodiscard]] static std::filesystem::path output_in(const std::filesystem::path& work) { return work / "out.glb"; }
  [[nodiscard]] static std::filesystem::path checkpoint_in(const std::filesystem::path& work) {
    return work / "out.glb.checkpoint";
  }

  static constexpr double kGrace = 10;  ///< between being asked and being killed (unit: s)

 private:
  void hear(std::string_view line);

  Request request_;
  BatchLease lease_;  ///< outlives the child
  bool resumed_;
  std::unique_ptr<BatchChild> child_;
  Stopwatch watch_;
  BatchStop stop_ = BatchStop::kNone;
  double stopped_at_ = 0;
  BatchAttemptProgress progress_;
  BatchChildEnd end_;
  std::string envelope_;
};

}  // namespace sinew
