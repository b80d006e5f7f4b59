#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "importers/gltf/gltf_document.h"

namespace sinew {

/// What an accessor holds, with glTF's own numbers for `component` (5120 to 5126).
struct AccessorFormat {
  std::size_t count = 0;
  std::size_t components = 0;  ///< per element: 1 to 16
  bool matrix = false;
  int component = 0;
  bool normalized = false;
};

inline constexpr int kByteComponent = 5120;
inline constexpr int kUnsignedByteComponent = 5121;
inline constexpr int kShortComponent = 5122;
inline constexpr int kUnsignedShortComponent = 5123;
inline constexpr int kUnsignedIntComponent = 5125;
inline constexpr int kFloatComponent = 5126;

/// Checks all views and accessors of a file: indices in range, known types, and every element, sparse ones
/// included, within its view and buffer. Throws Error (kAsset).
void check_accessors(const GltfContext& context);

/// The format of accessor `index`, which `place` refers to. Throws when there is no such accessor.
[[nodiscard]] AccessorFormat accessor_format(const GltfContext& context, int index, const std::string& place);

/// Throws unless the accessor has so many components of one of these types.
void require_format(const AccessorFormat& format, std::size_t components, std::initializer_list<int> types,
                    const std::string& place);

/// All components of all elements, sparse ones substituted, normalised integers scaled to [0, 1] or [-1, 1]. Only for
/// files that passed check_accessors.
[[nodiscard]] std::vector<float> read_floats(GltfContext& context, int index, const std::string& place);
[[nodiscard]] std::vector<double> read_doubles(GltfContext& context, int index, const std::string& place);

/// The same for unsigned integers, as they are.
[[nodiscard]] std::vector<std::uint32_t> read_unsigned(GltfContext& context, int index, const std::string& place);

/// The bytes of a buffer view. Throws when it or its buffer does not exist.
[[nodiscard]] ByteSpan view_bytes(const GltfContext& context, int view, const std::string& place);

}  // namespace sinew
