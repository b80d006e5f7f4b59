#pragma once

#include "exporters/gltf/gltf_export.h"

namespace tinygltf {
class Model;
}

namespace sinew {

/// The model as a file. Throws Error (kAsset) when it is larger than a GLB can be.
[[nodiscard]] Bytes write_container(const tinygltf::Model& model, GltfContainer container);

}  // namespace sinew
