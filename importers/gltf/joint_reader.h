#pragma once

#include <vector>

#include "importers/gltf/gltf_document.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Marks the nodes that are joints, and the end sites among them (extras of our own exporter: leaf joints only).
///
/// Joints are the nodes that skins list, and the bones of a VRM humanoid. Skins of meshes in the scene bring their
/// joints into it (`active`); other skins count only where their joints are in it already.
///
/// Refuses skins that do not exist, and skins with joints out of range, twice, or not at all.
void mark_joints(const GltfContext& context, SourceScene& scene, std::vector<bool>& active);

}  // namespace sinew
