#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>

#include "exporters/gltf/gltf_parts.h"

namespace sinew {

namespace {

using tinygltf::Value;

void write_targets(const Primitive& primitive, GltfBufferWriter& buffer, tinygltf::Primitive& written) {
  for (const MorphTarget& target : primitive.targets) {
    std::map<std::string, int> attributes;
    attributes["POSITION"] = buffer.add_vectors(target.positions, BufferUse::kVertex, Extent::kStated);
    if (!target.normals.empty()) attributes["NORMAL"] = buffer.add_vectors(target.normals, BufferUse::kVertex);
    written.targets.push_back(std::move(attributes));
  }
}

tinygltf::Primitive write_primitive(const Primitive& primitive, std::size_t joint_count, GltfBufferWriter& buffer) {
  tinygltf::Primitive written;
  written.mode = TINYGLTF_MODE_TRIANGLES;
  written.material = primitive.material;
  written.indices = buffer.add_indices(primitive.indices, primitive.positions.size());
  std::map<std::string, int>& attributes = written.attributes;
  attributes["POSITION"] = buffer.add_vectors(primitive.positions, BufferUse::kVertex, Extent::kStated);
  if (!primitive.normals.empty()) attributes["NORMAL"] = buffer.add_vectors(primitive.normals, BufferUse::kVertex);
  if (!primitive.tangents.empty()) attributes["TANGENT"] = buffer.add_vectors(primitive.tangents, BufferUse::kVertex);
  if (!primitive.colors.empty()) attributes["COLOR_0"] = buffer.add_vectors(primitive.colors, BufferUse::kVertex);
  for (std::size_t i = 0; i < primitive.texcoords.size(); ++i) {
    attributes[fmt::format("TEXCOORD_{}", i)] = buffer.add_vectors(primitive.texcoords[i], BufferUse::kVertex);
  }
  for (std::size_t i = 0; i < primitive.influences.size(); ++i) {
    const InfluenceSet& set = primitive.influences[i];
    attributes[fmt::format("JOINTS_{}", i)] = buffer.add_joints(set.joints, joint_count);
    attributes[fmt::format("WEIGHTS_{}", i)] = buffer.add_vectors(set.weights, BufferUse::kVertex);
  }
  write_targets(primitive, buffer, written);
  return written;
}

/// glTF has no names for morph targets; tools agree on this place in the extras.
Value target_names(const std::vector<MorphTarget>& targets) {
  const bool named = std::ranges::any_of(targets, [](const MorphTarget& target) { return !target.name.empty(); });
  if (!named) return Value();
  Value::Array names;
  for (const MorphTarget& target : targets) names.emplace_back(json_text(target.name));
  return Value(Value::Object{{"targetNames", Value(std::move(names))}});
}

}  // namespace

void write_meshes(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model) {
  for (const Mesh& mesh : character.meshes) {
    const std::size_t joint_count = character.skins[static_cast<std::size_t>(mesh.skin)].joints.size();
    tinygltf::Mesh written;
    written.name = json_text(mesh.name);
    for (const Primitive& primitive : mesh.primitives) {
      written.primitives.push_back(write_primitive(primitive, joint_count, buffer));
    }
    written.extras = target_names(mesh.primitives[0].targets);
    model.meshes.push_back(std::move(written));
  }
}

}  // namespace sinew
