#pragma once

#include <span>

#include "libanim/kinematics/figure_fit.h"
#include "libanim/kinematics/figure_frames.h"

namespace sinew {

/// What a shape is when there is no skin to fit it to: bone lengths and the thickness of an average adult.
struct BareBone {
  Part part = Part::kOther;
  bool humanoid = false;
  bool tip = false;          ///< nothing hangs on it
  bool before_sole = false;  ///< a sole hangs on it
  double length = 0;         ///< of the bone (unit: m)
  double scale = 1;          ///< of the figure (unit: m)
  Vec3 end = Vec3::Zero();   ///< of the bone, in shape axes (unit: m)
  double lower = 0;          ///< where a trunk's shape begins along the bone (unit: m)
  double hips = 0;           ///< z of the hip joints, for a pelvis (unit: m)
};

/// Radius of a limb as a share of body height, or of the bone for a creature (unit: m).
[[nodiscard]] double bare_radius(const BareBone& bone);

[[nodiscard]] BoneShape bare_limb(const BareBone& bone);
[[nodiscard]] BoneShape bare_block(const BareBone& bone);

/// Extent of a sole in level axes (x ahead, z down) from the ankle.
struct SoleExtent {
  double heel = 0;
  double toe = 0;
  double half_width = 0;
  double middle = 0;  ///< y of the middle line
  double sole = 0;    ///< how far below the ankle
};
[[nodiscard]] SoleExtent bare_sole(const BareBone& bone);

}  // namespace sinew
