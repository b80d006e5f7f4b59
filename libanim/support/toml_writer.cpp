#include "libanim/support/toml_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "libanim/support/text.h"

namespace sinew {

namespace {

std::string joined(const auto& values) {
  std::string text = "[";
  for (const auto& value : values) {
    if (text.size() > 1) text += ", ";
    text += toml_text(value);
  }
  return text + "]";
}

/// A comment and a key's line end at a line feed, and TOML has no other control characters in them but tabs.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

}  // namespace

std::string toml_text(bool value) { return value ? "true" : "false"; }
std::string toml_text(int value) { return std::to_string(value); }
std::string toml_text(std::int64_t value) { return std::to_string(value); }

std::string toml_text(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) return "nan";
  std::string text = shortest(value);
  // A decimal point or exponent keeps a whole double a TOML float.
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string toml_text(std::string_view value) {
  std::string result = "\"";
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (code < 0x20 || code == 0x7F) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(code));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string toml_text(const char* value) { return toml_text(std::string_view(value)); }
std::string toml_text(std::span<const double> values) { return joined(values); }
std::string toml_text(std::span<const std::string> values) { return joined(values); }

std::string toml_text(const Eigen::Vector3d& values) { return toml_text(std::span<const double>(values.data(), 3)); }

void TomlWriter::comment(std::string_view text) {
  while (true) {
    const std::size_t end = text.find('\n');
    text_ += "# " + one_line(text.substr(0, end)) + "\n";
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void TomlWriter::blank_line() { text_ += '\n'; }
void TomlWriter::table(std::string_view name) { text_ += fmt::format("\n[{}]\n", name); }
void TomlWriter::table_of_array(std::string_view name) { text_ += fmt::format("\n[[{}]]\n", name); }

void TomlWriter::line(std::string_view key, std::string_view value, std::string_view remark) {
  text_ += fmt::format("{} = {}{}{}\n", key, value, remark.empty() ? "" : "  # ", one_line(remark));
}

}  // namespace sinew
