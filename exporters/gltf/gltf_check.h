#pragma once

#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// Reads a file that export_gltf wrote for `asset`, and checks what neither a glTF validator nor a re-import notices:
///
///  1. every joint is a node of its name with its rest pose, and a skin lists it; every mesh node has a skin
///     and lies untransformed at the scene's root;
///  2. inverse bind matrices are the model's, or those of the rest pose for joints that the model's skin does not list;
///  3. every clip is an animation of its name, in order, with LINEAR keys on one time accessor, at least two;
///  4. key i lies at the float nearest to i / frame_rate exactly;
///  5. a joint has a rotation track unless it is an end site, a translation track exactly if the clip has one, and
///     no other;
///  6. every key is the model's within kGltfKeyTolerance; quaternions have unit length and do not change sides from one
///     key to the next.
///
/// Throws Error (kInternal) that names what differs: a file that fails is a bug of the exporter.
void check_gltf(ByteSpan bytes, const Asset& asset);

/// Largest difference of a key (unit: m, rad); translations beyond 8 m may differ by their rounding, 1.2e-7 of the
/// distance.
inline constexpr double kGltfKeyTolerance = 1e-6;

}  // namespace sinew
