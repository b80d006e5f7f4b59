#pragma once

#include <string>
#include <vector>

#include "importers/gltf/gltf_document.h"
#include "libanim/model/character.h"

namespace tinygltf {
struct Primitive;
}

namespace sinew {

/// JOINTS_n and WEIGHTS_n as the file has them, as far as they go without a gap; empty for a rigid primitive.
[[nodiscard]] std::vector<InfluenceSet> read_influences(GltfContext& context, const tinygltf::Primitive& source,
                                                        std::size_t vertices, const std::string& place);

/// Makes the weights of every vertex valid, and says so: a vertex without weight gets weight 1 on the skin's first
/// joint, negative weights become 0, sums that are off by more than 1e-3 are normalised; joints without weight become 0
/// when they are out of range. Throws Error (kAsset) on a joint out of range that has weight.
void repair_influences(GltfContext& context, Primitive& primitive, std::size_t joint_count, const std::string& place);

}  // namespace sinew
