#pragma once

#include "libanim/stages/synthesise/synth_model.h"
#include "libanim/stages/synthesise/synth_rotation.h"

namespace sinew {

/// Where the parts of a limb are: analytic two-bone inverse kinematics (App. A).
template <typename S>
struct LimbShape {
  Vec3Of<S> base;       ///< hip or shoulder
  Vec3Of<S> middle;     ///< knee or elbow
  Vec3Of<S> joint;      ///< ankle or wrist
  Vec3Of<S> direction;  ///< from base to joint, unit length
  S reach;              ///< their distance
};

/// `from` turned by the smallest rotation that brings the unit vector a to the unit vector b, applied to v.
template <typename S>
[[nodiscard]] Vec3Of<S> turn_least(const Vec3Of<S>& a, const Vec3Of<S>& b, const Vec3Of<S>& v) {
  // Two reflections, about a and about the bisector of a and b.
  const Vec3Of<S> w = a * (2. * a.dot(v)) - v;
  const Vec3Of<S> h = a + b;
  const S square = h.dot(h) + 1e-6;  // a half turn has no direction of its own; here it has none either
  return h * (2. * h.dot(w) / square) - w;
}

/// Neutral stance of a limb, in the torso's frame.
struct LimbRest {
  explicit LimbRest(const SynthLimb& limb);

  Vec3 direction;  ///< from base to joint, unit length
  double reach;

  /// What is carried along by a smallest rotation has no direction where that is half a turn. So all of it starts from
  /// the middle of where the limb goes: legs hang, arms reach ahead (from hanging, overhead would be that
  /// half turn, and a handstand could not be found).
  Vec3 centre;      ///< unit length
  Vec3 pole;        ///< where knee or elbow points with the limb along `centre`; across it, unit length
  Mat3 lower_axes;  ///< the end-effector's axes with the lower link along `centre`
};

/// The pole turns with the limb by the smallest rotation from its neutral direction. A limb that is stretched too far
/// has its middle between its ends in the ratio of its links.
template <typename S>
[[nodiscard]] LimbShape<S> limb_shape(const SynthLimb& limb, const Vec3Of<S>& base, const Vec3Of<S>& joint,
                                      const Vec3Of<S>& rest_direction, const Vec3Of<S>& rest_pole) {
  using std::sqrt;
  LimbShape<S> shape;
  shape.base = base;
  shape.joint = joint;
  const Vec3Of<S> d = joint - base;
  shape.reach = sqrt(d.dot(d) + 1e-8);
  shape.direction = d / shape.reach;
  const Vec3Of<S> turned = turn_least<S>(rest_direction, shape.direction, rest_pole);
  const Vec3Of<S> across = turned - shape.direction * turned.dot(shape.direction);
  const Vec3Of<S> pole = across / sqrt(across.dot(across) + 1e-8);
  const S along =
      (shape.reach * shape.reach + (limb.upper * limb.upper - limb.lower * limb.lower)) / (2. * shape.reach);
  const S square = limb.upper * limb.upper - along * along;
  // A straight knee is bent by 1 cm, and so is one that is stretched: a root of what may be negative, made smooth.
  constexpr double kStraight = 2e-4;  // (unit: m^2)
  const S bent = 0.5 * (square + sqrt(square * square + kStraight * kStraight));
  shape.middle = base + shape.direction * along + pole * sqrt(bent);
  return shape;
}

/// The same for poses: torso and end-effector in the world.
[[nodiscard]] LimbShape<double> limb_shape(const SynthLimb& limb, const Transform& torso, const Transform& effector);

}  // namespace sinew
