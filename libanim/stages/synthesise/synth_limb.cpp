#include "libanim/stages/synthesise/synth_limb.h"

namespace sinew {

namespace {

Mat3 matrix(const AxesOf<double>& axes) {
  Mat3 m;
  m << axes[0], axes[1], axes[2];
  return m;
}

AxesOf<double> columns(const Quat& rotation) {
  const Mat3 m = rotation.toRotationMatrix();
  return {m.col(0), m.col(1), m.col(2)};
}

}  // namespace

LimbRest::LimbRest(const SynthLimb& limb) {
  const Vec3 joint = limb.rest * limb.joint;
  const Vec3 d = joint - limb.base;
  reach = d.norm();
  direction = d / reach;
  centre = limb.kind == EffectorKind::kHand ? Vec3(Vec3::UnitZ()) : direction;
  const Vec3 hanging = (limb.pole - direction * limb.pole.dot(direction)).normalized();
  pole = turn_least<double>(direction, centre, hanging);
  const LimbShape<double> shape = limb_shape<double>(limb, limb.base, joint, centre, pole);
  swing_axes = matrix(upper_axes(shape)).transpose() * (limb.swing.rest * limb.swing.axes).toRotationMatrix();
  turn_axes = matrix(lower_axes(shape)).transpose() * (limb.rest.rotation * limb.turn.axes).toRotationMatrix();
}

LimbShape<double> limb_shape(const SynthLimb& limb, const Transform& torso, const Transform& effector) {
  const LimbRest rest(limb);
  return limb_shape<double>(limb, torso * limb.base, effector * limb.joint, torso.rotation * rest.centre,
                            torso.rotation * rest.pole);
}

Vec3 swing_angles(const SynthLimb& limb, const Transform& torso, const Transform& effector) {
  return swing_angles<double>(LimbRest(limb), limb_shape(limb, torso, effector),
                              columns(torso.rotation * limb.swing.axes));
}

Vec3 turn_angles(const SynthLimb& limb, const Transform& torso, const Transform& effector) {
  return turn_angles<double>(LimbRest(limb), limb_shape(limb, torso, effector),
                             columns(effector.rotation * limb.turn.axes));
}

}  // namespace sinew
