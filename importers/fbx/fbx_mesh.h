#pragma once

#include "importers/fbx/fbx_nodes.h"

struct ufbx_mesh;

namespace sinew::fbx {

/// A mesh of every node that has one, with skin and blend shapes.
void read_meshes(const NodeTable& table, const ImportLimits& limits, SourceScene& target);

/// Weights of the logical vertices of a skinned mesh, sorted, normalised, at most `sets` times four per vertex.
struct VertexWeights {
  int sets = 0;                       ///< 0: the mesh has no skin
  std::vector<std::uint16_t> joints;  ///< [vertex * 4 * sets + k], indices into SourceMesh::joints
  std::vector<float> weights;
};

/// Fills joints and inverse_bind of `made` from the mesh's first skin.
[[nodiscard]] VertexWeights read_skin(const ufbx_mesh& mesh, const NodeTable& table, SourceMesh& made,
                                      SourceScene& target);

}  // namespace sinew::fbx
