#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/support/bytes.h"

namespace tinygltf {
class Model;
}

namespace sinew {

/// What a buffer view is for: glTF wants to be told for vertices and indices.
enum class BufferUse { kOther, kVertex, kIndex };

enum class Extent { kUnstated, kStated };  ///< whether an accessor says its smallest and largest values

/// Appends data to the one buffer of a glTF model; every block gets its own 4-byte aligned buffer view.
/// The functions return the index of the new view or accessor.
class GltfBufferWriter {
 public:
  explicit GltfBufferWriter(tinygltf::Model& model);

  int add_view(ByteSpan bytes, BufferUse use);

  /// Elements of `width` floats: 1 SCALAR, 2 to 4 VEC, 16 MAT4.
  int add_floats(std::span<const float> values, std::size_t width, BufferUse use, Extent extent = Extent::kUnstated);

  template <std::size_t N>
  int add_vectors(const std::vector<std::array<float, N>>& values, BufferUse use, Extent extent = Extent::kUnstated) {
    static_assert(sizeof(std::array<float, N>) == N * sizeof(float));
    return add_floats({reinterpret_cast<const float*>(values.data()), values.size() * N}, N, use, extent);
  }

  /// Triangle indices, 16 bits wide where the vertex count allows it.
  int add_indices(std::span<const std::uint32_t> indices, std::size_t vertex_count);

  /// Joint indices, 8 bits wide where the number of joints allows it.
  int add_joints(std::span<const std::array<std::uint16_t, 4>> joints, std::size_t joint_count);

 private:
  int add_accessor(ByteSpan bytes, BufferUse use, int component_type, int type, std::size_t count);

  tinygltf::Model& model_;
};

/// The nearest single-precision number; throws Error (kAsset) naming `place` when there is none.
[[nodiscard]] float to_float(double value, std::string_view place);

/// Text that is safe in JSON: what is not UTF-8, and the zero byte at which C strings end, becomes '?'.
[[nodiscard]] std::string json_text(std::string_view text);

/// 'name', or 'kind index' where it has none: how notes and errors name a part.
[[nodiscard]] std::string part_name(std::string_view kind, std::size_t index, std::string_view name);

}  // namespace sinew
