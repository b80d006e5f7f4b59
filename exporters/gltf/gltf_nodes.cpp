#include <fmt/format.h>
#include <tiny_gltf.h>

#include <unordered_set>

#include "exporters/gltf/gltf_parts.h"

namespace sinew {

namespace {

using tinygltf::Value;

/// Hands out names that no node has yet.
class NodeNames {
 public:
  explicit NodeNames(const Skeleton& skeleton) {
    for (const Joint& joint : skeleton.joints) taken_.insert(joint.name);
  }
  std::string unique(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 1; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
};

tinygltf::Node joint_node(const Joint& joint) {
  tinygltf::Node node;
  node.name = joint.name;
  const Vec3& t = joint.rest.translation;
  const Quat& q = joint.rest.rotation;
  for (int i = 0; i < 3; ++i) (void)to_float(t[i], "joint " + joint.name);  // written in full, read as float
  if (t != Vec3::Zero()) node.translation = {t.x(), t.y(), t.z()};
  if (q.vec() != Vec3::Zero()) node.rotation = {q.x(), q.y(), q.z(), q.w()};
  if (joint.end_site) {
    node.extras = Value(Value::Object{{"sinew", Value(Value::Object{{"end_site", Value(true)}})}});
  }
  return node;
}

void write_joints(const Skeleton& skeleton, tinygltf::Model& model) {
  const std::vector<std::vector<int>> children = skeleton.children();
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    model.nodes.push_back(joint_node(skeleton.joints[j]));
    model.nodes.back().children = children[j];
  }
}

void write_mesh_node(const Mesh& mesh, std::size_t index, NodeNames& names, tinygltf::Model& model, Ledger& ledger) {
  const std::string wanted = mesh.name.empty() ? fmt::format("Mesh_{}", index) : json_text(mesh.name);
  tinygltf::Node node;
  node.name = names.unique(wanted);
  node.mesh = static_cast<int>(index);
  node.skin = mesh.skin;
  if (node.name != wanted) {
    ledger.add(NoteCode::kRename, part_name("mesh", index, mesh.name),
               fmt::format("its node is named '{}', because another node has the name", node.name));
  }
  model.nodes.push_back(std::move(node));
}

}  // namespace

int skeleton_node(const Skeleton& skeleton) {
  const std::vector<int> roots = skeleton.roots();
  return roots.size() == 1 ? roots[0] : skeleton.size();
}

void write_nodes(const Character& character, tinygltf::Model& model, Ledger& ledger) {
  const Skeleton& skeleton = character.skeleton;
  NodeNames names(skeleton);
  write_joints(skeleton, model);
  const int top = skeleton_node(skeleton);
  if (top == skeleton.size()) {
    tinygltf::Node node;
    node.name = names.unique(character.name.empty() ? "Character" : json_text(character.name));
    node.children = skeleton.roots();
    model.nodes.push_back(std::move(node));
  }
  tinygltf::Scene scene;
  scene.name = json_text(character.name);
  scene.nodes.push_back(top);
  for (std::size_t m = 0; m < character.meshes.size(); ++m) {
    scene.nodes.push_back(static_cast<int>(model.nodes.size()));
    write_mesh_node(character.meshes[m], m, names, model, ledger);
  }
  model.scenes.push_back(std::move(scene));
  model.defaultScene = 0;
}

void write_skins(const Character& character, GltfBufferWriter& buffer, tinygltf::Model& model) {
  for (std::size_t s = 0; s < character.skins.size(); ++s) {
    const Skin& skin = character.skins[s];
    std::vector<float> matrices;
    matrices.reserve(skin.inverse_bind.size() * 16);
    for (const Mat4& m : skin.inverse_bind) {
      for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) matrices.push_back(to_float(m(row, column), part_name("skin", s, skin.name)));
        matrices.push_back(column == 3 ? 1.0F : 0.0F);
      }
    }
    tinygltf::Skin written;
    written.name = skin.name.empty() ? fmt::format("Skin_{}", s) : json_text(skin.name);
    written.joints = skin.joints;
    written.skeleton = skeleton_node(character.skeleton);
    written.inverseBindMatrices = buffer.add_floats(matrices, 16, BufferUse::kOther);
    model.skins.push_back(std::move(written));
  }
}

}  // namespace sinew
