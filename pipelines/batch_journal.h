#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "pipelines/batch_open_file.h"

namespace sinew {

/// A line with its checksum before it: "0123456789abcdef text". Damage is noticed; forgery is not.
[[nodiscard]] std::string sealed(std::string_view text);
/// The text of such a line, empty when the checksum does not fit.
[[nodiscard]] std::string_view unsealed(std::string_view line);

/// A file of sealed lines that any number of processes append to and read. A line is written under a lock and in one
/// piece; one that did not fit on the disk is taken back, one that a dying writer left half is skipped by readers.
class BatchJournal {
 public:
  explicit BatchJournal(std::filesystem::path file) : file_(std::move(file)) {}

  enum class Sync { kNo, kYes };
  /// `text` has no line feed. kYes returns when the line is on the disk. Throws Error (kIo): then nothing was appended.
  void append(std::string_view text, Sync sync);

  /// Every line that came since the last call; a file that is not there has none. Throws Error (kIo).
  void read_news(const std::function<void(std::string_view)>& use);

  /// Lines that were skipped so far.
  [[nodiscard]] std::int64_t damaged() const { return damaged_; }

 private:
  void take_lines(std::string_view text, const std::function<void(std::string_view)>& use);

  std::filesystem::path file_;
  OpenFile writer_;
  OpenFile reader_;
  std::int64_t offset_ = 0;  ///< of the first byte that was not read yet
  std::int64_t damaged_ = 0;
};

}  // namespace sinew
