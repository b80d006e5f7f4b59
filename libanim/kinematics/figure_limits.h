#pragma once

#include <array>

#include "libanim/kinematics/anatomy.h"
#include "libanim/model/figure.h"

namespace sinew {

/// How far a joint turns from its neutral pose, in its own axes (unit: rad).
struct JointRange {
  std::array<double, 3> lower{0, 0, 0};
  std::array<double, 3> upper{0, 0, 0};
};

/// Range of the joint by which the body hangs on its parent. Humanoids: the ranges of motion of healthy adults, each
/// named in the source; where a body is missing, the range of its joint goes to the joint that is left. Creatures: wide
/// ranges about the rest pose, since no table knows every creature.
[[nodiscard]] JointRange joint_range(const Anatomy& anatomy, int body);

/// The mirror image of a range: x and z change sign.
[[nodiscard]] JointRange mirrored(const JointRange& range);

/// The smallest range that holds both.
[[nodiscard]] JointRange united(const JointRange& a, const JointRange& b);

}  // namespace sinew
