#include "importers/scene/unique_names.h"

#include "libanim/support/text.h"

namespace sinew {

std::string UniqueNames::take(const std::string& wanted, const std::string& fallback) {
  constexpr std::size_t kLongest = 200;
  std::string base = printable(wanted, kLongest);
  if (base.empty()) base = fallback;
  std::string name = base;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  return name;
}

}  // namespace sinew
