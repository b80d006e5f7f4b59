#pragma once

#include "importers/scene/build_asset.h"
#include "importers/scene/import_options.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// Reads a glTF 2.x file, JSON or GLB (also .vrm and .vrma).
///
/// tinygltf parses the document's structure, after the JSON has been bounded, type-checked and stripped of everything
/// that it would mishandle (gltf_json.h); buffers and images go through `loader`, which see resource_loader.h; then
/// every index and every extent is checked before it is followed.
///
/// - Nodes: the default scene, else the first, else all (node_reader.h).
/// - Animations: sampled on an exact frame grid (frame_grid.h, key_curve.h, animation_reader.h). `options.frame_rate`
///   sets the grid.
/// - Meshes: triangles with skins, morph targets, metallic-roughness materials, images as they are (mesh_reader.h,
///   material_reader.h).
/// - Extensions: see gltf_extensions.h. Draco and meshopt compression are refused.
///
/// Units are metres, Y up, as glTF says, unless the options say otherwise. Throws Error (kAsset) with the JSON path.
[[nodiscard]] SourceScene read_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options);

/// `read_gltf` and `build_asset` in one step.
[[nodiscard]] Asset import_gltf(ByteSpan bytes, const ResourceLoader& loader, const ImportOptions& options);

}  // namespace sinew
