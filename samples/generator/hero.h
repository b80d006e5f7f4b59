#pragma once

#include <span>

#include "samples/generator/skinned_surface.h"

namespace sinew::samples {

/// The hero's joints. Left limbs come before right ones, in the same order.
enum HeroJoint : int {
  kHips,
  kSpine,
  kChest,
  kUpperChest,
  kNeck,
  kHead,
  kHeadTop,
  kLeftShoulder,
  kLeftUpperArm,
  kLeftLowerArm,
  kLeftHand,
  kLeftFingertips,
  kRightShoulder,
  kRightUpperArm,
  kRightLowerArm,
  kRightHand,
  kRightFingertips,
  kLeftUpperLeg,
  kLeftLowerLeg,
  kLeftFoot,
  kLeftToes,
  kLeftToeTips,
  kRightUpperLeg,
  kRightLowerLeg,
  kRightFoot,
  kRightToes,
  kRightToeTips,
  kHeroJointCount,
};

/// How far a right limb's joint comes after its left counterpart.
inline constexpr int kLimbJoints = 5;

/// A person of 1.75 m in a T-pose: faces +Z, left is +X, soles at y = 0, all rest rotations identity.
///
/// Heights and breadths are shares of the stature H after Drillis and Contini, "Body segment parameters" (1966): hip
/// 0.530 H, knee 0.285 H, shoulder 0.818 H, forearm 0.146 H, foot 0.152 H. Their upper arm is measured from the
/// acromion; its length between joint centres, 0.162 H, is de Leva's. Knees and elbows are bent by about 3 degrees, so
/// that every solver knows which way they bend.
[[nodiscard]] Skeleton hero_skeleton();

/// Skeleton with a mannequin's body around it.
[[nodiscard]] Character hero_character();

/// Centre of mass of a pose, by the male segment masses and centres of de Leva, "Adjustments to
/// Zatsiorsky-Seluyanov's segment inertia parameters", J. Biomechanics 29 (1996), table 4.
[[nodiscard]] Vec3 hero_center_of_mass(std::span<const Transform> world);

}  // namespace sinew::samples
