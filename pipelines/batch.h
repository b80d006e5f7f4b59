#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A library of motions through `sinew bake`, on one machine or many.
//
// OUT/manifest.jsonl   what is to be done: written once by `plan`, never changed (batch_manifest.h)
// OUT/inputs/          copies of the recipes and scenes that the plan was made with
// OUT/journal.jsonl    what has happened: lines are only ever appended, by any number of runners (batch_journal.h)
// OUT/logs/            what each bake said
// STORE/results/       one record per finished bake, named by the hash of all that went in (batch_store.h)
// STORE/objects/       the files, named by the hash of their bytes
// STORE/work/          bakes in progress, with their checkpoints
// STORE/leases         one file whose byte ranges are locked by whoever works on a bake (batch_lease.h)
//
// STORE is OUT/store, or a folder that several plans share. Who reports what, and in which order:
//
// 1. A runner locks the lease of a bake's key, reads the journal's news and looks into the store. What is there and
// whole
//    is not done again, whoever did it.
// 2. It starts `sinew bake --resume` as a child that inherits the lease: the lock lives until both are gone. A runner
// that
//    is killed takes its children along. Nothing depends on clocks: a lock is held or it is not.
// 3. The child's file is synced, hashed and moved to objects/, then its record is written, then the journal says
// "done". A
//    crash at any moment leaves less than that, and the next run does what is missing. Records of refusals and of
//    results below quality are kept likewise: the same inputs would end in the same way.
// 4. Only then the lease is given back.
//
// `status` reads manifest and journal and nothing else.
//
// Limits: the file system must have byte-range locks (local ones, NFS 4, Lustre with -o flock). Where it has not, a
// runner refuses to begin.

/// How an attempt at an item ended.
enum class BatchOutcome : std::uint8_t {
  kDone,     ///< the file is in the store and its certificate passes
  kBelow,    ///< control was lost or the certificate fails, with every recipe of the ladder
  kRefused,  ///< an input is refused, or cannot be baked as the plan says
  kChanged,  ///< an input is not the one that was planned
  kBudget,   ///< the processor time that an item may have is spent; its checkpoint is kept
  kTime,     ///< the time limit; its checkpoint is kept
  kMemory,   ///< the memory limit, twice
  kCrash,    ///< it ended by a signal of its own making, or with an internal error
  kKilled,   ///< somebody killed it, more than once
  kIo,       ///< reading or writing failed
  kStopped,  ///< the runner was told to stop; its checkpoint is kept
};
inline constexpr std::array<std::string_view, 11> kBatchOutcomes = {
    "done", "below-quality", "refused", "changed", "budget", "time", "memory", "crash", "killed", "io", "stopped"};

[[nodiscard]] inline std::string_view outcome_name(BatchOutcome outcome) {
  return kBatchOutcomes[static_cast<std::size_t>(outcome)];
}
/// Throws Error (kUsage) that lists the names.
[[nodiscard]] BatchOutcome outcome_from_name(std::string_view name);

/// Whether a new run leaves the item as it is; `retry` makes it take most of them up again. The others end by
/// accidents.
[[nodiscard]] bool is_final(BatchOutcome outcome);

/// Metrics of the certificate that batches keep in sight, by their names there.
inline constexpr std::array<std::string_view, 6> kBatchMetrics = {"success", "g_mpjpe", "penetration_p99",
                                                                  "float",   "skate",   "jerk_ratio"};

/// How a bake ended, as the store and the journal have it.
struct BatchResult {
  BatchOutcome outcome = BatchOutcome::kDone;
  int exit_code = 0;
  std::string message;  ///< what the bake said, for people
  std::string object;   ///< SHA-256 of the file; empty when there is none
  std::int64_t bytes = 0;
  int frames = 0;      ///< of the reference, at the control rate
  double seconds = 0;  ///< of motion (unit: s)
  double cpu = 0;      ///< processor time of the last attempt (unit: s)
  double wall = 0;     ///< likewise (unit: s)
  double memory = 0;   ///< most resident memory (unit: bytes)
  /// Only where there is a file, and only those that its certificate has.
  std::array<std::optional<double>, kBatchMetrics.size()> metrics{};
  std::string violations;  ///< metrics that fail, with ", " between them
};

/// One line of JSON. Text that is not UTF-8 is replaced.
[[nodiscard]] std::string result_json(const BatchResult& result);
/// Throws Error (kAsset).
[[nodiscard]] BatchResult parse_result(std::string_view json);

/// The name of a file as text that is UTF-8 without control characters, and back: other bytes, and '%', are %XX.
[[nodiscard]] std::string escape_path(std::string_view path);
[[nodiscard]] std::string unescape_path(std::string_view text);

/// A word for a POSIX shell.
[[nodiscard]] std::string shell_quoted(std::string_view word);

}  // namespace sinew
