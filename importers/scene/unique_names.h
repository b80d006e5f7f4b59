#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sinew {

/// Hands out names that are valid in the model (UTF-8, no control characters, not empty) and unique.
class UniqueNames {
 public:
  /// `wanted` itself when it is valid and still free; otherwise cleaned, and "_2", "_3", ... appended.
  /// An empty name becomes `fallback`.
  [[nodiscard]] std::string take(const std::string& wanted, const std::string& fallback);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  // where to go on counting, or ten thousand equal names take 5e7 tries
};

}  // namespace sinew
