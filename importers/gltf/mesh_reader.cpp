#include "importers/gltf/mesh_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <map>

#include "importers/gltf/accessor_reader.h"
#include "importers/gltf/influence_reader.h"
#include "importers/gltf/primitive_reader.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

/// Joints and inverse bind matrices of one skin; read when a mesh needs it.
struct GltfSkin {
  std::vector<int> joints;
  std::vector<Mat4> inverse_bind;
};

/// Type and count are checked for every skin, used or not.
void check_inverse_binds(const GltfContext& context) {
  for (std::size_t i = 0; i < context.model->skins.size(); ++i) {
    const tinygltf::Skin& skin = context.model->skins[i];
    if (skin.inverseBindMatrices < 0) continue;
    const std::string place = fmt::format("skins/{}/inverseBindMatrices", i);
    const AccessorFormat format = accessor_format(context, skin.inverseBindMatrices, place);
    require_format(format, 16, {kFloatComponent}, place);
    if (format.count < skin.joints.size()) {
      throw Error::asset(place, fmt::format("{} matrices for {} joints", format.count, skin.joints.size()));
    }
  }
}

GltfSkin read_skin(GltfContext& context, std::size_t index) {
  const tinygltf::Skin& source = context.model->skins[index];
  GltfSkin skin{source.joints, std::vector<Mat4>(source.joints.size(), Mat4::Identity())};
  if (source.inverseBindMatrices < 0) {
    context.ledger.add(NoteCode::kRepairedBind, fmt::format("skins/{}", index),
                       "has no inverse bind matrices: they are identities");
    return skin;
  }
  const std::string place = fmt::format("skins/{}/inverseBindMatrices", index);
  const std::vector<double> values = read_doubles(context, source.inverseBindMatrices, place);
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    Mat4& matrix = skin.inverse_bind[i];
    matrix = Eigen::Map<const Mat4>(values.data() + 16 * i);
    const Eigen::RowVector4d last(0, 0, 0, 1);
    if (!matrix.allFinite() || (matrix.row(3) - last).cwiseAbs().maxCoeff() > 1e-3) {
      throw Error::asset(place,
                         fmt::format("matrix {} is not affine; expected finite numbers and a last row of 0 0 0 1", i));
    }
    matrix.row(3) = last;
  }
  return skin;
}

/// The model wants the same morph targets in every primitive of a mesh.
void check_targets(GltfContext& context, std::vector<Primitive>& primitives, const std::string& place) {
  const bool same = std::ranges::all_of(primitives, [&](const Primitive& primitive) {
    return primitive.targets.size() == primitives.front().targets.size();
  });
  if (same) return;
  for (Primitive& primitive : primitives) primitive.targets.clear();
  context.ledger.add(NoteCode::kDroppedAttribute, place,
                     "its primitives differ in their number of morph targets; all left out");
}

std::vector<Primitive> read_primitives(GltfContext& context, std::size_t index, std::size_t material_count) {
  const tinygltf::Mesh& mesh = context.model->meshes[index];
  std::vector<Primitive> primitives;
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    const std::string place = fmt::format("meshes/{}/primitives/{}", index, i);
    if (auto primitive = read_primitive(context, mesh.primitives[i], material_count, place)) {
      primitives.push_back(std::move(*primitive));
    }
  }
  if (!primitives.empty()) check_targets(context, primitives, fmt::format("meshes/{}", index));
  for (Primitive& primitive : primitives) name_targets(mesh, primitive);
  return primitives;
}

/// Skinned primitives lose their influences where the node has no skin.
void make_rigid(GltfContext& context, Primitive& primitive, const std::string& place) {
  if (primitive.influences.empty()) return;
  primitive.influences.clear();
  context.ledger.add(NoteCode::kDroppedAttribute, place, "joints and weights left out: the node has no skin");
}

/// Reads meshes and skins at most once each.
class MeshReader {
 public:
  MeshReader(GltfContext& context, SourceScene& scene) : context_(context), scene_(scene) {}

  /// To be called for every node before the first is read.
  void expect_node(std::size_t index) { ++uses_[static_cast<std::size_t>(context_.model->nodes[index].mesh)]; }

  void read_node(std::size_t index) {
    const tinygltf::Node& node = context_.model->nodes[index];
    SourceMesh rigid;
    rigid.node = static_cast<int>(index);
    rigid.name = mesh_name(node);
    SourceMesh skinned = rigid;
    const std::string place = fmt::format("nodes/{}", index);
    for (Primitive& primitive : primitives_of(static_cast<std::size_t>(node.mesh), place)) {
      if (node.skin < 0) make_rigid(context_, primitive, place);
      (primitive.influences.empty() ? rigid : skinned).primitives.push_back(std::move(primitive));
    }
    if (!skinned.primitives.empty()) add_skinned(std::move(skinned), node, place);
    if (rigid.primitives.empty()) return;
    if (node.skin >= 0)
      context_.ledger.add(NoteCode::kSuspect, place, "has a skin, and a mesh part without joints and weights");
    scene_.meshes.push_back(std::move(rigid));
  }

 private:
  [[nodiscard]] std::string mesh_name(const tinygltf::Node& node) const {
    const std::string& name = context_.model->meshes[static_cast<std::size_t>(node.mesh)].name;
    return name.empty() ? node.name : name;
  }

  /// The file may use a mesh for several nodes; the last of them gets the original.
  std::vector<Primitive> primitives_of(std::size_t mesh, const std::string& place) {
    const auto [found, is_new] = meshes_.try_emplace(mesh);
    if (is_new) found->second = read_primitives(context_, mesh, scene_.materials.size());
    for (const Primitive& primitive : found->second) {
      vertices_ += primitive.positions.size();
      const std::size_t sets =
          16 + 6 * primitive.influences.size() + 2 * primitive.texcoords.size() + 6 * primitive.targets.size();
      context_.budget.spend(primitive.positions.size(), sets * sizeof(float), place);
      context_.budget.spend(primitive.indices.size(), sizeof(std::uint32_t), place);
    }
    if (vertices_ > context_.options.limits.max_vertices) {
      throw Error::asset(place,
                         fmt::format("the meshes have more than {} vertices", context_.options.limits.max_vertices));
    }
    return --uses_[mesh] == 0 ? std::move(found->second) : found->second;
  }

  void add_skinned(SourceMesh mesh, const tinygltf::Node& node, const std::string& place) {
    const auto [found, is_new] = skins_.try_emplace(static_cast<std::size_t>(node.skin));
    if (is_new) found->second = read_skin(context_, found->first);
    mesh.joints = found->second.joints;
    mesh.inverse_bind = found->second.inverse_bind;
    context_.budget.spend(mesh.joints.size(), sizeof(Mat4), place);
    for (Primitive& primitive : mesh.primitives) repair_influences(context_, primitive, mesh.joints.size(), place);
    scene_.meshes.push_back(std::move(mesh));
  }

  GltfContext& context_;
  SourceScene& scene_;
  std::map<std::size_t, std::vector<Primitive>> meshes_;
  std::map<std::size_t, GltfSkin> skins_;
  std::map<std::size_t, int> uses_;
  std::size_t vertices_ = 0;
};

}  // namespace

void read_meshes(GltfContext& context, const std::vector<bool>& active, SourceScene& scene) {
  check_inverse_binds(context);
  MeshReader reader(context, scene);
  const auto& nodes = context.model->nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].mesh < 0) continue;
    if (static_cast<std::size_t>(nodes[i].mesh) >= context.model->meshes.size()) {
      throw Error::asset(fmt::format("nodes/{}", i), fmt::format("mesh {} does not exist; the file has {}",
                                                                 nodes[i].mesh, context.model->meshes.size()));
    }
    if (active[i]) reader.expect_node(i);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].mesh >= 0 && active[i]) reader.read_node(i);
  }
}

}  // namespace sinew
