#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipelines/batch_open_file.h"

namespace sinew {

struct BatchChildRequest {
  std::string program;  ///< "/proc/self/exe" is the very program that asks, also when its file has been replaced
  std::vector<std::string> arguments;
  std::filesystem::path output;  ///< its standard output
  std::int64_t memory = 0;       ///< that it may have, 0 = any (unit: bytes)
  double cpu = 0;                ///< processor time after which the kernel ends it, 0 = any (unit: s)
  int inherited = -1;            ///< a descriptor that lives as long as it does
};

/// How a child ended, and what it used.
struct BatchChildEnd {
  int signal = 0;  ///< 0: it exited
  int code = 0;
  double cpu = 0;     ///< (unit: s)
  double memory = 0;  ///< most that was resident (unit: bytes)
};

/// A program in a process group of its own, with limits, without standard input. When the process that started it dies,
/// the kernel kills it. To be used by a program with one thread, whose death that is.
class BatchChild {
 public:
  /// Throws Error (kIo).
  explicit BatchChild(const BatchChildRequest& request);
  /// Kills and waits, if it is still there.
  ~BatchChild();
  BatchChild(const BatchChild&) = delete;
  BatchChild& operator=(const BatchChild&) = delete;

  /// Becomes readable when it says something, and when it has ended.
  [[nodiscard]] int messages() const { return messages_.fd(); }
  [[nodiscard]] int handle() const { return handle_.fd(); }

  /// Gives what it has written to standard error since, line by line.
  void read_messages(const std::function<void(std::string_view)>& use);

  /// True once it has ended.
  [[nodiscard]] bool poll(BatchChildEnd& end);

  void send(int signal) const;

 private:
  int pid_ = -1;
  OpenFile messages_;
  OpenFile handle_;
  std::string unfinished_;  ///< line
};

}  // namespace sinew
