#pragma once

#include "samples/generator/skinned_surface.h"

namespace sinew::samples {

/// The hound's joints. Left limbs come before right ones, in the same order.
enum HoundJoint : int {
  kPelvis,
  kHoundSpine1,
  kHoundSpine2,
  kHoundChest,
  kHoundNeck1,
  kHoundNeck2,
  kHoundHead,
  kHoundNose,
  kLeftScapula,
  kLeftForeUpperLeg,
  kLeftForeLowerLeg,
  kLeftForePastern,
  kLeftForePaw,
  kLeftForeToes,
  kRightScapula,
  kRightForeUpperLeg,
  kRightForeLowerLeg,
  kRightForePastern,
  kRightForePaw,
  kRightForeToes,
  kLeftHindUpperLeg,
  kLeftHindLowerLeg,
  kLeftHindPastern,
  kLeftHindPaw,
  kLeftHindToes,
  kRightHindUpperLeg,
  kRightHindLowerLeg,
  kRightHindPastern,
  kRightHindPaw,
  kRightHindToes,
  kTail1,
  kTail2,
  kTail3,
  kTailEnd,
  kHoundJointCount,
};

inline constexpr int kForeJoints = 6;  ///< per foreleg
inline constexpr int kHindJoints = 5;  ///< per hind leg

/// A dog of 0.6 m at the withers, standing: faces +Z, left is +X, pads at y = 0, all rest rotations identity.
[[nodiscard]] Skeleton hound_skeleton();

/// Skeleton with a body around it.
[[nodiscard]] Character hound_character();

}  // namespace sinew::samples
