#pragma once

#include "libanim/model/take.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// Distance between the joints of an animation of the character's skeleton and the places on the bodies that they stand
/// for (where a body hangs on its parent), per frame the largest (unit: m). Bones keep their length and bodies part a
/// little at their anchors: along a limb the gaps add up.
[[nodiscard]] Spread skeleton_fit(const Take& take, const Clip& animation);

}  // namespace sinew
