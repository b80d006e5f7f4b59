#pragma once

#include <string>

#include "tools/sinew/json_output.h"

namespace sinew {

/// World positions (m, Y up) and rotations (x, y, z, w) of every joint at chosen times of one clip: what other
/// programs compare with. `times` is "" (12 frames spread over the clip), "all" (every frame), or seconds
/// from the clip's start separated by commas, which must lie on the frame grid. Without a clip: the rest pose.
[[nodiscard]] Json joint_positions_json(const Asset& asset, const std::string& clip, const std::string& times);

}  // namespace sinew
