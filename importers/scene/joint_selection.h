#pragma once

#include <vector>

#include "importers/scene/source_scene.h"

namespace sinew {

/// Which nodes of a scene become joints.
struct JointSelection {
  std::vector<int> order;          ///< every node, parents before children, siblings in file order
  std::vector<int> nodes;          ///< joint index -> node, parents before children
  std::vector<int> joint_of;       ///< node -> joint index, or -1
  std::vector<int> nearest_joint;  ///< node -> joint index of itself or its nearest ancestor joint, or -1
};

/// Rule 1 of build_asset. Notes kAddedJoint and kFoldedNode go to the scene's ledger.
/// Throws Error (kAsset) when no node can be a joint or there are more than `max_joints`.
[[nodiscard]] JointSelection select_joints(SourceScene& scene, std::size_t max_joints);

}  // namespace sinew
