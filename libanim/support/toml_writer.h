#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// One value as TOML. Numbers are the shortest text that reads back as the same double, and always a TOML float.
[[nodiscard]] std::string toml_text(bool value);
[[nodiscard]] std::string toml_text(int value);
[[nodiscard]] std::string toml_text(std::int64_t value);
[[nodiscard]] std::string toml_text(double value);
[[nodiscard]] std::string toml_text(std::string_view value);
[[nodiscard]] std::string toml_text(const char* value);
[[nodiscard]] std::string toml_text(std::span<const double> values);
[[nodiscard]] std::string toml_text(std::span<const std::string> values);
[[nodiscard]] std::string toml_text(const Eigen::Vector3d& values);

/// Writes a TOML document line by line. The same calls give the same bytes.
class TomlWriter {
 public:
  /// "# text"; a line feed in the text begins another comment line.
  void comment(std::string_view text);
  /// "[name]" and "[[name]]", after an empty line.
  void table(std::string_view name);
  void table_of_array(std::string_view name);
  void blank_line();

  /// "key = value", with "  # remark" behind it when there is one.
  template <typename T>
  void value(std::string_view key, const T& v, std::string_view remark = {}) {
    line(key, toml_text(v), remark);
  }
  /// The same for a value that is TOML already.
  void line(std::string_view key, std::string_view value, std::string_view remark = {});

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace sinew
