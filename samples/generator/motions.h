#pragma once

#include "libanim/model/clip.h"

namespace sinew::samples {

/// Motions of the hero. All of them face +Z at the start.
///
/// Walk: 5 s at 1.3 m/s, begins and ends in mid-gait, bends to the left by 30 degrees on the way.
[[nodiscard]] Clip walk_clip(double frame_rate);
/// Jump: stand, crouch, leap up and a little forward, land, stand.
[[nodiscard]] Clip jump_clip(double frame_rate);
/// Wave: stand, shift the weight to the left, wave with the right hand, lower it.
[[nodiscard]] Clip wave_clip(double frame_rate);
/// Get-up: lie on the front, come up on hands and knees, sit back on the heels, kneel, put a foot ahead, rise.
[[nodiscard]] Clip getup_clip(double frame_rate);

/// Trot of the hound: 3.5 s at 1.8 m/s, begins and ends in mid-gait.
[[nodiscard]] Clip trot_clip(double frame_rate);

}  // namespace sinew::samples
