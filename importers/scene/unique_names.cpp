#include "importers/scene/unique_names.h"

#include "libanim/support/text.h"

namespace sinew {

std::string UniqueNames::take(const std::string& wanted, const std::string& fallback) {
  constexpr std::size_t kLongest = 200;
  std::string base = printable(wanted, kLongest);
  if (base.empty()) base = fallback;
  std::string name = base;
  if (taken_.insert(name).second) return name;
  int& n = next_.try_emplace(base, 2).first->second;
  do name = base + "_" + std::to_string(n++);
  while (!taken_.insert(name).second);
  return name;
}

}  // namespace sinew
