#include "exporters/report/page_arrays.h"

#include <bit>

namespace sinew {

static_assert(std::endian::native == std::endian::little, "typed arrays of a page are little-endian");

PageJson PageRows::add_to(PageArrays& arrays, const std::string& name) const {
  arrays.add(name, floats_.values());
  arrays.add(name + ".offsets", std::span<const std::uint32_t>(offsets_));
  return {{"rows", name}, {"offsets", name + ".offsets"}, {"columns", columns_}};
}

}  // namespace sinew
