#pragma once

#include <optional>
#include <string>

#include "importers/scene/import_options.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// What Sinew itself put into a glTF file (exporters/gltf/gltf_embed.h). The file is not trusted.
struct GltfSinew {
  bool present = false;       ///< asset.extras.sinew is there
  bool announced = false;     ///< it says that there is a take
  std::optional<Bytes> take;  ///< the bytes of the take's buffer view, where that exists
  std::string take_sha256;    ///< as the file states it
  std::string root_motion;    ///< as the file states it
  std::string certificate;    ///< JSON text, empty when there is none
  /// Everything that decides how the joints move, in an order that does not depend on how a tool arranges a file: nodes
  /// by name with their own transforms, animations, channels by node and property with their keys, bit by bit.
  Bytes animation;
};

/// Throws Error (kAsset) for files that are no glTF, and where the animations cannot be followed.
[[nodiscard]] GltfSinew read_gltf_sinew(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options);

}  // namespace sinew
