#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sinew {

/// What the value of a glTF property must be.
enum class JsonKind : std::uint8_t {
  kIndex,      ///< integer, 0 to 2^31 - 2
  kCount,      ///< integer, 0 to 2^53
  kNumber,     ///< finite number
  kBool,       //
  kText,       //
  kObject,     ///< with the properties of `object`
  kNumbers,    ///< array
  kIndices,    ///< array
  kTexts,      ///< array
  kObjects,    ///< array
  kIndexMap,   ///< object whose values are all kIndex
  kIndexMaps,  ///< array of such
};

enum class JsonNeed : std::uint8_t {
  kOptional,
  kRequired,
  kFree,  ///< inside `extras`, which belong to nobody: a value of another kind is ignored, not refused
};

struct JsonProperty;

/// The properties of an object that we or tinygltf read. All others are removed before tinygltf sees the document.
struct JsonObject {
  std::span<const JsonProperty> properties;
};

struct JsonProperty {
  std::string_view name;
  JsonKind kind;
  JsonNeed need = JsonNeed::kOptional;
  std::size_t length = 0;              ///< of a kNumbers array; 0 = any
  const JsonObject* object = nullptr;  ///< for kObject and kObjects
};

/// The root object of a glTF 2.0 document.
[[nodiscard]] const JsonObject& gltf_schema();

}  // namespace sinew
