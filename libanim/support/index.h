#pragma once

#include <cstddef>

namespace sinew {

/// Our indices and counts are int (a parent may be -1), containers want std::size_t: this is the one conversion. The
/// value must not be negative.
[[nodiscard]] constexpr std::size_t to_size(int n) { return static_cast<std::size_t>(n); }

}  // namespace sinew
