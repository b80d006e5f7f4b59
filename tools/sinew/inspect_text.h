#pragma once

#include <string>

#include "libanim/model/asset.h"

namespace sinew {

/// What `sinew inspect` prints on stdout: source, sizes, meshes, clips and the joint tree.
[[nodiscard]] std::string inspection_text(const Asset& asset);

}  // namespace sinew
