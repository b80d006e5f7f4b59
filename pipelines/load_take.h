#pragma once

#include <filesystem>

#include "libanim/model/take.h"

namespace sinew {

/// The take of a .take file, or the one embedded in a .glb or .gltf. Throws Error (kAsset) when the file is unreadable
/// or holds no take. Nothing is verified: see verify_file.
[[nodiscard]] Take load_take(const std::filesystem::path& file);

}  // namespace sinew
