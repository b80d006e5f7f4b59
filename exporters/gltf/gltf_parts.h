#pragma once

#include <span>

#include "exporters/gltf/gltf_buffer.h"
#include "exporters/gltf/gltf_embed.h"
#include "libanim/model/asset.h"

namespace sinew {

// The parts of a glTF model, each written by one function. The character is one that prepare_character made.

/// Nodes of joints (node index = joint index), a common root where there are several, mesh nodes, the scene.
void write_nodes(const Character& character, tinygltf::Model& model, Ledger& ledger);

void write_skins(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model);
void write_meshes(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model);

/// Images, samplers, textures, materials and the extensions that these use.
void write_materials(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model);

void write_animations(const Skeleton& skeleton, std::span<const Clip> clips, GltfBufferWriter& buffer,
                      tinygltf::Model& model, Ledger& ledger);

/// The floats nearest to key / frame_rate; throws Error (kAsset) where two of them are the same.
[[nodiscard]] std::vector<float> key_times(int keys, double frame_rate, const std::string& place);

/// Generator, source and the given ledger.
void write_asset_info(const SourceInfo& source, const Ledger& ledger, tinygltf::Model& model);

/// After write_animations and write_asset_info: adds to what they wrote. `frame_rate` is that of the first clip.
void write_embedding(const GltfEmbedding& embedding, double frame_rate, GltfBufferWriter& buffer,
                     tinygltf::Model& model);

/// The node that all joints hang on: the root joint, or the extra node behind the joints.
[[nodiscard]] int skeleton_node(const Skeleton& skeleton);

}  // namespace sinew
