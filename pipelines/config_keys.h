#pragma once

#include <string>
#include <vector>

#include "libanim/support/config.h"

namespace sinew {

// Short forms for the tables of configuration keys.
[[nodiscard]] ConfigKey word_key(std::string name, std::string_view initial, std::string help,
                                 std::vector<std::string> choices = {});
[[nodiscard]] ConfigKey flag_key(std::string name, bool initial, std::string help);
[[nodiscard]] ConfigKey number_key(std::string name, ConfigValue initial, std::string unit, double lowest,
                                   double highest, std::string help);

}  // namespace sinew
