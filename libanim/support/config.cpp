#include "libanim/support/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "libanim/support/toml_writer.h"

namespace sinew {

namespace {

Error refuse(std::string_view place, std::string message) {
  return {ErrorKind::kUsage, std::string(place), std::move(message)};
}

constexpr std::array<std::string_view, 4> kTypeNames = {"true or false", "a whole number", "a number", "text"};

std::string value_text(const ConfigValue& value) {
  return std::visit([](const auto& v) { return toml_text(v); }, value);
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
    throw refuse(place,
                 fmt::format("{} = {}: expected {}", name, value_text(value), kTypeNames[known.initial.index()]));
  }
  if (const auto* i = std::get_if<std::int64_t>(&value)) check_range(known, static_cast<double>(*i), place);
  if (const auto* d = std::get_if<double>(&value)) check_range(known, *d, place);
  if (const auto* s = std::get_if<std::string>(&value)) check_choice(known, *s, place);
  values_.find(name)->second = std::move(value);
}

void Config::load(std::string_view toml, std::string_view file) {
  const TomlDocument document(toml, file, ErrorKind::kUsage);
  // Depth first over nested tables, iteratively.
  std::vector<std::pair<std::string, TomlTable>> open = {{"", document.root()}};
  while (!open.empty()) {
    const auto [prefix, table] = open.back();
    open.pop_back();
    for (const std::string& name : table.keys()) {
      if (table.is_table(name)) {
        open.emplace_back(prefix + name + ".", table.table(name));
        continue;
      }
      try {
        assign(prefix + name, table.value(name), table.place(name));
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
  assign(name, TomlDocument("value = " + text, place, ErrorKind::kUsage).root().value("value"), place);
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
    result += fmt::format("# {}{}\n# default {}{}\n", key.help, unit, value_text(key.initial),
                          range.empty() ? "" : "; " + range);
    result += fmt::format("{} = {}\n", key.name.substr(dot + 1), value_text(value(key.name)));
  }
  return result;
}

std::string Config::hash() const {
  std::string canonical;
  for (const auto& [name, value] : values_) canonical += fmt::format("{} = {}\n", name, value_text(value));
  return sha256_hex(as_bytes(canonical));
}

}  // namespace sinew
