#pragma once

#include <vector>

#include "importers/fbx/fbx_scene.h"

struct ufbx_node;

namespace sinew::fbx {

/// Which SourceNode each node of the parser became.
struct NodeTable {
  std::vector<int> index;              ///< by ufbx_node::typed_id; -1: left out
  std::vector<const ufbx_node*> kept;  ///< by SourceNode
  Quat turn = Quat::Identity();        ///< applied to topmost nodes, static and animated

  [[nodiscard]] int of(const ufbx_node& node) const;
  /// The node's place among the SourceNodes or, for a scale helper that was left out, that of its bone.
  [[nodiscard]] int joint_of(const ufbx_node& node) const;
};

/// Nodes, units and axes.
[[nodiscard]] NodeTable read_nodes(const LoadedScene& loaded, const ImportOptions& options, SourceScene& target);

/// The node's transform as a SourceNode has it: topmost nodes turned.
[[nodiscard]] Trs local_transform(const ufbx_transform& transform, int node, const NodeTable& table,
                                  const SourceScene& target);

}  // namespace sinew::fbx
