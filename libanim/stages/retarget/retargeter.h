#pragma once

#include "libanim/stages/retarget/retarget.h"
#include "libanim/stages/retarget/retarget_rig.h"

namespace sinew {

/// Carries a clip over with the pairs in result.report.map: fills the clip and the report's numbers.
void carry_over(const RetargetRig& source, const Clip& clip, const RetargetRig& target, const RetargetOptions& options,
                RetargetedClip& result);

}  // namespace sinew
