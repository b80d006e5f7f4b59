#pragma once

#include <vector>

#include "importers/gltf/gltf_document.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Fills scene.meshes: one per node of the scene that has a mesh; primitives that a skin moves and others of the same
/// node become two. Strips and fans become triangles. scene.materials must be filled.
///
/// Refuses: indices out of range (accessors, vertices, joints with weight, materials), attributes of different length
/// or of types that glTF does not have, positions and weights that are not finite, inverse bind matrices that are too
/// few or not affine. Notes: points and lines, unknown attributes, repaired weights and the like.
void read_meshes(GltfContext& context, const std::vector<bool>& active, SourceScene& scene);

}  // namespace sinew
