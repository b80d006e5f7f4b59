#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/scene/import_options.h"

namespace sinew {

struct GltfBufferEntry {
  std::uint64_t byte_length = 0;
  std::optional<std::string> uri;
};

struct GltfImageEntry {
  std::string name;
  std::string mime_type;
  std::optional<std::string> uri;
  int buffer_view = -1;
};

/// A checked JSON document, split into what tinygltf reads and what we read ourselves.
struct GltfJson {
  std::string structure;  ///< JSON with the properties of gltf_schema() only, without buffers and images
  std::vector<GltfBufferEntry> buffers;
  std::vector<GltfImageEntry> images;
  std::vector<int> channels_without_node;  ///< per animation: channels removed because they target no node
  std::vector<std::string> extensions_used;
  std::vector<std::string> extensions_required;
  bool draco_only = false;  ///< a primitive is compressed with Draco and its positions have no plain data
  std::size_t cameras = 0;
  std::string sinew;                ///< asset.extras.sinew as JSON text, empty when it is no object
  std::vector<int> humanoid_nodes;  ///< the bones that VRMC_vrm or VRMC_vrm_animation list; not range-checked
};

/// Parses glTF's JSON. Depth and number of values are bounded before the parser runs; every known property has
/// the JSON type, range and length that the specification asks for; a node has either a matrix or parts.
///
/// tinygltf 2.7.0 reads mistyped properties as absent, takes indices modulo 2^32, leaves out primitives and channels
/// that it dislikes, copies an animation's extensions into each of its samplers (quadratic), and forms pointers from
/// unchecked image views. Hence it gets a document in which none of this can occur.
///
/// Throws Error (kAsset) with the JSON path.
[[nodiscard]] GltfJson parse_gltf_json(std::string_view text, const ImportLimits& limits);

/// Most values (numbers, texts, arrays, objects) in a document. Each costs up to about 300 bytes while reading; the
/// largest of our test files, with 76 clips, has 160 thousand.
inline constexpr std::size_t kMaxJsonValues = 4'000'000;

/// Most elements of one array of objects.
inline constexpr std::size_t kMaxJsonItems = 200'000;

}  // namespace sinew
