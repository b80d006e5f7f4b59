#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "pipelines/batch_open_file.h"

namespace sinew {

/// The right to work on one bake: a lock on the byte of the leases' file whose number is the beginning of the key. The
/// kernel, or the file server, takes it back when the last process that has the descriptor is gone, however it ended;
/// no clock is asked. A child that inherits the descriptor holds the lease as long as it lives.
class BatchLease {
 public:
  /// Nothing when somebody has it. Throws Error (kIo) when the file cannot be opened or locked.
  [[nodiscard]] static std::optional<BatchLease> try_take(const std::filesystem::path& file, std::string_view key);

  /// Whether somebody else has it. Needs no right to write.
  [[nodiscard]] static bool is_held(const std::filesystem::path& file, std::string_view key);

  [[nodiscard]] int fd() const { return file_.fd(); }

 private:
  explicit BatchLease(OpenFile file) : file_(std::move(file)) {}
  OpenFile file_;
};

}  // namespace sinew
