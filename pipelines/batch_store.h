#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "pipelines/batch.h"
#include "pipelines/batch_lease.h"

namespace sinew {

/// SHA-256 of a file in pieces, whatever its size; the first megabytes of it come along. Throws Error (kIo).
struct HashedFile {
  std::string sha256;
  std::int64_t bytes = 0;
  std::string head;  ///< at most kHashedHead bytes
};
inline constexpr std::size_t kHashedHead = std::size_t{4} << 20;
[[nodiscard]] HashedFile hash_file(const std::filesystem::path& path);

/// Finished bakes by the hash of all that went into them (their key), and files by the hash of their bytes. Several
/// plans and any number of runners share one. What is in it is never changed; it may be deleted.
class BatchStore {
 public:
  explicit BatchStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Makes the folders, and fails early where nothing could be kept: throws Error (kIo).
  void prepare() const;

  /// The record of a key. A damaged one counts as none. The object is not looked at.
  [[nodiscard]] std::optional<BatchResult> find(std::string_view key) const;

  /// Whether the result's file is there with the bytes that it should have.
  [[nodiscard]] bool is_whole(const BatchResult& result) const;

  /// Puts the file (none: an empty path) and then the record in place, each whole or not at all, and replaces what was
  /// there. Fills `object` and `bytes`. Throws Error (kIo).
  void keep(std::string_view key, BatchResult& result, const std::filesystem::path& file) const;

  /// So that damage is not found again and again.
  void forget(std::string_view key) const;

  [[nodiscard]] std::filesystem::path object_path(std::string_view sha256) const;
  /// Belongs to whoever has the key's lease.
  [[nodiscard]] std::filesystem::path work_folder(std::string_view key) const;
  [[nodiscard]] std::filesystem::path lease_file() const { return folder_ / "leases"; }
  /// What bakes have cost, for plans to come.
  [[nodiscard]] std::filesystem::path cost_file() const { return folder_ / "costs.jsonl"; }

 private:
  [[nodiscard]] std::filesystem::path record_path(std::string_view key) const;
  std::filesystem::path folder_;
};

}  // namespace sinew
