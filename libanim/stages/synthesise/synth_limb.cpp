#include "libanim/stages/synthesise/synth_limb.h"

namespace sinew {

LimbRest::LimbRest(const SynthLimb& limb) {
  const Vec3 joint = limb.rest * limb.joint;
  const Vec3 d = joint - limb.base;
  reach = d.norm();
  direction = d / reach;
  centre = limb.kind == EffectorKind::kHand ? Vec3(Vec3::UnitZ()) : direction;
  const Vec3 hanging = (limb.pole - direction * limb.pole.dot(direction)).normalized();
  pole = turn_least<double>(direction, centre, hanging);
  const LimbShape<double> shape = limb_shape<double>(limb, limb.base, joint, centre, pole);
  const Vec3 lower = (joint - shape.middle).normalized();
  const Mat3 axes = limb.rest.rotation.toRotationMatrix();
  for (int i = 0; i < 3; ++i) {
    lower_axes.col(i) = turn_least<double>(lower, centre, axes.col(i));
  }
}

LimbShape<double> limb_shape(const SynthLimb& limb, const Transform& torso, const Transform& effector) {
  const LimbRest rest(limb);
  return limb_shape<double>(limb, torso * limb.base, effector * limb.joint, torso.rotation * rest.centre,
                            torso.rotation * rest.pole);
}

}  // namespace sinew
