#pragma once

#include <filesystem>

#include "libanim/model/asset.h"
#include "libanim/model/figure.h"
#include "libanim/support/files.h"

namespace sinew {

/// The character with the figure in it, to be looked at: a mesh per body ("body left_thigh"), bound rigidly to the
/// joint that the body follows, so that it moves along with the clips; left bodies orange, right ones blue, central
/// ones grey, contact points as small yellow balls. The character's own meshes stay and become translucent.
///
/// Limits: a body made of several joints is shown turning with the last of them; in simulation it hangs on the first.
[[nodiscard]] Character figure_model(const Character& character, const Figure& figure);

/// Writes that with the asset's clips as .glb or .gltf, reads it back and compares. `asset` is what was written, and
/// its ledger says what the export did. Returns the file's size in bytes. Throws Error (kUsage) for another suffix.
std::size_t write_figure_model(Asset& asset, const Figure& figure, const std::filesystem::path& output,
                               Existing existing);

}  // namespace sinew
