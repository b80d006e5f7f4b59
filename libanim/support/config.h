#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/support/toml_document.h"

namespace sinew {

using ConfigValue = TomlValue;

/// One key of the configuration, with everything a user needs to set it.
struct ConfigKey {
  std::string name;  ///< dotted: "import.max_joints"
  ConfigValue initial;
  std::string unit;  ///< "m", "Hz", "bytes"; empty for plain numbers and words
  std::string help;  ///< what it does; where it is a knob, the symptom that it cures
  double lowest = -std::numeric_limits<double>::infinity();  ///< numbers only
  double highest = std::numeric_limits<double>::infinity();  ///< numbers only
  std::vector<std::string> choices;                          ///< words only; empty = any text
};

/// Configuration in TOML with a fixed set of keys: an unknown key, a wrong type or a value out of range is an
/// Error (kUsage) that names the place and the nearest known key.
class Config {
 public:
  explicit Config(std::vector<ConfigKey> keys);

  /// Takes values from TOML text; `file` is for messages.
  void load(std::string_view toml, std::string_view file);

  /// "a.b=c" as given to --set: c is a TOML value, or bare text for a key that holds text.
  void set(std::string_view assignment);

  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

  /// TOML that loads back to this configuration; each key with help, unit, default and range.
  [[nodiscard]] std::string dump() const;

  /// SHA-256 over names and values in a canonical form; goes into every output.
  [[nodiscard]] std::string hash() const;

  [[nodiscard]] const std::vector<ConfigKey>& keys() const { return keys_; }

 private:
  [[nodiscard]] const ConfigKey& key(std::string_view name, std::string_view place) const;
  [[nodiscard]] const ConfigValue& value(std::string_view name) const;
  void assign(std::string_view name, ConfigValue value, std::string_view place);

  std::vector<ConfigKey> keys_;
  std::map<std::string, ConfigValue, std::less<>> values_;
};

}  // namespace sinew
