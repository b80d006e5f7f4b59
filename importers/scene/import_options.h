#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// How much an input file may ask for. A file that asks for more is refused, not truncated.
struct ImportLimits {
  std::size_t max_file_bytes = std::size_t{2} << 30;     ///< (unit: bytes)
  std::size_t max_joints = 10'000;                       ///< also limits nodes of a scene: 10 times that
  std::size_t max_frames = 5'000'000;                    ///< per clip
  std::size_t max_clip_values = std::size_t{400} << 20;  ///< frames x joints of one clip
  std::size_t max_vertices = 20'000'000;                 ///< over all meshes
  int max_depth = 512;                                   ///< joint or node nesting, JSON nesting
};

/// What the user says against what the file says or what we would infer.
struct ImportOptions {
  std::optional<double> unit;  ///< metres per file unit
  std::optional<char> up;      ///< 'X', 'Y' or 'Z'
  std::optional<double>
      frame_rate;  ///< of the source (unit: Hz): BVH: instead of Frame Time; glTF, FBX: the sampling grid
  ImportLimits limits;
};

/// Fetches a file that an asset refers to, confined to the asset's folder; throws Error.
using ResourceLoader = std::function<std::vector<std::byte>(std::string_view uri)>;

}  // namespace sinew
