#pragma once

#include <optional>
#include <span>
#include <vector>

#include "libanim/kinematics/anatomy.h"
#include "libanim/model/character.h"
#include "libanim/model/figure.h"

namespace sinew {

/// One of the two characters, with everything that is known of it.
struct RetargetRig {
  const Skeleton& skeleton;
  Anatomy anatomy;              ///< with every part that the skeleton tells apart
  Figure figure;                ///< bodies in the anatomy's order
  std::vector<Transform> rest;  ///< world_from_joint
  std::vector<int> body_of;     ///< per joint the body it moves with, or -1
  Quat facing;                  ///< world_from_figure in the neutral stance

  [[nodiscard]] const AnatomyBody* find(Part part, Side side = Side::kCentre) const;
  /// Index in figure.points, or -1.
  [[nodiscard]] int find_point(const std::string& name) const;
  /// What a joint turns, in the world, from the rest pose to the neutral stance.
  [[nodiscard]] Quat neutral(int joint) const;
  /// Joints of a chain of bodies, from the root outwards: those on the way up from the last body's orientation joint
  /// that belong to one of the parts (spine: abdomen and chest; neck).
  [[nodiscard]] std::vector<int> chain(std::initializer_list<Part> parts) const;
  /// Where a contact point lies in the rest pose (unit: m).
  [[nodiscard]] Vec3 rest_point(int point) const;
  /// Hip to sole in the neutral stance, mean of both legs (unit: m). Humanoids only.
  [[nodiscard]] double leg_length() const;
  /// Middle between the hip joints (humanoids) or the root body's joint, in the given pose.
  [[nodiscard]] Vec3 hips(std::span<const Transform> world) const;
  /// Height of the lowest point of some bodies (unit: m). Of a humanoid: the trunk with head and thighs, or the arms;
  /// of a creature the trunk is everything. Infinite when there are none.
  [[nodiscard]] double lowest_of_trunk(std::span<const Transform> world) const;
  [[nodiscard]] double lowest_of_arms(std::span<const Transform> world) const;
};

[[nodiscard]] RetargetRig make_retarget_rig(const Character& character);

}  // namespace sinew
