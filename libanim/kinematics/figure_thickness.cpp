#include "libanim/kinematics/figure_thickness.h"

#include <algorithm>

namespace sinew {

namespace {

// Shares of stature, from the mean stature, circumferences and breadths of Gordon et al. 1989 ("1988 Anthropometric
// Survey of U.S. Army Personnel", men and women together), rounded; a radius is circumference / 2 pi at the
// middle of the segment. Foot height: Drillis and Contini 1966, as in Winter 2009, figure 4.1.
constexpr double kThighRadius = 0.046;
constexpr double kShinRadius = 0.031;
constexpr double kUpperArmRadius = 0.027;
constexpr double kForearmRadius = 0.023;
constexpr double kNeckRadius = 0.034;
constexpr double kHandRadius = 0.020;
constexpr double kHeadRadius = 0.050;
constexpr double kHeadHeight = 0.130;
constexpr double kPelvisHalfWidth = 0.097;
constexpr double kChestHalfWidth = 0.092;
constexpr double kTrunkHalfDepth = 0.066;
/// The spine runs behind the middle of the trunk, at about a third of its depth.
constexpr double kSpineBehind = 0.02;
constexpr double kFootHalfWidth = 0.028;
constexpr double kFootHeight = 0.039;
constexpr double kFootLength = 0.152;
/// The heel lies this share of the foot's length behind the ankle's centre.
constexpr double kHeelShare = 0.25;

// Of creatures there is no table: shares of the bone's length, as thin as most animals' shanks.
constexpr double kCreatureLimb = 0.10;
constexpr double kCreatureBlock = 0.30;
constexpr double kCreatureThickest = 0.12;  ///< share of the figure's size
/// Part of a bare trunk below its joint: the crotch lies this share of stature below the hips' centre.
constexpr double kCrotch = 0.045;

double human_radius(Part part) {
  switch (part) {
    case Part::kThigh: return kThighRadius;
    case Part::kShin: return kShinRadius;
    case Part::kUpperArm: return kUpperArmRadius;
    case Part::kForearm: return kForearmRadius;
    case Part::kHand: return kHandRadius;
    case Part::kNeck: return kNeckRadius;
    case Part::kClavicle: return kUpperArmRadius;
    default: return kForearmRadius;
  }
}

BoneShape bare_head(const BareBone& bone) {
  const double radius = kHeadRadius * bone.scale;
  const double top = std::max(bone.length, 2 * radius);
  const double chin = std::max(top - kHeadHeight * bone.scale, 0.0);
  return capsule_along_x(chin + radius, std::max(top - radius, chin + radius), radius);
}

BoneShape bare_trunk(const BareBone& bone) {
  BoneShape shape;
  shape.kind = ShapeKind::kBox;
  const double lower = bone.part == Part::kPelvis ? -kCrotch * bone.scale : bone.lower;
  const double upper = std::max(bone.length, lower + 0.06 * bone.scale);
  const double width = bone.part == Part::kPelvis ? kPelvisHalfWidth : kChestHalfWidth;
  shape.half = {0.5 * (upper - lower), width * bone.scale, kTrunkHalfDepth * bone.scale};
  // A trunk's z axis points back.
  const double depth = bone.part == Part::kPelvis ? bone.hips : -kSpineBehind * bone.scale;
  shape.centre = {0.5 * (lower + upper), 0, depth};
  return shape;
}

}  // namespace

double bare_radius(const BareBone& bone) {
  // A short bone of a stocky figure: no thicker than a third of its length.
  if (bone.humanoid)
    return std::min(human_radius(bone.part) * bone.scale, std::max(bone.length, 0.06 * bone.scale) / 3);
  const double share =
      bone.part == Part::kLimb || bone.part == Part::kPaw || bone.part == Part::kTail ? kCreatureLimb : kCreatureBlock;
  return std::clamp(share * bone.length, 0.005 * bone.scale, kCreatureThickest * bone.scale);
}

BoneShape bare_limb(const BareBone& bone) {
  const double radius = bare_radius(bone);
  const double inset = bone.tip || bone.before_sole ? radius : 0;
  return capsule_along_x(0, std::max(bone.length - inset, 0.0), radius);
}

BoneShape bare_block(const BareBone& bone) {
  if (!bone.humanoid || bone.part == Part::kHand || bone.part == Part::kOther) return bare_limb(bone);
  return bone.part == Part::kHead ? bare_head(bone) : bare_trunk(bone);
}

SoleExtent bare_sole(const BareBone& bone) {
  if (!bone.humanoid) {
    const double length = std::max(bone.end.x(), 0.02 * bone.scale);
    return {-kHeelShare * length, length, 0.25 * length, 0, std::max(bone.end.z(), 0.1 * length)};
  }
  const double ahead = std::max(bone.end.x(), (1 - kHeelShare) * kFootLength * bone.scale * 0.5);
  const double sole = std::max(bone.end.z(), kFootHeight * bone.scale);
  if (bone.part == Part::kToes)
    return {0, ahead, kFootHalfWidth * bone.scale, 0, std::max(bone.end.z(), 0.01 * bone.scale)};
  return {-kHeelShare * kFootLength * bone.scale, ahead, kFootHalfWidth * bone.scale, 0, sole};
}

}  // namespace sinew
