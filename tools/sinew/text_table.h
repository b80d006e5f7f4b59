#pragma once

#include <string>
#include <vector>

namespace sinew {

/// Columns as wide as their widest entry, two spaces apart. A heading that begins with '>' aligns its column to the
/// right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings);

  /// One entry per heading.
  void add_row(std::vector<std::string> row);

  /// Every line begins with `indent` spaces and has none at its end.
  [[nodiscard]] std::string text(std::size_t indent) const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace sinew
