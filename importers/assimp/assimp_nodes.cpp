#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/assimp/assimp_reader.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::assimp {
namespace {

Mat4 to_matrix(const aiMatrix4x4& m) {
  Mat4 result;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column)
      result(row, column) = static_cast<double>(m[static_cast<unsigned>(row)][column]);
  }
  return result;
}

/// matrix = T * R * S as near as it goes; `exact` says whether shear was lost.
Trs decompose(const Mat4& matrix, bool& exact) {
  Trs result;
  const Mat3 linear = matrix.topLeftCorner<3, 3>();
  result.translation = matrix.topRightCorner<3, 1>();
  result.scale = linear.colwise().norm().transpose();
  if (linear.determinant() < 0) result.scale = -result.scale;
  const bool flat = result.scale.cwiseAbs().minCoeff() < 1e-12;
  if (!flat) result.rotation = nearest_rotation(linear * result.scale.cwiseInverse().asDiagonal());
  const Mat3 again = result.rotation.toRotationMatrix() * result.scale.asDiagonal();
  exact = (again - linear).cwiseAbs().maxCoeff() <= 1e-4 * std::max(1.0, linear.cwiseAbs().maxCoeff());
  return result;
}

struct Pending {
  const aiNode* node;
  int parent;
  int depth;
};

void check_pending(const Pending& pending, std::size_t count, const ImportLimits& limits) {
  if (pending.depth > limits.max_depth)
    throw Error::asset("", fmt::format("nodes are nested deeper than {}", limits.max_depth));
  if (count / 10 >= limits.max_joints) {
    throw Error::asset("", fmt::format("the scene has more than {} nodes", 10 * limits.max_joints));
  }
}

double finite_or(float value, double otherwise) {
  return std::isfinite(value) ? std::clamp<double>(value, 0, 1) : otherwise;
}

}  // namespace

NodeList read_nodes(const aiScene& scene, const ImportLimits& limits, SourceScene& target) {
  NodeList list;
  std::size_t sheared = 0;
  std::vector<Pending> pending = {{scene.mRootNode, kNoParent, 1}};
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    check_pending(next, list.nodes.size(), limits);
    const int index = static_cast<int>(list.nodes.size());
    SourceNode made;
    made.name = next.node->mName.C_Str();
    made.parent = next.parent;
    const Mat4 matrix = to_matrix(next.node->mTransformation);
    if (!matrix.allFinite())
      throw Error::asset(fmt::format("node '{}'", printable(made.name)), "its transform is not finite");
    bool exact = true;
    made.local = decompose(matrix, exact);
    sheared += exact ? 0 : 1;
    list.index.try_emplace(made.name, index);
    list.nodes.push_back(next.node);
    target.nodes.push_back(std::move(made));
    for (unsigned i = next.node->mNumChildren; i-- > 0;)
      pending.push_back({next.node->mChildren[i], index, next.depth + 1});
  }
  if (sheared > 0) target.ledger.add(NoteCode::kSuspect, "nodes", fmt::format("shear of {} nodes dropped", sheared));
  return list;
}

void read_materials(const aiScene& scene, SourceScene& target) {
  std::size_t textures = 0;
  for (unsigned i = 0; i < scene.mNumMaterials; ++i) {
    const aiMaterial& source = *scene.mMaterials[i];
    Material material;
    material.name = source.GetName().C_Str();
    aiColor4D color(1, 1, 1, 1);
    source.Get(AI_MATKEY_COLOR_DIFFUSE, color);
    aiColor3D emissive(0, 0, 0);
    source.Get(AI_MATKEY_COLOR_EMISSIVE, emissive);
    float opacity = 1;
    source.Get(AI_MATKEY_OPACITY, opacity);
    const double alpha = finite_or(opacity, 1) * finite_or(color.a, 1);
    material.base_color = {finite_or(color.r, 1), finite_or(color.g, 1), finite_or(color.b, 1), alpha};
    material.emissive = {finite_or(emissive.r, 0), finite_or(emissive.g, 0), finite_or(emissive.b, 0)};
    material.metallic = 0;
    material.alpha_mode = alpha < 1 ? AlphaMode::kBlend : AlphaMode::kOpaque;
    int two_sided = 0;
    material.double_sided = source.Get(AI_MATKEY_TWOSIDED, two_sided) == aiReturn_SUCCESS && two_sided != 0;
    for (int type = 1; type <= AI_TEXTURE_TYPE_MAX; ++type)
      textures += source.GetTextureCount(static_cast<aiTextureType>(type));
    target.materials.push_back(std::move(material));
  }
  if (textures > 0) {
    target.ledger.add(NoteCode::kDroppedMaterialPart, "materials",
                      fmt::format("{} textures; only colours are read", textures));
  }
}

}  // namespace sinew::assimp
