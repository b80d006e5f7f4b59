#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/gltf/gltf_document.h"
#include "libanim/model/character.h"

namespace sinew {

/// Loads images when a material asks for them, each once.
class ImageReader {
 public:
  ImageReader(GltfContext& context, std::vector<Image>& images);

  /// Index among the loaded images of the file's image `source`; -1 when it cannot be loaded, which the ledger then
  /// says. Throws Error (kAsset) when there is no such image.
  [[nodiscard]] int image(int source, const std::string& place);

  void note_unused() const;

 private:
  [[nodiscard]] std::optional<Image> load(std::size_t source);

  GltfContext& context_;
  std::vector<Image>& images_;
  std::vector<int> loaded_;  ///< per image of the file: index, kNotLoaded or kNotLoadable
};

/// What the first bytes of an image file say it is, "" when they say nothing known.
[[nodiscard]] std::string image_mime_type(ByteSpan bytes);

}  // namespace sinew
