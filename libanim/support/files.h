#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

#include "libanim/support/bytes.h"

namespace sinew {

/// The whole file, at most `max_bytes` (more is Error kAsset: the file is refused; unreadable is kIo).
[[nodiscard]] Bytes read_file(const std::filesystem::path& path, std::size_t max_bytes = SIZE_MAX);

/// What `-o` does with a file that is already there.
enum class Existing { kRefuse, kReplace };

/// Writes a file so that it appears whole or not at all: temporary file in the same folder, fsync, rename,
/// fsync of the folder. Throws Error: kUsage when the file exists and must not be replaced, kIo otherwise.
void write_file_atomic(const std::filesystem::path& path, ByteSpan bytes, Existing existing);

/// The same for libraries that write by path: the file is made at `work_path`, beside its place, and appears under its
/// name when it is published. Without that it never does; a process that is killed leaves the work behind, as
/// "NAME.XXXXXX".
class PendingFile {
 public:
  /// Throws Error (kIo) when nothing can be written there.
  explicit PendingFile(const std::filesystem::path& target);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  /// Where to write; of no use after publishing.
  [[nodiscard]] std::filesystem::path work_path() const;
  void publish(Existing existing);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sinew
