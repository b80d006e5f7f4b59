#include <assimp/mesh.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/assimp/assimp_reader.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::assimp {
namespace {

constexpr std::size_t kMostInfluences = 8;

struct Influence {
  std::uint16_t joint;
  float weight;
};

Mat4 affine(const aiMatrix4x4& m) {
  Mat4 result = Mat4::Identity();
  for (unsigned row = 0; row < 3; ++row) {
    for (unsigned column = 0; column < 4; ++column) result(row, column) = static_cast<double>(m[row][column]);
  }
  return result;
}

/// Joints and bind matrices of a mesh, and the influences of every vertex.
std::vector<std::vector<Influence>> read_bones(const aiMesh& mesh, const NodeList& list, SourceMesh& made,
                                               SourceScene& target) {
  std::vector<std::vector<Influence>> influences(mesh.mNumVertices);
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    const auto node = list.index.find(bone.mName.C_Str());
    const bool known = node != list.index.end() && std::ranges::find(made.joints, node->second) == made.joints.end();
    if (!known || made.joints.size() >= 65535) {
      target.ledger.add(
          NoteCode::kRepairedWeights, fmt::format("mesh '{}'", printable(made.name)),
          fmt::format("bone '{}' has no node of its own; its weights were dropped", printable(bone.mName.C_Str())));
      continue;
    }
    const auto slot = static_cast<std::uint16_t>(made.joints.size());
    made.joints.push_back(node->second);
    made.inverse_bind.push_back(affine(bone.mOffsetMatrix));
    target.nodes[static_cast<std::size_t>(node->second)].is_joint = true;
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      const aiVertexWeight& weight = bone.mWeights[w];
      const bool usable = weight.mVertexId < mesh.mNumVertices && std::isfinite(weight.mWeight) && weight.mWeight > 0;
      if (usable) influences[weight.mVertexId].push_back({slot, weight.mWeight});
    }
  }
  return influences;
}

/// Sorted, cut to the largest eight, and summing to 1. Vertices that nothing holds follow the first joint.
void normalise(std::vector<std::vector<Influence>>& influences, const SourceMesh& made, Ledger& ledger) {
  std::size_t pruned = 0;
  std::size_t unweighted = 0;
  for (auto& of_vertex : influences) {
    std::ranges::stable_sort(of_vertex, std::greater{}, &Influence::weight);
    if (of_vertex.size() > kMostInfluences) ++pruned;
    of_vertex.resize(std::min(of_vertex.size(), kMostInfluences));
    double sum = 0;
    for (const Influence& influence : of_vertex) sum += influence.weight;
    if (of_vertex.empty()) {
      of_vertex.push_back({0, 1});
      ++unweighted;
    } else {
      for (Influence& influence : of_vertex) influence.weight = static_cast<float>(influence.weight / sum);
    }
  }
  const std::string place = fmt::format("mesh '{}'", printable(made.name));
  if (pruned > 0)
    ledger.add(NoteCode::kRepairedWeights, place,
               fmt::format("{} vertices cut to {} influences", pruned, kMostInfluences));
  if (unweighted > 0)
    ledger.add(NoteCode::kRepairedWeights, place,
               fmt::format("{} vertices without weight bound to the first joint", unweighted));
}

void fill_influences(const std::vector<std::vector<Influence>>& influences, Primitive& made) {
  const std::size_t most = std::ranges::max(influences, {}, &std::vector<Influence>::size).size();
  for (std::size_t first = 0; first < most; first += 4) {
    InfluenceSet& set = made.influences.emplace_back();
    for (const auto& of_vertex : influences) {
      std::array<std::uint16_t, 4> joints{};
      Float4 weights{};
      for (std::size_t k = first; k < std::min(first + 4, of_vertex.size()); ++k) {
        joints[k - first] = of_vertex[k].joint;
        weights[k - first] = of_vertex[k].weight;
      }
      set.joints.push_back(joints);
      set.weights.push_back(weights);
    }
  }
}

Primitive read_vertices(const aiMesh& mesh, std::size_t materials) {
  Primitive made;
  if (mesh.mMaterialIndex < materials) made.material = static_cast<int>(mesh.mMaterialIndex);
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    const aiVector3D& p = mesh.mVertices[v];
    made.positions.push_back({p.x, p.y, p.z});
    if (mesh.HasNormals()) made.normals.push_back({mesh.mNormals[v].x, mesh.mNormals[v].y, mesh.mNormals[v].z});
    if (mesh.HasVertexColors(0)) {
      const aiColor4D& c = mesh.mColors[0][v];
      made.colors.push_back({c.r, c.g, c.b, c.a});
    }
  }
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.HasTextureCoords(set); ++set) {
    auto& coords = made.texcoords.emplace_back();
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      coords.push_back({mesh.mTextureCoords[set][v].x, 1 - mesh.mTextureCoords[set][v].y});  // Assimp counts v upwards
    }
  }
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices == 3) made.indices.insert(made.indices.end(), face.mIndices, face.mIndices + 3);
  }
  return made;
}

}  // namespace

void read_meshes(const aiScene& scene, const NodeList& list, const ImportLimits& limits, SourceScene& target) {
  std::size_t vertices = 0;
  for (std::size_t n = 0; n < list.nodes.size(); ++n) {
    for (unsigned i = 0; i < list.nodes[n]->mNumMeshes; ++i) {
      const aiMesh& mesh = *scene.mMeshes[list.nodes[n]->mMeshes[i]];
      vertices += mesh.mNumVertices;
      if (vertices > limits.max_vertices)
        throw Error::asset("meshes", fmt::format("more than {} vertices", limits.max_vertices));
      if (mesh.mNumVertices == 0 || mesh.mVertices == nullptr) continue;
      SourceMesh made;
      made.name = mesh.mName.length > 0 ? mesh.mName.C_Str() : target.nodes[n].name;
      made.node = static_cast<int>(n);
      made.primitives.push_back(read_vertices(mesh, target.materials.size()));
      if (made.primitives[0].indices.empty()) continue;
      auto influences = read_bones(mesh, list, made, target);
      if (!made.joints.empty()) {
        normalise(influences, made, target.ledger);
        fill_influences(influences, made.primitives[0]);
      }
      if (mesh.mNumAnimMeshes > 0)
        target.ledger.add(NoteCode::kDroppedAttribute, fmt::format("mesh '{}'", printable(made.name)), "morph targets");
      target.meshes.push_back(std::move(made));
    }
  }
}

}  // namespace sinew::assimp
