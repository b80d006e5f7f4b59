#include "pipelines/config_keys.h"

#include <utility>

namespace sinew {

ConfigKey word_key(std::string name, std::string_view initial, std::string help, std::vector<std::string> choices) {
  ConfigKey key;
  key.name = std::move(name);
  key.initial = std::string(initial);
  key.help = std::move(help);
  key.choices = std::move(choices);
  return key;
}

ConfigKey flag_key(std::string name, bool initial, std::string help) {
  ConfigKey key;
  key.name = std::move(name);
  key.initial = initial;
  key.help = std::move(help);
  return key;
}

ConfigKey number_key(std::string name, ConfigValue initial, std::string unit, double lowest, double highest,
                     std::string help) {
  ConfigKey key;
  key.name = std::move(name);
  key.initial = std::move(initial);
  key.unit = std::move(unit);
  key.help = std::move(help);
  key.lowest = lowest;
  key.highest = highest;
  return key;
}

}  // namespace sinew
