#pragma once

#include <vector>

#include "samples/generator/curves.h"

namespace sinew::samples {

/// Where a foot's points are, seen from its ankle in the rest pose, where the foot stands flat on the ground.
struct FootShape {
  std::optional<Vec3> heel;  ///< the point about which the foot rolls at heel strike; none on paws
  Vec3 toe_joint;            ///< hinge between foot and toes
  Vec3 toe_tip;              ///< the point about which the toes roll at last
};

/// One stance. Pitches are turns about the foot's own x axis: positive lowers the toes (unit: rad, s, m).
struct Footstep {
  double strike;    ///< first contact
  double flat;      ///< foot flat on the ground from here
  double heel_off;  ///< to here
  double toe_off;   ///< last contact
  Vec3 place;       ///< where the ankle stands when the foot is flat
  double yaw = 0;
  double strike_pitch = rad(-18);  ///< negative: lands on the heel (paws: heel first down); positive: on the toes
  double strike_rate = rad(-60);   ///< towards 0 it is the other sign of strike_pitch
  double push_pitch = rad(17);     ///< half way from heel_off to toe_off
  double off_pitch = rad(58);
  double off_rate = rad(240);
  double off_toe_pitch = rad(24);
  double lift = 0.05;            ///< by how much the swing before this step is raised in its middle
  double swing_pitch = rad(12);  ///< foot's pitch in the middle of the swing before this step
  Vec3 launch = Vec3::Zero();    ///< acceleration with which the ankle leaves at toe_off, in the foot's heading
  Vec3 braking = Vec3::Zero();   ///< acceleration with which the ankle comes to its strike, in the foot's heading; it
                                 ///< ends there, as a soft impact does (unit: m/s^2)
};

/// A foot at one instant.
struct FootPose {
  Vec3 ankle;
  Quat rotation;    ///< world
  double toe_bend;  ///< of the toes against the foot, positive lowers the tips
  bool planted;
};

/// A foot's way from stance to stance, with two continuous derivatives (but for the launch and the braking). In stance
/// the point on which the foot rolls (heel, then toes) does not move; between stances the ankle follows a quintic.
class FootTrack {
 public:
  FootTrack(FootShape shape, std::vector<Footstep> steps);
  [[nodiscard]] FootPose at(double t) const;
  [[nodiscard]] const std::vector<Footstep>& steps() const { return steps_; }

 private:
  [[nodiscard]] double yaw_at(double t) const;
  [[nodiscard]] Vec3 stance_ankle(const Footstep& step, double t) const;

  FootShape shape_;
  std::vector<Footstep> steps_;
  Curve pitch_;
  Curve toe_pitch_;
};

}  // namespace sinew::samples
