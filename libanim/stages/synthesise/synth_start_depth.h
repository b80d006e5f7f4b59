#pragma once

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew {

/// How deep a start is in level ground of this height and in itself, as check_motion measures it: what is in the ground
/// at the start stays so, since the start is given, and no motion from it could pass (unit: m).
[[nodiscard]] double start_penetration(const SynthCharacter& character, const SynthStart& start, double ground);

/// The same of one limb alone.
[[nodiscard]] double limb_penetration(const SynthLimb& limb, const Transform& torso, const Transform& effector,
                                      double ground);

}  // namespace sinew
