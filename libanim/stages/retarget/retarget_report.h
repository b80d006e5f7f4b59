#pragma once

#include "libanim/stages/retarget/retarget.h"
#include "libanim/stages/retarget/retarget_rig.h"

namespace sinew {

/// Fills `unused` and `resting` from the map, with a note for every joint whose motion is left out.
void report_joints(const RetargetRig& source, const Clip& clip, const RetargetRig& target, RetargetedClip& result);

/// A note for every limb that was held.
void note_plants(RetargetedClip& result);

}  // namespace sinew
