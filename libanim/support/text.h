#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// Text with invalid UTF-8 and control characters replaced by '?', cut after `max_length` bytes: for showing
/// what a hostile file contains.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_length = 80);

/// The candidate with the smallest edit distance, or "" when none is within a third of the word's length.
[[nodiscard]] std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

/// Shortest decimal text that reads back as the same double.
[[nodiscard]] std::string shortest(double value);

}  // namespace sinew
