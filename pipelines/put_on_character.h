#pragma once

#include "libanim/model/asset.h"

namespace sinew {

/// The clips of `motion` on the character of another file that has the same skeleton
/// (libanim/kinematics/same_skeleton.h says what that is).
///
/// Joints are matched by name, a namespace before ':' or '|' aside. What a joint does relative to its rest pose is
/// carried over, so that the two files may orient their joint frames differently. Joints that only the
/// character has keep their rest pose; joints that only the motion has are dropped where nothing matched hangs
/// on them (kDroppedChannel). Throws Error (kAsset), naming the joint, when a matched joint has another parent, a
/// bone points elsewhere in the rest pose, or its length differs: then it is another skeleton, and the motion has to be
/// retargeted.
[[nodiscard]] Asset put_on_character(const Asset& motion, const Asset& character);

}  // namespace sinew
