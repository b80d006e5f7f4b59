#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>
#include <unordered_map>

#include "importers/fbx/fbx_mesh.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

constexpr std::size_t kMostInfluences = 8;

/// joint_from_mesh of a cluster. A helper's bone has no scale of its own, so the helper's goes in here.
Mat4 inverse_bind_of(const ufbx_skin_cluster& cluster) {
  Mat4 bind = to_matrix(cluster.geometry_to_bone);
  if (cluster.bone_node->is_scale_helper) {
    const Vec3 scale = to_vec3(cluster.bone_node->local_transform.scale);
    bind.topRows<3>() = scale.asDiagonal() * bind.topRows<3>();
  }
  return bind;
}

/// One place in the skin per bone, even when several clusters name it.
std::vector<int> read_clusters(const ufbx_skin_deformer& skin, const NodeTable& table, SourceMesh& made,
                               Ledger& ledger) {
  std::vector<int> slot_of_cluster;
  std::unordered_map<int, int> slot_of_joint;
  bool conflict = false;
  for (const ufbx_skin_cluster* cluster : skin.clusters) {
    const int joint = table.joint_of(*cluster->bone_node);
    const auto [at, fresh] = slot_of_joint.try_emplace(joint, static_cast<int>(made.joints.size()));
    slot_of_cluster.push_back(at->second);
    const Mat4 bind = inverse_bind_of(*cluster);
    if (fresh) {
      made.joints.push_back(joint);
      made.inverse_bind.push_back(bind);
    } else if (!bind.isApprox(made.inverse_bind[static_cast<std::size_t>(at->second)], 1e-6)) {
      conflict = true;
    }
  }
  if (conflict) {
    ledger.add(NoteCode::kRepairedBind, fmt::format("mesh '{}'", printable(made.name)),
               "a bone is bound twice in different places; the first binding was kept");
  }
  return slot_of_cluster;
}

/// The topmost bone of the skin, which vertices without weights follow.
std::uint16_t topmost_slot(const ufbx_skin_deformer& skin, const std::vector<int>& slots) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < skin.clusters.count; ++i) {
    if (skin.clusters[i]->bone_node->node_depth < skin.clusters[best]->bone_node->node_depth) best = i;
  }
  return static_cast<std::uint16_t>(slots[best]);
}

struct Counts {
  std::size_t pruned = 0;
  std::size_t unweighted = 0;
};

void fill_vertex(const ufbx_skin_deformer& skin, const ufbx_skin_vertex& vertex, const std::vector<int>& slots,
                 std::size_t width, std::uint16_t fallback, std::size_t at, VertexWeights& result, Counts& counts) {
  const std::size_t used = std::min<std::size_t>(vertex.num_weights, width);
  double sum = 0;
  for (std::size_t k = 0; k < used; ++k) sum += skin.weights[vertex.weight_begin + k].weight;
  if (vertex.num_weights > width) ++counts.pruned;
  if (used == 0 || !std::isfinite(sum) || sum <= 0) {
    result.joints[at] = fallback;
    result.weights[at] = 1;
    ++counts.unweighted;
    return;
  }
  for (std::size_t k = 0; k < used; ++k) {
    const ufbx_skin_weight& weight = skin.weights[vertex.weight_begin + k];
    result.joints[at + k] = static_cast<std::uint16_t>(slots[weight.cluster_index]);
    result.weights[at + k] = static_cast<float>(weight.weight / sum);
  }
}

void note_repairs(const Counts& counts, const SourceMesh& made, std::size_t fallback, SourceScene& target) {
  const std::string place = fmt::format("mesh '{}'", printable(made.name));
  if (counts.pruned > 0) {
    target.ledger.add(NoteCode::kRepairedWeights, place,
                      fmt::format("{} vertices have more than {} influences; the smallest were dropped", counts.pruned,
                                  kMostInfluences));
  }
  if (counts.unweighted > 0) {
    const int joint = made.joints[fallback];
    target.ledger.add(NoteCode::kRepairedWeights, place,
                      fmt::format("{} vertices have no weight; bound to '{}'", counts.unweighted,
                                  printable(target.nodes[static_cast<std::size_t>(joint)].name)));
  }
}

}  // namespace

VertexWeights read_skin(const ufbx_mesh& mesh, const NodeTable& table, SourceMesh& made, SourceScene& target) {
  VertexWeights result;
  if (mesh.skin_deformers.count == 0 || mesh.skin_deformers[0]->clusters.count == 0) return result;
  const ufbx_skin_deformer& skin = *mesh.skin_deformers[0];
  const std::vector<int> slots = read_clusters(skin, table, made, target.ledger);
  if (mesh.skin_deformers.count > 1) {
    target.ledger.add(NoteCode::kRepairedWeights, fmt::format("mesh '{}'", printable(made.name)),
                      fmt::format("it has {} skins; only the first was kept", mesh.skin_deformers.count));
  }
  result.sets = skin.max_weights_per_vertex > 4 ? 2 : 1;
  const std::size_t width = 4 * static_cast<std::size_t>(result.sets);
  result.joints.assign(mesh.num_vertices * width, 0);
  result.weights.assign(mesh.num_vertices * width, 0);
  const std::uint16_t fallback = topmost_slot(skin, slots);
  Counts counts;
  for (std::size_t v = 0; v < mesh.num_vertices; ++v) {
    const ufbx_skin_vertex vertex = v < skin.vertices.count ? skin.vertices[v] : ufbx_skin_vertex{};
    fill_vertex(skin, vertex, slots, width, fallback, v * width, result, counts);
  }
  note_repairs(counts, made, fallback, target);
  return result;
}

}  // namespace sinew::fbx
