#pragma once

#include <string>

#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

struct BvhExportOptions {
  double unit = 0.01;                  ///< metres per unit of the file, 1e-4 to 10; centimetres are the custom
  std::string rotation_order = "ZXY";  ///< order of the rotation channels: a permutation of X, Y, Z
  char up = 'Y';                       ///< the file's up axis: 'X', 'Y' or 'Z'

  /// Throws Error (kUsage) that names the option and what was expected.
  void validate() const;
};

/// Writes a skeleton and a clip as the text of a BVH file.
///
/// BVH has no rest rotations. With A_j the rest world rotation of joint j and p its parent:
///
///     OFFSET_j      = A_p t_rest        (difference of the rest world positions)
///     position_j(t) = A_p t_j(t)        (replaces OFFSET, as import_bvh reads it)
///     rotation_j(t) = A_p q_j(t) A_j^-1 (identity at rest)
///
/// so that every joint's world position is kept, and its world rotation up to the constant A_j (kRestRotation).
/// Roots have six channels, joints with a translation channel too unless it rests to the printed digits, other
/// joints three, end sites none.
/// Joints are written depth first. Several roots get one resting parent (kAddedJoint). White space and braces in
/// names become '_', and names stay unique (kRename); End Sites have no names.
///
/// Lengths are printed to 1e-8 m or finer, angles to 1e-6 degrees: with at most 1e-8 rad per joint the positions
/// of a human come back within 1e-6 m. Angles run on continuously from frame to frame. The Frame Time reads
/// back as the same double. The same input gives the same bytes, and writing again what was read back from them
/// with the same options gives the same text.
///
/// Throws Error (kAsset) when skeleton or clip are not valid, or a length is too large to print.
[[nodiscard]] std::string export_bvh(const Skeleton& skeleton, const Clip& clip, const BvhExportOptions& options,
                                     Ledger& ledger);

/// The same for a skeleton without motion: one frame in the rest pose, at 30 Hz.
[[nodiscard]] std::string export_bvh(const Skeleton& skeleton, const BvhExportOptions& options, Ledger& ledger);

}  // namespace sinew
