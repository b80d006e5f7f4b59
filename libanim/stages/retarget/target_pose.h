#pragma once

#include <span>
#include <vector>

#include "libanim/stages/retarget/retarget_rig.h"

namespace sinew {

/// Poses of the target from what its driven joints have turned since the rest pose.
class TargetPose {
 public:
  TargetPose(const RetargetRig& target, std::vector<int> driven);

  /// World_from_joint of all joints. `turns` are those of the driven joints, in the world; `root` is the place of the
  /// root body's joint. All other joints keep their rest pose against their parents. A joint that belongs to a limb but
  /// does not hang on it in the skeleton (a foot under the root, moved by IK) is placed at the limb's end.
  [[nodiscard]] std::vector<Transform> world(std::span<const Quat> turns, const Vec3& root) const;

  /// Joints whose translation is part of the pose: the root body's and those that are placed.
  [[nodiscard]] std::vector<int> placed() const;
  /// The joint takes another rotation against its parent than in the rest pose.
  [[nodiscard]] bool turns_joint(int joint) const {
    const auto j = static_cast<std::size_t>(joint);
    return slot_[j] >= 0 || carrier_[j] >= 0;
  }
  /// Place of a joint in the list of driven ones, or -1.
  [[nodiscard]] int slot(int joint) const { return slot_[static_cast<std::size_t>(joint)]; }

 private:
  const RetargetRig& rig_;
  std::vector<int> slot_;     ///< per joint
  std::vector<int> carrier_;  ///< per joint the one that places it, or -1
  std::vector<int> order_;    ///< parents and carriers first
};

}  // namespace sinew
