#include "libanim/stages/synthesise/synth_limb.h"

namespace sinew {

LimbRest::LimbRest(const SynthLimb& limb) {
  const Vec3 joint = limb.rest * limb.joint;
  const Vec3 d = joint - limb.base;
  reach = d.norm();
  direction = d / reach;
  pole = (limb.pole - direction * limb.pole.dot(direction)).normalized();
  const LimbShape<double> shape = limb_shape<double>(limb, limb.base, joint, direction, pole);
  lower = (joint - shape.middle).normalized();
}

LimbShape<double> limb_shape(const SynthLimb& limb, const Transform& torso, const Transform& effector) {
  const LimbRest rest(limb);
  return limb_shape<double>(limb, torso * limb.base, effector * limb.joint, torso.rotation * rest.direction,
                            torso.rotation * rest.pole);
}

}  // namespace sinew
