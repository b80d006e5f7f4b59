#pragma once

#include "libanim/model/asset.h"

namespace sinew::test {

/// 22 joints (5 of them end sites), 1.7 m tall in a T-pose, without a mesh. `walk` has 25 frames at 24 Hz with the hips
/// moving forward; `stand` is a single frame.
[[nodiscard]] Asset humanoid();

/// A skinned strip of cloth along three joints: textures, morph targets, two primitives, two influence sets, unlit and
/// masked materials, a clip in which the middle joint also has a translation channel.
[[nodiscard]] Asset cloth();

/// Two meshes on two skins that share the root; joint "loose" is in neither; end site "tip" in the second only.
[[nodiscard]] Asset two_skins();

/// Two separate chains without a common root, one clip; no mesh.
[[nodiscard]] Asset two_roots();

/// A PNG file of 2 x 2 pixels (82 bytes).
[[nodiscard]] std::vector<std::byte> tiny_png();

}  // namespace sinew::test
