#pragma once

#include <array>

#include "libanim/model/clip.h"
#include "samples/generator/foot_track.h"
#include "samples/generator/hero.h"
#include "samples/generator/puppet.h"

namespace sinew::samples {

/// An arm by its anatomical angles (unit: rad); all 0 hangs straight down with the palm towards the thigh.
struct ArmPose {
  double flex = 0;        ///< forward and up
  double abduct = 0;      ///< away from the body
  double twist = 0;       ///< of the upper arm about itself; negative turns the bent forearm up and outwards
  double elbow = 0;       ///< bend
  double pronate = 0;     ///< of the hand about the forearm: positive turns the palm to the back
  double wrist = 0;       ///< bend of the hand towards the palm
  double wrist_side = 0;  ///< bend of the hand towards the thumb
  double shrug = 0;       ///< shoulder up
};

/// An arm that reaches for a point in the world instead.
struct ArmReach {
  double weight = 0;  ///< 0: the arm hangs by its angles, 1: the wrist is at `wrist`
  Vec3 wrist = Vec3::Zero();
  Vec3 pole = Vec3::UnitY();  ///< where the elbow points
  Quat hand = Quat::Identity();
};

/// The hero's posture: trunk and arms by angles, legs by where the feet are.
struct HeroPose {
  Vec3 hips = Vec3(0, 0.955, 0);
  Quat hips_rotation = Quat::Identity();
  double bend = 0;               ///< of the whole spine, forward (unit: rad)
  double lean = 0;               ///< to the left
  double twist = 0;              ///< to the left
  Quat head = Quat::Identity();  ///< world; neck and head share the turn
  std::array<ArmPose, 2> arms;   ///< left, right (mirrored)
  std::array<ArmReach, 2> reach;
  std::array<FootPose, 2> feet;
  std::array<Vec3, 2> knees = {Vec3::UnitZ(), Vec3::UnitZ()};  ///< where they point (world)
};

/// The posture as joint rotations.
[[nodiscard]] Puppet solve(const Skeleton& hero, const HeroPose& pose);

/// Where the points of the hero's feet are, seen from the ankle.
[[nodiscard]] FootShape hero_foot_shape();

/// A clip of the hero: `pose_at(t)` on the frame grid.
[[nodiscard]] Clip make_hero_clip(const std::string& name, double frame_rate, double duration,
                                  const std::function<HeroPose(double)>& pose_at);

/// A foot that stands flat.
[[nodiscard]] FootPose flat_foot(const Vec3& place, double yaw);

/// Hips such that the centre of mass is at `target` (x is left as it is), everything else kept.
[[nodiscard]] HeroPose with_center_of_mass(const Skeleton& hero, HeroPose pose, const Vec3& target);

}  // namespace sinew::samples
