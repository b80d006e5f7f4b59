#pragma once

#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// How far the knee (or elbow) of a limb is from the line between its ends: the lever on which a force along that line
/// turns the knee, so that |f|^2 times its square is the knee's torque, squared. It depends on the limb's reach alone.
struct LimbLever {
  double square = 0;  ///< (unit: m^2)
  double slope = 0;   ///< of the square, by the reach (unit: m)
  Vec3 direction = Vec3::UnitY();
  Vec3 base_arm = Vec3::Zero();   ///< from the torso's origin to the base, world (unit: m)
  Vec3 joint_arm = Vec3::Zero();  ///< from the end-effector's origin to the joint

  LimbLever(const SynthLimb& limb, const SynthTrackState& torso, const SynthTrackState& effector)
      : base_arm(torso.R * limb.base), joint_arm(effector.R * limb.joint) {
    const Vec3 d = effector.p + joint_arm - torso.p - base_arm;
    const auto reach = Dual<1>::variable(std::sqrt(d.squaredNorm() + 1e-8), 0);
    direction = d / reach.value;
    const Dual<1> bent = bend_square<Dual<1>>(limb, reach);
    square = bent.value;
    slope = bent.d[0];
  }

  /// Adds coefficient * d reach to a slope by the sample's variables.
  void add_reach(double coefficient, int torso, int effector, const SampleIndex& index, Eigen::VectorXd& to) const {
    to.segment<3>(index.p(effector)) += coefficient * direction;
    to.segment<3>(index.theta(effector)) += coefficient * joint_arm.cross(direction);
    to.segment<3>(index.p(torso)) -= coefficient * direction;
    to.segment<3>(index.theta(torso)) -= coefficient * base_arm.cross(direction);
  }
};

}  // namespace sinew
