#pragma once

#include "libanim/model/take.h"

namespace sinew {

/// The records as motion of the character's skeleton, a frame per record: what an export shows. Joints that the figure
/// does not move (fingers, face, twist) are those of the reference. See pose_from_record.
[[nodiscard]] Clip record_clip(const Take& take);

enum class RootMotion {
  kKeep,
  kInPlace,  ///< without the way over the ground: the root body's horizontal position stays that of frame 0
};

/// The form in which a file has the motion.
struct ClipForm {
  double frame_rate = 0;  ///< 0: that of the controls (unit: Hz)
  RootMotion root_motion = RootMotion::kKeep;
};

/// record_clip, the way taken out and resampled as the form says, in this order.
[[nodiscard]] Clip record_clip(const Take& take, const ClipForm& form);

}  // namespace sinew
