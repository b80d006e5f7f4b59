#pragma once

#include <span>
#include <string>

#include "libanim/model/character.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Repairs a mesh's vertex data where it breaks a rule of glTF:
///  - weights: a joint occurs once per vertex, the sum is 1, unused places name joint 0;
///  - normals and tangents have unit length, tangents' w is 1 or -1, colours lie in [0, 1];
///  - every texture coordinate set that the material names is there, and those before it (filled with zeros);
///  - a normal texture has tangents to refer to (computed where missing; vertices on mirrored seams are doubled);
///  - tangents and morphed normals only where there are normals; a morph target has positions.
void prepare_vertices(Mesh& mesh, const std::string& place, std::span<const Material> materials, Ledger& ledger);

}  // namespace sinew
