#include "libanim/support/toml_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "libanim/support/text.h"
#include "libanim/support/toml_guard.h"

namespace sinew {

struct TomlTable::Shared {
  struct Opened {
    const toml::table* table = nullptr;
    std::string name;
    std::set<std::string, std::less<>> asked;
  };

  toml::table root;
  std::string file;
  ErrorKind kind = ErrorKind::kAsset;
  std::vector<Opened> opened;
  std::map<const toml::table*, std::size_t> index_of;

  [[nodiscard]] Error error(const toml::source_position& at, std::string message) const {
    return Error(kind, fmt::format("line {}, column {}", at.line, at.column), std::move(message)).in_file(file);
  }
};

struct TomlTable::Node {
  const toml::node* node = nullptr;
};

namespace {

constexpr std::size_t kShownText = 40;

std::string shown(const toml::node& node) {
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  if (const auto* i = node.as_integer()) return std::to_string(i->get());
  if (const auto* d = node.as_floating_point()) return shortest(d->get());
  if (const auto* s = node.as_string()) return '"' + printable(s->get(), kShownText) + '"';
  if (const auto* array = node.as_array()) return fmt::format("an array of {}", array->size());
  return node.is_table() ? "a table" : "a date or time";
}

std::string range_text(const TomlRange& range) {
  const TomlRange all;
  const bool low = range.lowest > all.lowest;
  const bool high = range.highest < all.highest;
  if (low && high) return fmt::format(" from {} to {}", shortest(range.lowest), shortest(range.highest));
  if (low) return fmt::format(" of at least {}", shortest(range.lowest));
  if (high) return fmt::format(" of at most {}", shortest(range.highest));
  return "";
}

toml::table parse(std::string_view text, const auto& refuse) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw refuse(error.source().begin, std::string(error.description()));
  }
}

}  // namespace

TomlTable::Node TomlTable::find(std::string_view key) const {
  Shared::Opened& opened = shared_->opened[index_];
  opened.asked.emplace(key);
  return {opened.table->get(key)};
}

TomlTable::Node TomlTable::demand(std::string_view key, std::string_view expected) const {
  const Node found = find(key);
  if (found.node == nullptr) {
    const std::string nearest = nearest_word(key, keys());
    throw shared_->error(
        shared_->opened[index_].table->source().begin,
        fmt::format("{} is missing: expected {}{}", full_name(key), expected,
                    nearest.empty() ? "" : fmt::format("; is {} meant to be it?", printable(nearest))));
  }
  return found;
}

TomlTable::Node TomlTable::demand_array(std::string_view key, std::string_view expected) const {
  const Node found = demand(key, expected);
  if (!found.node->is_array()) throw refuse(found, key, expected);
  return found;
}

std::string TomlTable::full_name(std::string_view key) const {
  const std::string& name = shared_->opened[index_].name;
  return name.empty() ? printable(key) : name + "." + printable(key);
}

Error TomlTable::refuse(const Node& node, std::string_view key, std::string_view expected) const {
  return shared_->error(node.node->source().begin,
                        fmt::format("{} = {}: expected {}", full_name(key), shown(*node.node), expected));
}

std::string TomlTable::place(std::string_view key) const {
  const toml::table& table = *shared_->opened[index_].table;
  const toml::node* node = table.get(key);
  const toml::source_position at = (node != nullptr ? node->source() : table.source()).begin;
  return fmt::format("line {}, column {}", at.line, at.column);
}

Error TomlTable::error(std::string_view key, std::string_view message) const {
  return Error(shared_->kind, place(key), fmt::format("{}: {}", full_name(key), message)).in_file(shared_->file);
}

bool TomlTable::has(std::string_view key) const { return find(key).node != nullptr; }

bool TomlTable::flag(std::string_view key) const {
  const Node found = demand(key, "true or false");
  if (!found.node->is_boolean()) throw refuse(found, key, "true or false");
  return found.node->as_boolean()->get();
}

bool TomlTable::flag(std::string_view key, bool fallback) const { return has(key) ? flag(key) : fallback; }

std::int64_t TomlTable::integer(std::string_view key, const TomlRange& range) const {
  const std::string expected = "a whole number" + range_text(range);
  const Node found = demand(key, expected);
  const auto* integer = found.node->as_integer();
  if (integer == nullptr) throw refuse(found, key, expected);
  const auto number = static_cast<double>(integer->get());
  if (number < range.lowest || number > range.highest) throw refuse(found, key, expected);
  return integer->get();
}

std::int64_t TomlTable::integer(std::string_view key, std::int64_t fallback, const TomlRange& range) const {
  return has(key) ? integer(key, range) : fallback;
}

double TomlTable::checked_number(const Node& node, std::string_view key, const TomlRange& range) const {
  const std::optional<double> number = node.node->is_number() ? node.node->value<double>() : std::nullopt;
  // A NaN fails both comparisons, an infinity one of them.
  if (number && *number >= range.lowest && *number <= range.highest) return *number;
  throw refuse(node, key, "a number" + range_text(range));
}

double TomlTable::number(std::string_view key, const TomlRange& range) const {
  return checked_number(demand(key, "a number" + range_text(range)), key, range);
}

double TomlTable::number(std::string_view key, double fallback, const TomlRange& range) const {
  return has(key) ? number(key, range) : fallback;
}

std::string TomlTable::text(std::string_view key) const {
  const Node found = demand(key, "text in quotes");
  if (!found.node->is_string()) throw refuse(found, key, "text in quotes");
  return found.node->as_string()->get();
}

std::string TomlTable::text(std::string_view key, std::string fallback) const {
  return has(key) ? text(key) : std::move(fallback);
}

std::size_t TomlTable::choice(std::string_view key, std::span<const std::string_view> words) const {
  const std::string expected = fmt::format("one of \"{}\"", fmt::join(words, "\", \""));
  const Node found = demand(key, expected);
  const auto* word = found.node->as_string();
  const auto place = word == nullptr ? words.end() : std::ranges::find(words, std::string_view(word->get()));
  if (place == words.end()) throw refuse(found, key, expected);
  return static_cast<std::size_t>(place - words.begin());
}

std::vector<double> TomlTable::number_array(const Node& node, std::string_view key, const TomlRange& range) const {
  const toml::array& array = *node.node->as_array();
  std::vector<double> numbers;
  numbers.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    const Node item{array.get(i)};
    numbers.push_back(checked_number(item, item.node->is_number() ? fmt::format("{}[{}]", key, i) : key, range));
  }
  return numbers;
}

std::vector<double> TomlTable::numbers(std::string_view key, std::size_t count, const TomlRange& range) const {
  const std::string expected = fmt::format("an array of {} numbers", count);
  const Node found = demand_array(key, expected);
  if (found.node->as_array()->size() != count) throw refuse(found, key, expected);
  return number_array(found, key, range);
}

Eigen::Vector3d TomlTable::vector(std::string_view key, const TomlRange& range) const {
  const std::vector<double> xyz = numbers(key, 3, range);
  return {xyz[0], xyz[1], xyz[2]};
}

Eigen::Vector3d TomlTable::vector(std::string_view key, const Eigen::Vector3d& fallback, const TomlRange& range) const {
  return has(key) ? vector(key, range) : fallback;
}

std::vector<std::vector<double>> TomlTable::rows(std::string_view key, const TomlRange& range) const {
  constexpr std::string_view kExpected = "an array of arrays of numbers, all of the same length";
  const Node found = demand_array(key, kExpected);
  std::vector<std::vector<double>> rows;
  for (const toml::node& row : *found.node->as_array()) {
    if (!row.is_array()) throw refuse({&row}, key, kExpected);
    rows.push_back(number_array({&row}, fmt::format("{}[{}]", key, rows.size()), range));
    if (rows.back().size() != rows.front().size()) throw refuse({&row}, key, kExpected);
  }
  return rows;
}

std::vector<std::string> TomlTable::texts(std::string_view key) const {
  constexpr std::string_view kExpected = "an array of texts in quotes";
  std::vector<std::string> texts;
  const Node found = demand_array(key, kExpected);
  for (const toml::node& item : *found.node->as_array()) {
    if (!item.is_string()) throw refuse({&item}, key, kExpected);
    texts.push_back(item.as_string()->get());
  }
  return texts;
}

TomlTable TomlTable::open(const Node& node, std::string name) const {
  const toml::table* table = node.node->as_table();
  const auto [place, is_new] = shared_->index_of.emplace(table, shared_->opened.size());
  if (is_new) shared_->opened.push_back({table, std::move(name), {}});
  return {shared_, place->second};
}

TomlTable TomlTable::table(std::string_view key) const {
  const Node found = demand(key, "a table");
  if (!found.node->is_table()) throw refuse(found, key, "a table");
  return open(found, full_name(key));
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
  constexpr std::string_view kExpected = "an array of tables";
  std::vector<TomlTable> tables;
  if (!has(key)) return tables;
  const Node found = demand_array(key, kExpected);
  for (const toml::node& item : *found.node->as_array()) {
    if (!item.is_table()) throw refuse({&item}, key, kExpected);
    tables.push_back(open({&item}, fmt::format("{}[{}]", full_name(key), tables.size())));
  }
  return tables;
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> names;
  for (const auto& [name, node] : *shared_->opened[index_].table) names.emplace_back(name.str());
  return names;
}

bool TomlTable::is_table(std::string_view key) const {
  const Node found = find(key);
  return found.node != nullptr && found.node->is_table();
}

TomlValue TomlTable::value(std::string_view key) const {
  const Node found = demand(key, "a value");
  if (const auto* b = found.node->as_boolean()) return b->get();
  if (const auto* i = found.node->as_integer()) return i->get();
  if (const auto* d = found.node->as_floating_point()) return d->get();
  if (const auto* s = found.node->as_string()) return s->get();
  throw refuse(found, key, "true, false, a number or text");
}

TomlDocument::TomlDocument(std::string_view text, std::string_view file, ErrorKind kind)
    : root_(std::make_shared<TomlTable::Shared>(), 0) {
  TomlTable::Shared& shared = *root_.shared_;
  shared.file = file;
  shared.kind = kind;
  const auto refuse = [&](const toml::source_position& at, std::string message) {
    return shared.error(at, std::move(message));
  };
  if (text.size() > kTomlMaxBytes) {
    throw refuse({1, 1}, fmt::format("{} bytes: expected at most {}", text.size(), kTomlMaxBytes));
  }
  if (const auto excess = find_toml_excess(text)) {
    throw refuse({static_cast<toml::source_index>(excess->line), 1}, std::string(excess->what) + " is refused");
  }
  shared.root = parse(text, refuse);
  shared.opened.push_back({&shared.root, "", {}});
}

void TomlDocument::finish() const {
  for (const TomlTable::Shared::Opened& opened : root_.shared_->opened) {
    for (const auto& [name, node] : *opened.table) {
      const std::string_view key = name.str();
      if (opened.asked.contains(key)) continue;
      const std::vector<std::string> known(opened.asked.begin(), opened.asked.end());
      const std::string nearest = nearest_word(key, known);
      const std::string hint = nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                               : fmt::format("did you mean {}?", nearest);
      throw root_.shared_->error(
          name.source().begin,
          fmt::format("unknown key {}{}{}; {}", opened.name, opened.name.empty() ? "" : ".", printable(key), hint));
    }
  }
}

}  // namespace sinew
