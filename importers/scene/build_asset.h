#pragma once

#include "importers/scene/import_options.h"
#include "importers/scene/source_scene.h"

namespace sinew {

/// Turns a scene of nodes into a validated Asset in metres, Y up:
///
///  1. Joints are the nodes that the file calls joints, the nodes that an animation moves, and the nodes
///     between them. Static nodes above the topmost joints are folded into these (kFoldedNode).
///  2. Scale, static or animated, is folded into translations, so that every joint's world position
///     is that of the source in every frame (kBakedScale); a mesh does not grow or shrink any more.
///  3. A joint has a translation channel only where it leaves its rest translation by more than
///     kTranslationTolerance.
///  4. Skinned meshes move to one bind space in metres, Y up. Where the bind pose is the rest pose, the
///     inverse bind matrices become the exact inverses of the rest pose. Rigid meshes that hang below a
///     joint are bound to it with weight 1 (kRigidMesh); others are dropped (kDroppedMesh).
///  5. Names become unique (kRename).
///
/// Throws Error (kAsset) when there is nothing that could be a skeleton.
[[nodiscard]] Asset build_asset(SourceScene scene, const ImportOptions& options);

/// Largest distance from the rest translation that still counts as resting (unit: m). Far below the
/// 1e-5 m that exports promise, far above the rounding of a single-precision source at 1 m (6e-8).
inline constexpr double kTranslationTolerance = 2e-7;

}  // namespace sinew
