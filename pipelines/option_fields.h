#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libanim/support/config.h"
#include "pipelines/config_keys.h"

namespace sinew {

// Options and their configuration keys from one list of fields: a function template visits every field with its name,
// unit, range and help; KeyMaker makes keys of what it sees, FieldReader sets the fields.

/// Names of an enum's values, in their order.
using KeyWords = std::span<const std::string_view>;

/// Describes the fields as keys.
class KeyMaker {
 public:
  /// `prefix` goes before every name: "track.".
  explicit KeyMaker(std::string prefix) : prefix_(std::move(prefix)) {}

  void number(const char* name, double initial, const char* unit, double lowest, double highest, const char* help) {
    keys_.push_back(number_key(full(name), initial, unit, lowest, highest, help));
  }
  template <typename Integer>
  void count(const char* name, Integer initial, double lowest, double highest, const char* help) {
    keys_.push_back(number_key(full(name), static_cast<std::int64_t>(initial), "", lowest, highest, help));
  }
  void flag(const char* name, bool initial, const char* help) { keys_.push_back(flag_key(full(name), initial, help)); }
  template <typename Enum>
  void word(const char* name, Enum initial, KeyWords words, const char* help) {
    keys_.push_back(word_key(full(name), words[static_cast<std::size_t>(initial)], help, {words.begin(), words.end()}));
  }

  [[nodiscard]] std::vector<ConfigKey> keys() const { return keys_; }

 private:
  [[nodiscard]] std::string full(const char* name) const { return prefix_ + name; }
  std::string prefix_;
  std::vector<ConfigKey> keys_;
};

/// Takes the fields out of a configuration.
class FieldReader {
 public:
  FieldReader(const Config& config, std::string prefix) : config_(config), prefix_(std::move(prefix)) {}

  void number(const char* name, double& field, const char*, double, double, const char*) {
    field = config_.number(full(name));
  }
  template <typename Integer>
  void count(const char* name, Integer& field, double, double, const char*) {
    field = static_cast<Integer>(config_.integer(full(name)));
  }
  void flag(const char* name, bool& field, const char*) { field = config_.flag(full(name)); }
  template <typename Enum>
  void word(const char* name, Enum& field, KeyWords words, const char*) {
    field = static_cast<Enum>(std::ranges::find(words, config_.text(full(name))) - words.begin());
  }

 private:
  [[nodiscard]] std::string full(const char* name) const { return prefix_ + name; }
  const Config& config_;
  std::string prefix_;
};

}  // namespace sinew
