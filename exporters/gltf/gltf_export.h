#pragma once

#include "exporters/gltf/gltf_embed.h"
#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

enum class GltfContainer {
  kBinary,  ///< .glb
  kText,    ///< .gltf with the buffer as a data URI: one file stays one file
};

struct GltfExportOptions {
  GltfContainer container = GltfContainer::kBinary;
  const GltfEmbedding* embedding = nullptr;  ///< what travels beside the animation
};

/// Writes a character and its clips as glTF 2.0 in the form that DCC tools and engines read alike:
///
///  1. Every joint is a node (node index = joint index) with its rest pose as translation and rotation, and is
///     listed by a skin. Several roots hang on one extra node, because joints of a skin need a common root.
///  2. Skinned mesh nodes lie at the scene's root. A bare skeleton gets a proxy mesh (kProxyMesh).
///  3. One animation per clip: LINEAR keys at the float nearest to frame / frame_rate, from 0, one time accessor
///     for all of them; hemisphere-continuous unit quaternions for every joint but end sites; translations
///     for the joints with a translation channel; no scale. A clip of one frame gets two equal keys (kPadding).
///  4. `extras.sinew` holds what glTF has no place for: of the asset {format, source, ledger: the asset's
///     notes and then this export's, left out when there are none}, of an animation {frames, frame_rate,
///     start_time}, of an end site's node {end_site}; and an embedding (gltf_embed.h).
///  5. What the format forbids is repaired or dropped, with a note (see prepare_character).
///
/// The same asset gives the same bytes. Notes of this export are added to `ledger`. Throws Error (kAsset) when the
/// asset is not valid or cannot be written: more than 65535 joints, numbers beyond single precision, a
/// frame rate that single-precision times cannot resolve, 4 GiB.
[[nodiscard]] Bytes export_gltf(const Asset& asset, const GltfExportOptions& options, Ledger& ledger);

}  // namespace sinew
