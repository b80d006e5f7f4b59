#pragma once

#include <span>

#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// The character as glTF demands it. Nothing changes that already conforms; each other thing is noted:
///
///  1. Primitives without triangles go; a character without meshes gets a proxy mesh.
///  2. Images that are neither PNG nor JPEG go, and the textures that use them; colour profiles are cut out of PNG
///  files
///     (glTF ignores them), pixels stay. Material numbers come into their ranges.
///  3. Skins, materials and images that nothing uses go.
///  4. Joints that no skin lists join the first skin's list, without weights.
///  5. Inverse bind matrices that have no inverse are replaced by those of the rest pose.
///  6. Vertex data is repaired (see prepare_vertices.h).
[[nodiscard]] Character prepare_character(const Character& character, std::span<const Clip> clips, Ledger& ledger);

}  // namespace sinew
