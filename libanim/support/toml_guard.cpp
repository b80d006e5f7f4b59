#include "libanim/support/toml_guard.h"

#include <algorithm>

#include "libanim/support/toml_document.h"

namespace sinew {

namespace {

static_assert(kTomlMaxDepth == 32 && kTomlMaxValues == 5'000'000 && kTomlMaxLines == 1'000'000,
              "the messages below name the limits");

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<TomlExcess> scan() {
    while (at_ < text_.size()) {
      count(text_[at_]);
      if (brackets_ > kTomlMaxDepth) return TomlExcess{line_, "brackets nested deeper than 32"};
      if (dots_ > kTomlMaxDepth) return TomlExcess{line_, "a key of more than 32 parts"};
      if (commas_ > kTomlMaxValues) return TomlExcess{line_, "more than 5 million values"};
      if (tables_ > kTomlMaxLines) return TomlExcess{line_, "more than 1 million lines or parts of keys"};
    }
    return std::nullopt;
  }

 private:
  void count(char c) {
    if (c == '"' || c == '\'') {
      skip_string(c);
      return;
    }
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    ++at_;
    // A number has one dot; further ones are parts of a key, each of which makes a table as a line may do.
    if ((c == '.' && ++dots_ > 1) || c == '\n') ++tables_;
    if (c == '[' || c == '{') ++brackets_;
    if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
    if (c == ',') ++commas_;
    if (c == '\n') ++line_;
    if (c == '\n' || c == ',' || c == '=' || c == '[' || c == '{') dots_ = 0;
  }

  /// Leaves the cursor behind the closing quotes; a string that does not end is the parser's to refuse.
  void skip_string(char quote) {
    const bool multiline = at_ + 2 < text_.size() && text_[at_ + 1] == quote && text_[at_ + 2] == quote;
    at_ += multiline ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!multiline) return;
        ++line_;
      }
      if (c == '\\' && quote == '"') {
        at_ += 2;
        continue;
      }
      if (closes(quote, multiline)) return;
      ++at_;
    }
  }

  bool closes(char quote, bool multiline) {
    if (text_[at_] != quote) return false;
    if (!multiline) {
      ++at_;
      return true;
    }
    if (at_ + 2 >= text_.size() || text_[at_ + 1] != quote || text_[at_ + 2] != quote) return false;
    at_ += 3;
    // Up to two quotes may stand right before the closing three.
    while (at_ < text_.size() && text_[at_] == quote) ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int brackets_ = 0;
  int dots_ = 0;
  std::size_t commas_ = 0;
  std::size_t tables_ = 0;
};

}  // namespace

std::optional<TomlExcess> find_toml_excess(std::string_view text) { return Scanner(text).scan(); }

}  // namespace sinew
