#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// Where a TOML text asks for more than a parser should be given.
struct TomlExcess {
  int line = 1;
  std::string_view what;  ///< "brackets nested deeper than 32"
};

/// Scans a TOML text without building anything, knowing only strings, comments, brackets, dots and commas. A parser
/// that makes a table for each part of a dotted key takes its depth from the text, and runs out of stack when it lets
/// go of 100,000 of them.
[[nodiscard]] std::optional<TomlExcess> find_toml_excess(std::string_view text);

}  // namespace sinew
