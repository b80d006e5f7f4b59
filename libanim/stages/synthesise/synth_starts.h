#pragma once

#include <optional>
#include <string_view>

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew {

/// Where a character begins.
struct SynthPlace {
  Vec3 position = Vec3::Zero();  ///< on the ground, below the torso's origin; y is the ground's height (unit: m)
  double heading = 0;            ///< about y: 0 looks along z, a quarter turn along x (unit: rad)
};

enum class StartPose {
  kNeutral,     ///< the neutral stance itself, lowest sole on the ground; legs may be quite straight
  kStand,       ///< soles on the ground, the centre of mass over their middle, knees a little bent
  kOnBack,      ///< as after falling backwards: the head points against the heading; hands on the ground
  kOnStomach,   ///< as after falling forwards: the head points along the heading; hands on the ground by the chest
  kSit,         ///< upright on the seat, legs ahead, palms on the thighs
  kOnAllFours,  ///< on hands and feet, knees bent, the head along the heading
};

/// Stable spellings for TOML: "neutral", "stand", "back", "stomach", "sit", "fours".
[[nodiscard]] std::string_view start_pose_name(StartPose pose);
[[nodiscard]] std::optional<StartPose> start_pose_from_name(std::string_view name);

/// Share of a leg's length that is the vertical distance from hip to ankle in kStand: legs of the neutral stance that
/// are bent more stay so. (facts: what a trial found for standing.)
inline constexpr double kStandingStretch = 0.965;

/// A start from the character alone. End-effectors are within reach of their limbs (at most kLongestReach of the links'
/// length); those that touch the ground do so exactly, and so does the patch of a torso that lies or sits. Nothing is
/// in the ground (start_penetration): hands lie flat, or, where the forearm is too thick for that, touch with their
/// fingertips.
///
/// A creature can be kNeutral and kStand; the others need the patches "back", "chest" and "seat". Throws Error (kUsage)
/// that names the pose and the patch that the character lacks, or by how much its trunk would be in the ground on hands
/// and feet.
inline constexpr double kLongestReach = 0.99;
[[nodiscard]] SynthStart make_start(const SynthCharacter& character, StartPose pose, const SynthPlace& place);

}  // namespace sinew
