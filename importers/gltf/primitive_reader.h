#pragma once

#include <optional>
#include <string>

#include "importers/gltf/gltf_document.h"
#include "libanim/model/character.h"

namespace tinygltf {
struct Mesh;
struct Primitive;
}  // namespace tinygltf

namespace sinew {

/// One primitive as triangles, with all attributes that the model holds; influences as the file has them (see
/// influence_reader.h). Nothing when it has no triangles or no positions, which the ledger then says.
[[nodiscard]] std::optional<Primitive> read_primitive(GltfContext& context, const tinygltf::Primitive& source,
                                                      std::size_t material_count, const std::string& place);

/// Names of the morph targets (mesh.extras.targetNames, or numbers).
void name_targets(const tinygltf::Mesh& mesh, Primitive& primitive);

}  // namespace sinew
