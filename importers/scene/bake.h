#pragma once

#include <span>
#include <vector>

#include "importers/scene/import_options.h"
#include "importers/scene/joint_selection.h"

namespace sinew {

/// World transform of a node, scale and shear included: p_world = linear * p + position.
struct WorldNode {
  Mat3 linear = Mat3::Identity();
  Vec3 position = Vec3::Zero();
  Quat rotation = Quat::Identity();  ///< the rotation in `linear`
  bool similar = true;               ///< linear = s * rotation with s > 0
};

/// From the file's axes and units to metres, Y up.
struct ModelFromSource {
  double scale = 1;
  Quat turn = Quat::Identity();
};
[[nodiscard]] ModelFromSource model_from_source(const SourceInfo& source);

/// Evaluates world transforms of all nodes in model space. `local` has one entry per node.
[[nodiscard]] std::vector<WorldNode> world_nodes(const SourceScene& scene, const JointSelection& selection,
                                                 std::span<const Trs> local);

/// The file's rest pose: one Trs per node.
[[nodiscard]] std::vector<Trs> rest_locals(const SourceScene& scene);

/// Rigid parent_from_joint transforms that give every joint the world position of its node.
[[nodiscard]] std::vector<Transform> rigid_locals(const JointSelection& selection, const Skeleton& skeleton,
                                                  std::span<const WorldNode> world);

/// Joints with names, parents and rest transforms; renames are noted in the scene's ledger.
[[nodiscard]] Skeleton bake_skeleton(SourceScene& scene, const JointSelection& selection);

/// One animation on the skeleton (rules 2 and 3 of build_asset).
[[nodiscard]] Clip bake_clip(const SourceScene& scene, const JointSelection& selection, const Skeleton& skeleton,
                             const SourceAnimation& animation, const ImportLimits& limits);

}  // namespace sinew
