#pragma once

#include "importers/gltf/gltf_json.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Refuses compression without uncompressed data and unknown required extensions; notes what is left out.
///
/// Honoured: KHR_mesh_quantization, KHR_texture_transform, KHR_materials_unlit. Harmless even when required, because
/// they only concern looks, lights or metadata: KHR_materials_*, texture formats, lights, XMP, VRM.
void check_extensions(const GltfJson& json, Ledger& ledger);

}  // namespace sinew
