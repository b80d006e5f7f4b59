#include "libanim/validity/limit_excess.h"

#include <algorithm>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

namespace {

LimitExcess axis_excess(const FigureJoint& joint, int axis, const BodyMotion& motion) {
  LimitExcess worst;
  worst.axis = axis;
  for (std::size_t frame = 0; frame < motion.size(); ++frame) {
    const Quat relative =
        motion[frame][to_size(joint.parent)].rotation.conjugate() * motion[frame][to_size(joint.child)].rotation;
    const double angle = joint_angles(joint, relative)[axis];
    const double excess = std::max(joint.lower[to_size(axis)] - angle, angle - joint.upper[to_size(axis)]);
    if (excess > kNoExcess) ++worst.frames;
    if (excess > worst.excess) {
      worst.excess = excess;
      worst.frame = static_cast<int>(frame);
    }
  }
  return worst;
}

}  // namespace

std::vector<LimitExcess> reference_excesses(const Take& take) {
  const BodyMotion motion = clip_motion(take, take.reference);
  std::vector<LimitExcess> excesses;
  for (std::size_t j = 0; j < take.figure.joints.size(); ++j) {
    const FigureJoint& joint = take.figure.joints[j];
    for (int axis = 0; axis < 3; ++axis) {
      if (joint.kind == JointKind::kHinge && axis != 1) continue;
      LimitExcess excess = axis_excess(joint, axis, motion);
      if (excess.frames == 0) continue;
      excess.joint = static_cast<int>(j);
      excesses.push_back(excess);
    }
  }
  return excesses;
}

}  // namespace sinew
