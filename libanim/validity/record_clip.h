#pragma once

#include "libanim/model/take.h"

namespace sinew {

/// The records as motion of the character's skeleton, a frame per record: what an export shows. Joints that the figure
/// does not move (fingers, face, twist) are those of the reference. See pose_from_record.
[[nodiscard]] Clip record_clip(const Take& take);

}  // namespace sinew
