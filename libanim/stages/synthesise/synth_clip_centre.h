#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_character_rig.h"
#include "libanim/stages/synthesise/synth_clip.h"

namespace sinew {

/// Where the search has the centre of mass of a character, frame by frame: the torso's origin, or between it and the
/// limbs where those have mass of their own. Low-passed as the clip is.
[[nodiscard]] std::vector<Vec3> centre_track(const SynthProblem& problem, const SynthMotion& motion, int character,
                                             const SynthClipOptions& options);

/// Where the figure has it. `motions`: world_from_torso of the neutral stance for every body.
[[nodiscard]] Vec3 rig_centre(const SynthRig& rig, const std::vector<Transform>& motions);

}  // namespace sinew
