#pragma once

#include <cstddef>
#include <filesystem>
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

}  // namespace sinew
