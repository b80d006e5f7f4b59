#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/gltf/gltf_import.h"
#include "libanim/support/bytes.h"

namespace sinew::test {

/// Puts small glTF files together: data first, then the JSON around it.
class GltfBuilder {
 public:
  /// Adds values as one tightly packed view and an accessor on it; returns the accessor's index.
  int floats(std::string_view type, const std::vector<float>& values);
  int bytes(std::string_view type, const std::vector<std::uint8_t>& values, bool normalized = false);
  int shorts(std::string_view type, const std::vector<std::uint16_t>& values, bool normalized = false);

  /// Adds a view on raw bytes, `more` being further properties (", \"byteStride\": 16"); returns its index.
  int view(const std::vector<std::uint8_t>& bytes, std::string_view more = "");
  /// Adds an accessor given as JSON; returns its index.
  int accessor(std::string json);

  /// The document: `body` holds all root properties but asset, accessors, bufferViews and buffers.
  [[nodiscard]] std::string json(std::string_view body) const;
  /// The same as a GLB, with the data in its BIN chunk.
  [[nodiscard]] Bytes glb(std::string_view body) const;

 private:
  [[nodiscard]] std::string document(std::string_view body, std::string_view buffer_uri) const;

  std::vector<std::uint8_t> data_;
  std::vector<std::string> views_;
  std::vector<std::string> accessors_;
};

/// A GLB from its parts.
[[nodiscard]] Bytes make_glb(std::string json, std::vector<std::uint8_t> bin);

/// read_gltf of a text without external files.
[[nodiscard]] SourceScene read_text(const std::string& json, const ImportOptions& options = {});

/// The message with which a text is refused; fails the test when it is not refused with ErrorKind::kAsset.
[[nodiscard]] std::string refusal(const std::string& json, const ImportOptions& options = {});

}  // namespace sinew::test
