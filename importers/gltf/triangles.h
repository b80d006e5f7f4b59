#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sinew {

/// Whether glTF's primitive mode draws triangles (4 list, 5 strip, 6 fan). Throws Error (kAsset) on an unknown one.
[[nodiscard]] bool is_triangle_mode(int mode, const std::string& place);

/// The triangles of a list, strip or fan, three indices each, wound as glTF says. Without indices the vertices are
/// taken in order. Triangles of strips and fans with a repeated index, which only lead on to the next part, are left
/// out, and so are the one or two indices that a list may have too many.
[[nodiscard]] std::vector<std::uint32_t> to_triangles(int mode, std::vector<std::uint32_t> indices,
                                                      std::size_t vertices);

}  // namespace sinew
