#include "pipelines/quantity.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

constexpr std::array<std::pair<std::string_view, double>, 10> kUnits = {{{"m", 1.0},
                                                                         {"dm", 0.1},
                                                                         {"cm", 0.01},
                                                                         {"mm", 0.001},
                                                                         {"in", 0.0254},
                                                                         {"inch", 0.0254},
                                                                         {"ft", 0.3048},
                                                                         {"foot", 0.3048},
                                                                         {"yd", 0.9144},
                                                                         {"cmu", 0.0254 / 0.45}}};

/// One end of a crop range; an empty text is `open`.
double parse_end(std::string_view text, double open, std::string_view whole, bool& in_frames) {
  if (text.empty()) return open;
  if (text.ends_with('f')) {
    in_frames = true;
    text.remove_suffix(1);
  }
  const auto value = parse_number(text);
  if (!value || *value < 0 || (in_frames && *value != std::floor(*value))) {
    throw Error::usage(fmt::format("--crop {}: expected a:b in seconds, or in frames as 30f:120f", printable(whole)));
  }
  return *value;
}

}  // namespace

double parse_unit(std::string_view text) {
  for (const auto& [name, metres] : kUnits) {
    if (lower(text) == name) return metres;
  }
  const auto value = parse_number(text);
  if (value && *value > 0) return *value;
  throw Error::usage(
      fmt::format("--unit {}: expected m, dm, cm, mm, inch, ft, yd, cmu (1/0.45 inch), or metres per unit as a number",
                  printable(text)));
}

char parse_up(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string axis = lower(negative || text.starts_with('+') ? text.substr(1) : text);
  if (axis.ends_with("-up")) axis.resize(axis.size() - 3);
  if (axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z') {
    throw Error::usage(fmt::format("--up {}: expected x, y, z, -x, -y or -z", printable(text)));
  }
  return negative ? axis[0] : static_cast<char>(axis[0] - 'a' + 'A');
}

double parse_duration(std::string_view text) {
  std::string_view digits = text;
  double scale = 1;
  if (digits.ends_with('s') || digits.ends_with('m') || digits.ends_with('h')) {
    scale = digits.back() == 'h' ? 3600 : digits.back() == 'm' ? 60 : 1;
    digits.remove_suffix(1);
  }
  const auto value = parse_number(digits);
  if (value && *value > 0) return scale * *value;
  throw Error::usage(fmt::format("{}: expected a time, for example 90s, 5m or 1.5h", printable(text)));
}

CropRange parse_crop(std::string_view text) {
  const std::size_t colon = text.find(':');
  bool first_frames = false;
  bool last_frames = false;
  CropRange range;
  if (colon == std::string_view::npos) (void)parse_end("x", 0, text, first_frames);
  range.first = parse_end(text.substr(0, colon), 0, text, first_frames);
  range.last = parse_end(text.substr(colon + 1), std::numeric_limits<double>::infinity(), text, last_frames);
  const bool one_open = text.substr(0, colon).empty() || text.substr(colon + 1).empty();
  range.in_frames = first_frames || last_frames;
  if ((!one_open && first_frames != last_frames) || range.last < range.first) {
    throw Error::usage(
        fmt::format("--crop {}: expected a:b with a <= b, both in seconds or both in frames", printable(text)));
  }
  return range;
}

}  // namespace sinew
