#pragma once

#include <vector>

#include "importers/fbx/fbx_scene.h"

namespace sinew::fbx {

/// All materials, in the parser's order (ufbx_material::typed_id), and the images embedded in the file.
void read_materials(const ufbx_scene& scene, SourceScene& target);

}  // namespace sinew::fbx
