#include "importers/gltf/triangles.h"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr int kTriangles = 4;
constexpr int kTriangleStrip = 5;
constexpr int kTriangleFan = 6;

}  // namespace

bool is_triangle_mode(int mode, const std::string& place) {
  if (mode < 0 || mode > kTriangleFan) throw Error::asset(place, fmt::format("mode {}; expected 0 to 6", mode));
  return mode >= kTriangles;
}

std::vector<std::uint32_t> to_triangles(int mode, std::vector<std::uint32_t> indices, std::size_t vertices) {
  if (indices.empty()) {
    indices.resize(vertices);
    std::iota(indices.begin(), indices.end(), 0U);
  }
  if (mode == kTriangles) {
    indices.resize(indices.size() / 3 * 3);
    return indices;
  }
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
    // Every other triangle of a strip is turned over to face the same way.
    const std::size_t odd = i % 2;
    const std::array<std::uint32_t, 3> corner = mode == kTriangleStrip
                                                    ? std::array{indices[i], indices[i + 1 + odd], indices[i + 2 - odd]}
                                                    : std::array{indices[i + 1], indices[i + 2], indices[0]};
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
    triangles.insert(triangles.end(), corner.begin(), corner.end());
  }
  return triangles;
}

}  // namespace sinew
