#pragma once

#include <string>
#include <string_view>

#include "libanim/support/error.h"

namespace sinew {

/// Largest magnitude of a number in a file: anything above is no length and no angle, and squares of it
/// still are far from overflow.
inline constexpr double kLargestBvhNumber = 1e9;

/// Walks over the text of a BVH file. Lines end with LF, CR LF or CR; braces are words of their own.
/// Keywords are matched without regard to case.
class BvhCursor {
 public:
  /// Starts behind a UTF-8 byte order mark, if there is one.
  explicit BvhCursor(std::string_view text);

  [[nodiscard]] const char* position() const { return position_; }
  [[nodiscard]] const char* end() const { return end_; }
  [[nodiscard]] bool at_end() const { return position_ == end_; }
  void move_to(const char* position) { position_ = position; }

  void skip_blanks();  ///< blanks and tabs
  void skip_space();   ///< blanks, tabs and line ends

  /// The next word behind white space, without taking it; empty at the end of the file.
  [[nodiscard]] std::string_view peek_word();
  std::string_view take_word();
  /// Takes the next word if it is this one.
  bool take(std::string_view keyword);
  /// Takes a label such as "Frame Time:" whose words may be apart and whose colon may be missing.
  bool take_label(std::string_view label);
  /// Takes the rest of the line up to an opening brace, without white space at its ends.
  std::string_view take_name();

  /// Takes the next word, which must be a finite number; `what` names it in the error.
  double take_number(std::string_view what);

  /// Error "line L, column C" at a place of the text.
  [[nodiscard]] Error error_at(const char* place, const std::string& message) const;
  /// The same at the next word, with that word: "expected ..., found ...".
  [[nodiscard]] Error expected(std::string_view what);

 private:
  const char* begin_;
  const char* position_;
  const char* end_;
};

[[nodiscard]] constexpr bool is_bvh_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
[[nodiscard]] constexpr bool is_bvh_line_end(char c) { return c == '\n' || c == '\r'; }
[[nodiscard]] constexpr bool is_bvh_space(char c) {
  return c <= ' ' && (is_bvh_blank(c) || is_bvh_line_end(c));  // one comparison for most characters
}

/// Same letters, without regard to case (ASCII).
[[nodiscard]] bool equal_keyword(std::string_view a, std::string_view b);

}  // namespace sinew
