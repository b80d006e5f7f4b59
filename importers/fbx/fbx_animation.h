#pragma once

#include "importers/fbx/fbx_nodes.h"

namespace sinew::fbx {

/// Every animation stack that has keys, sampled on the frame grid. `file_bytes` bounds the number of samples:
/// a small file cannot ask for a huge clip.
void read_animations(const ufbx_scene& scene, const NodeTable& table, const ImportOptions& options,
                     std::size_t file_bytes, SourceScene& target);

}  // namespace sinew::fbx
