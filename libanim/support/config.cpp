#include "libanim/support/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

Error refuse(std::string_view place, std::string message) {
  return {ErrorKind::kUsage, std::string(place), std::move(message)};
}

constexpr std::array<std::string_view, 4> kTypeNames = {"true or false", "a whole number", "a number", "text"};

/// A decimal point or exponent keeps a whole double a TOML float, so that the dump loads with the same type.
std::string toml_number(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = shortest(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string toml_text(const ConfigValue& value) {
  if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
  if (const auto* d = std::get_if<double>(&value)) return toml_number(*d);
  return quoted(std::get<std::string>(value));
}

std::string range_text(const ConfigKey& key) {
  if (!key.choices.empty()) return fmt::format("one of {}", fmt::join(key.choices, ", "));
  const bool low = std::isfinite(key.lowest);
  const bool high = std::isfinite(key.highest);
  if (low && high) return fmt::format("{} to {}", shortest(key.lowest), shortest(key.highest));
  if (low) return fmt::format("at least {}", shortest(key.lowest));
  if (high) return fmt::format("at most {}", shortest(key.highest));
  return "";
}

void check_range(const ConfigKey& key, double number, std::string_view place) {
  if (number >= key.lowest && number <= key.highest) return;
  throw refuse(place, fmt::format("{} = {} is out of range: expected {}", key.name, shortest(number), range_text(key)));
}

void check_choice(const ConfigKey& key, const std::string& word, std::string_view place) {
  if (key.choices.empty() || std::ranges::count(key.choices, word) > 0) return;
  throw refuse(place, fmt::format("{} = \"{}\": expected {}", key.name, printable(word), range_text(key)));
}

ConfigValue from_toml(const toml::node& node, std::string_view place) {
  if (const auto* b = node.as_boolean()) return b->get();
  if (const auto* i = node.as_integer()) return i->get();
  if (const auto* d = node.as_floating_point()) return d->get();
  if (const auto* s = node.as_string()) return s->get();
  throw refuse(place, "expected true, false, a number or text");
}

toml::table parse(std::string_view text, std::string_view file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const auto place = fmt::format("line {}, column {}", error.source().begin.line, error.source().begin.column);
    throw refuse(place, std::string(error.description())).in_file(file);
  }
}

}  // namespace

Config::Config(std::vector<ConfigKey> keys) : keys_(std::move(keys)) {
  for (const ConfigKey& key : keys_) {
    if (!values_.emplace(key.name, key.initial).second) throw Error::internal("configuration key twice: " + key.name);
  }
}

const ConfigKey& Config::key(std::string_view name, std::string_view place) const {
  const auto found = std::ranges::find(keys_, name, &ConfigKey::name);
  if (found != keys_.end()) return *found;
  std::vector<std::string> names;
  names.reserve(keys_.size());
  for (const ConfigKey& known : keys_) names.push_back(known.name);
  const std::string nearest = nearest_word(name, names);
  const std::string hint = nearest.empty() ? "`sinew config dump` lists all keys" : "did you mean " + nearest + "?";
  throw refuse(place, fmt::format("unknown configuration key {}; {}", printable(name), hint));
}

void Config::assign(std::string_view name, ConfigValue value, std::string_view place) {
  const ConfigKey& known = key(name, place);
  if (std::holds_alternative<double>(known.initial) && std::holds_alternative<std::int64_t>(value)) {
    value = static_cast<double>(std::get<std::int64_t>(value));
  }
  if (value.index() != known.initial.index()) {
    throw refuse(place, fmt::format("{} = {}: expected {}", name, toml_text(value), kTypeNames[known.initial.index()]));
  }
  if (const auto* i = std::get_if<std::int64_t>(&value)) check_range(known, static_cast<double>(*i), place);
  if (const auto* d = std::get_if<double>(&value)) check_range(known, *d, place);
  if (const auto* s = std::get_if<std::string>(&value)) check_choice(known, *s, place);
  values_.find(name)->second = std::move(value);
}

void Config::load(std::string_view toml, std::string_view file) {
  const toml::table root = parse(toml, file);
  // Depth first over nested tables, iteratively.
  std::vector<std::pair<std::string, const toml::table*>> open = {{"", &root}};
  while (!open.empty()) {
    const auto [prefix, table] = open.back();
    open.pop_back();
    for (const auto& [name, node] : *table) {
      const std::string full = prefix + std::string(name.str());
      const auto place = fmt::format("line {}, column {}", node.source().begin.line, node.source().begin.column);
      try {
        if (const auto* inner = node.as_table()) {
          open.emplace_back(full + ".", inner);
        } else {
          assign(full, from_toml(node, place), place);
        }
      } catch (const Error& error) {
        throw error.in_file(file);
      }
    }
  }
}

void Config::set(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string place = fmt::format("--set {}", printable(assignment));
  if (equals == std::string_view::npos) throw refuse(place, "expected key=value");
  const std::string_view name = assignment.substr(0, equals);
  const std::string text(assignment.substr(equals + 1));
  if (std::holds_alternative<std::string>(key(name, place).initial) && !text.starts_with('"')) {
    assign(name, text, place);
    return;
  }
  const toml::table table = parse("value = " + text, place);
  assign(name, from_toml(*table.get("value"), place), place);
}

const ConfigValue& Config::value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Error::internal(fmt::format("no configuration key {}", name));
  return found->second;
}

bool Config::flag(std::string_view name) const { return std::get<bool>(value(name)); }
std::int64_t Config::integer(std::string_view name) const { return std::get<std::int64_t>(value(name)); }
double Config::number(std::string_view name) const { return std::get<double>(value(name)); }
const std::string& Config::text(std::string_view name) const { return std::get<std::string>(value(name)); }

std::string Config::dump() const {
  std::string result;
  std::string open_table;
  for (const ConfigKey& key : keys_) {
    const std::size_t dot = key.name.rfind('.');
    const std::string table = key.name.substr(0, dot);
    if (table != open_table) result += fmt::format("{}[{}]\n", open_table.empty() ? "" : "\n", table);
    open_table = table;
    const std::string unit = key.unit.empty() ? "" : fmt::format(" (unit: {})", key.unit);
    const std::string range = range_text(key);
    result += fmt::format("# {}{}\n# default {}{}\n", key.help, unit, toml_text(key.initial),
                          range.empty() ? "" : "; " + range);
    result += fmt::format("{} = {}\n", key.name.substr(dot + 1), toml_text(value(key.name)));
  }
  return result;
}

std::string Config::hash() const {
  std::string canonical;
  for (const auto& [name, value] : values_) canonical += fmt::format("{} = {}\n", name, toml_text(value));
  return sha256_hex(as_bytes(canonical));
}

}  // namespace sinew
