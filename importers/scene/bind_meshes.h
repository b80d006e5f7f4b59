#pragma once

#include "importers/scene/bake.h"

namespace sinew {

/// Moves the scene's meshes into the character (rule 4 of build_asset) with their skins, materials and images.
/// What cannot be kept is noted in the scene's ledger. The meshes are moved out of the scene.
void bind_meshes(SourceScene& scene, const JointSelection& selection, Character& character);

}  // namespace sinew
