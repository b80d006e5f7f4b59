#pragma once

#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

/// Divides any tree into bodies: a new one begins where the bones since the last add up to a piece worth having (4 % of
/// the extent, more when there would be more than max_bodies), alike on both sides. A head takes what hangs on it; a
/// limb has at most four pieces. Sets facing, bodies (the neutral stance is the rest pose) and matches.
void add_creature_bodies(const Rig& rig, const AnatomyOptions& options, Anatomy& anatomy);

}  // namespace sinew
