#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "libanim/kinematics/anatomy_rig.h"

namespace sinew {

/// Joints of an arm or a leg; -1 where the skeleton has none.
struct LimbJoints {
  int upper = -1;  ///< thigh or upper arm
  int lower = -1;  ///< shin or forearm
  int end = -1;    ///< foot, or hand (which may be missing)
  int tip = -1;    ///< toes, as one joint
};

/// A humanoid's joints. Index 0 of a pair is the left, 1 the right.
struct HumanoidJoints {
  int hips = -1;           ///< topmost joint of the pelvis
  int pelvis = -1;         ///< the joint on which spine and legs hang: `hips` or below it
  std::vector<int> spine;  ///< below the pelvis, down to the joint on which the arms hang; at least one
  std::vector<int> neck;   ///< between spine and head; may be empty
  int head = -1;
  std::array<LimbJoints, 2> arms;
  std::array<LimbJoints, 2> legs;
  bool by_name = false;  ///< names said it all; otherwise structure did
};

/// By the names of arms and legs, wherever the rest pose has them, unless the shape is that of a four-legged animal
/// (a dog's rig often has a human's names): trunk across the legs, arms along them.
[[nodiscard]] std::optional<HumanoidJoints> humanoid_by_names(const Rig& rig);

/// By shape alone: two like chains away from the trunk (legs), and on the trunk's other end two like chains (arms) and
/// a head. Which side is left is not known yet: index 0 is the one with the greater x.
[[nodiscard]] std::optional<HumanoidJoints> humanoid_by_structure(const Rig& rig);

/// The joint below `base` at which the head turns, and those between (in `neck`); -1 when there is none.
[[nodiscard]] int find_head(const Rig& rig, int base, const std::array<LimbJoints, 2>& arms, std::vector<int>& neck);

}  // namespace sinew
