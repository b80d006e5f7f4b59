#pragma once

#include <vector>

#include "importers/gltf/gltf_document.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Fills scene.animations from all animations of the file, sampled on the grid of frame_grid.h (or on the grid that
/// our own exporter states in the animation's extras).
///
/// Refuses: samplers and nodes that do not exist, key times that are not finite, negative or not increasing, outputs
/// whose type or count does not fit, unknown interpolations, values that are not finite, zero quaternions, the same
/// node and path twice. Notes: dropped channels (morph weights, nodes outside the scene, unknown paths), animations
/// without a usable channel, and everything about the grid.
///
/// `active`: the nodes of the scene. An end site that an animation turns is no end site any more.
void read_animations(GltfContext& context, const std::vector<bool>& active, SourceScene& scene);

}  // namespace sinew
