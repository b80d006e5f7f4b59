#pragma once

#include <filesystem>
#include <string_view>

#include "libanim/support/error.h"

namespace sinew {

/// A file descriptor that closes itself and is not inherited by children.
class OpenFile {
 public:
  explicit OpenFile(int fd = -1) : fd_(fd) {}
  /// Throws Error (kIo).
  OpenFile(const std::filesystem::path& path, int flags);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&& other) noexcept;
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// "doing: what errno says", for a file.
[[nodiscard]] Error io_failure(const std::filesystem::path& path, std::string_view doing);

/// A folder with those above it, if it is not there. Throws Error (kIo).
void make_folder(const std::filesystem::path& folder);

}  // namespace sinew
