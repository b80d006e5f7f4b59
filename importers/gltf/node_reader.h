#pragma once

#include <vector>

#include "importers/gltf/gltf_document.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Fills scene.nodes, index by index as in the file, and marks the joints of its skins. Returns for each node whether
/// the file's default scene (or a skin of that scene) contains it.
///
/// Refuses: children out of range, a node with two parents, cycles, nesting deeper than the limit, a default scene that
/// does not exist, skins with joints out of range or twice, matrices with shear above other nodes. Notes: nodes outside
/// the scene, a file without scenes, shear of a leaf.
[[nodiscard]] std::vector<bool> read_nodes(const GltfContext& context, SourceScene& scene);

/// Translation, rotation and scale of a column-major matrix whose last row is 0 0 0 1, and how much of it they
/// cannot express: the largest entry of matrix - T R S, relative to the largest of its linear part.
struct DecomposedMatrix {
  Trs trs;
  double shear = 0;
};
[[nodiscard]] DecomposedMatrix decompose(const Mat4& matrix);

}  // namespace sinew
