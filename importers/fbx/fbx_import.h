#pragma once

#include <cstddef>

#include "importers/scene/build_asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// Memory that the FBX parser may take for a file of `size` bytes: base + factor * size.
///
/// The factor's evidence: of the files above 200 kB that this reader was tried on, the hungriest took 7 bytes
/// per byte; small ones take a few hundred kilobytes whatever their size.
struct FbxLimits {
  std::size_t memory_base = std::size_t{256} << 20;  ///< (unit: bytes)
  std::size_t memory_factor = 64;                    ///< bytes per byte of the file
};

/// Reads an FBX file, version 3000 to 7700, binary (either byte order) or ASCII, with ufbx.
///
/// - Nodes have the local transforms of the file's static pose, pivots and pre-/post-rotation included.
///   Bones, and nodes that a skin names, are joints. "Segment scale compensation" and the other scale
///   inheritance modes become plain nesting: uniform static scale is divided out of the children, other
///   scale moves into a helper node, which is left out where nothing hangs on it.
/// - Units and axes are the file's own in SourceInfo; a facing other than the usual one of the up axis turns
///   the topmost nodes, left-handed axes mirror the whole scene (kAxisTurn).
/// - Every animation stack with keys becomes an animation at the file's frame rate, layers blended, evaluated
///   exactly at each frame. Its span is the stack's own span without the still time before the first and
///   after the last key (kCrop); curves that repeat beyond their keys keep the whole span.
/// - Meshes are triangulated, one primitive per material, with skin (at most eight influences per vertex)
///   and blend shapes. Embedded images are kept; external files are never opened.
///
/// Why ufbx and not Assimp 5.2.5: the largest distance of any joint from Blender 3.4.1's in 12 frames (unit: mm).
///
///                               Assimp as it comes   Assimp with pivots folded   this reader
///     100style_character                     162.3                      1973.0        0.0001
///     rocketbox/Female_Adult_01             1801.1                      0.0005        0.0003
///     rocketbox/m_crouch_in.max             1981.2                      0.0008        0.0008
///     ozz-pab/walk                          2979.5                      0.0019        0.0018
///     ozz-pab/jog                           4390.9                        20.9        0.0010
///     ozz-pab/properties                    aborts                      aborts        0.0000
///     bvh-toolbox/template                    1.56                        1.56        0.0011
///     momentum/animation_test                 9.93                        9.93        0.0001
///     momentum/simple_anim                  1785.1                      0.0026        0.0027
///     cmu-fbx/91_50                           0.21                        0.21          0.22
///
/// Assimp joins keys by straight lines where the file has curves, as in jog, and its way of splitting a bone
/// into pivot nodes loses what the bone does between them.
[[nodiscard]] SourceScene read_fbx(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits = {});

/// `read_fbx` and `build_asset` in one step.
[[nodiscard]] Asset import_fbx(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits = {});

}  // namespace sinew
