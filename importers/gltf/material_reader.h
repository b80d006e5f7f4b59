#pragma once

#include "importers/gltf/gltf_document.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Fills scene.materials, index by index as in the file, and scene.images with those that materials use: bytes as they
/// are in the file, never decoded. KHR_texture_transform and KHR_materials_unlit are honoured.
///
/// Refuses references to textures, images, samplers and views that do not exist. An image that cannot be loaded is left
/// out with a note: motion does not depend on it.
void read_materials(GltfContext& context, SourceScene& scene);

}  // namespace sinew
