#pragma once

#include <chrono>

namespace sinew {

/// Processor time of this process so far, all threads (unit: s).
[[nodiscard]] double cpu_seconds();

/// Wall-clock and processor time since it was made. For people and budgets: nothing that is computed depends on it.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] double cpu() const { return cpu_seconds() - cpu_start_; }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = cpu_seconds();
};

}  // namespace sinew
