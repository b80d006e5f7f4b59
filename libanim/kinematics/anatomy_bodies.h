#pragma once

#include <vector>

#include "libanim/kinematics/anatomy_humanoid.h"
#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

/// Gives every joint of the tree to the body that starts at it or else to its parent's; joints above the root body
/// belong to none. Fills `joints` of the bodies, whose `joint` and order are set.
void assign_joints(const Rig& rig, std::vector<AnatomyBody>& bodies);

/// The bodies of a humanoid with everything but `neutral`, and what was taken for what.
void add_humanoid_bodies(const Rig& rig, const HumanoidJoints& found, const AnatomyOptions& options, Anatomy& anatomy);

}  // namespace sinew
