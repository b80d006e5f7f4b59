#include "importers/bvh/bvh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/bvh/bvh_number.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }
constexpr bool is_brace(char c) { return c == '{' || c == '}'; }
constexpr bool ends_word(char c) { return is_bvh_space(c) || is_brace(c); }

}  // namespace

bool equal_keyword(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return to_lower(x) == to_lower(y); });
}

BvhCursor::BvhCursor(std::string_view text)
    : begin_(text.data()), position_(text.data()), end_(text.data() + text.size()) {
  if (text.starts_with(kByteOrderMark)) position_ += kByteOrderMark.size();
}

void BvhCursor::skip_blanks() { position_ = std::find_if_not(position_, end_, is_bvh_blank); }

void BvhCursor::skip_space() { position_ = std::find_if_not(position_, end_, is_bvh_space); }

std::string_view BvhCursor::peek_word() {
  skip_space();
  if (at_end()) return {};
  const char* word_end = is_brace(*position_) ? position_ + 1 : std::find_if(position_, end_, ends_word);
  return {position_, word_end};
}

std::string_view BvhCursor::take_word() {
  const std::string_view word = peek_word();
  position_ += word.size();
  return word;
}

bool BvhCursor::take(std::string_view keyword) {
  const std::string_view word = peek_word();
  if (!equal_keyword(word, keyword)) return false;
  position_ += word.size();
  return true;
}

bool BvhCursor::take_label(std::string_view label) {
  skip_space();
  const char* const start = position_;
  for (const char c : label) {
    if (c == ' ') {
      skip_blanks();
    } else if (!at_end() && to_lower(*position_) == to_lower(c)) {
      ++position_;
    } else {
      position_ = start;
      return false;
    }
  }
  if (!at_end() && is_letter(*position_)) {
    position_ = start;
    return false;
  }
  skip_blanks();
  if (!at_end() && *position_ == ':') ++position_;
  return true;
}

std::string_view BvhCursor::take_name() {
  skip_blanks();
  const char* const start = position_;
  position_ = std::find_if(position_, end_, [](char c) { return is_bvh_line_end(c) || c == '{'; });
  const char* last = position_;
  while (last != start && is_bvh_blank(last[-1])) --last;
  return {start, last};
}

double BvhCursor::take_number(std::string_view what) {
  const std::string_view word = peek_word();
  double value = 0;
  const char* const behind = read_decimal(word.data(), word.data() + word.size(), value);
  if (word.empty() || behind != word.data() + word.size()) throw expected(what);
  if (!(std::abs(value) <= kLargestBvhNumber)) {
    throw expected(fmt::format("{} of magnitude {:g} at most", what, kLargestBvhNumber));
  }
  position_ += word.size();
  return value;
}

Error BvhCursor::error_at(const char* place, const std::string& message) const {
  std::size_t line = 1;
  const char* line_begin = begin_;
  for (const char* p = begin_; p != place; ++p) {
    const bool ends = *p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] != '\n'));
    if (!ends) continue;
    ++line;
    line_begin = p + 1;
  }
  return Error::asset(fmt::format("line {}, column {}", line, place - line_begin + 1), message);
}

Error BvhCursor::expected(std::string_view what) {
  const std::string_view word = peek_word();
  const std::string found = word.empty() ? "the end of the file" : fmt::format("\"{}\"", printable(word, 40));
  return error_at(position_, fmt::format("expected {}, found {}", what, found));
}

}  // namespace sinew
