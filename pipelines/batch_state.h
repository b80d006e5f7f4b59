#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipelines/batch.h"
#include "pipelines/batch_journal.h"
#include "pipelines/batch_manifest.h"

namespace sinew {

enum class BatchPhase : std::uint8_t {
  kWaiting,  ///< for its first attempt, or for another
  kRunning,  ///< somebody began and has not said that it ended; whether they live, the lease tells
  kEnded,
};

/// Where an item stands.
struct BatchItemState {
  BatchPhase phase = BatchPhase::kWaiting;
  int rung = 0;           ///< of the recipe's ladder
  int attempts = 0;       ///< begun, of this rung
  int kills = 0;          ///< attempts that somebody killed
  bool enlarged = false;  ///< it has twice the planned memory
  std::string host;       ///< of the runner that began last
  int pid = 0;
  std::optional<BatchResult> result;  ///< of the last attempt that ended
};

/// A job array at a scheduler.
struct BatchSubmission {
  std::string job;
  std::size_t first = 0;  ///< item of its task 0
  std::size_t items = 0;
  std::size_t per_task = 1;
  bool cancelled = false;
};

/// What happens to an item after an attempt.
enum class BatchNext { kEnd, kAgain, kMoreMemory, kNextRung };

/// The retry policy. Asset refused, changed, crashed, over budget or time: the end. Out of memory: once with more.
/// Killed: again, a few times. Below quality: the next recipe of the ladder, if there is one.
[[nodiscard]] BatchNext next_after(BatchOutcome outcome, const BatchItemState& state, std::size_t rungs);

/// All items of a plan as the journal tells.
class BatchState {
 public:
  /// Reads manifest and journal. Throws Error.
  explicit BatchState(std::filesystem::path folder);

  /// What others have written since.
  void refresh();

  // Each of these appends to the journal, then takes it in.
  void note_start(std::size_t item, const std::string& host, int pid);
  void note_end(std::size_t item, const BatchResult& result, BatchNext next);
  void note_retry(std::size_t item);
  void note_submission(const BatchSubmission& submission);
  void note_cancellation(const std::string& job);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const BatchManifest& manifest() const { return manifest_; }
  [[nodiscard]] const std::vector<BatchItemState>& items() const { return items_; }
  [[nodiscard]] const std::vector<BatchSubmission>& submissions() const { return submissions_; }
  [[nodiscard]] std::int64_t damaged_lines() const { return journal_.damaged(); }

  /// Of the rung that the item is at.
  [[nodiscard]] std::string key(std::size_t item) const;
  /// Whether a run would do it.
  [[nodiscard]] bool is_open(std::size_t item) const;
  /// The command that does what the plan does to an item, for a shell.
  [[nodiscard]] std::string command(std::size_t item) const;

 private:
  void append(const std::string& json, BatchJournal::Sync sync);
  void take(std::string_view line);

  std::filesystem::path folder_;
  BatchManifest manifest_;
  BatchJournal journal_;
  std::vector<BatchItemState> items_;
  std::vector<BatchSubmission> submissions_;
};

}  // namespace sinew
