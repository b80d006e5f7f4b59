#pragma once

#include "libanim/stages/synthesise/synth_joint_angles.h"
#include "libanim/stages/synthesise/synth_model.h"

namespace sinew {

/// Where the parts of a limb are: analytic two-bone inverse kinematics (App. A).
template <typename S>
struct LimbShape {
  Vec3Of<S> base;       ///< hip or shoulder
  Vec3Of<S> middle;     ///< knee or elbow
  Vec3Of<S> joint;      ///< ankle or wrist
  Vec3Of<S> direction;  ///< from base to joint, unit length
  Vec3Of<S> pole;       ///< across it, towards the middle, unit length
  S reach;              ///< their distance
};

/// Axes that turn with a link: along it, across the plane in which the limb bends, and across both.
template <typename S>
[[nodiscard]] AxesOf<S> link_axes(const LimbShape<S>& shape, const Vec3Of<S>& link) {
  using std::sqrt;
  const Vec3Of<S> along = link / sqrt(link.dot(link) + 1e-8);
  const Vec3Of<S> across = shape.pole.cross(shape.direction);
  return {along, across, along.cross(across)};
}
template <typename S>
[[nodiscard]] AxesOf<S> upper_axes(const LimbShape<S>& shape) {
  return link_axes<S>(shape, shape.middle - shape.base);
}
template <typename S>
[[nodiscard]] AxesOf<S> lower_axes(const LimbShape<S>& shape) {
  return link_axes<S>(shape, shape.joint - shape.middle);
}

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
  Mat3 swing_axes;  ///< SynthLimb::swing's axes as the upper link carries them, in upper_axes()
  Mat3 turn_axes;   ///< SynthLimb::turn's axes as the lower link carries them, in lower_axes()
};

/// Where the middle is along the line from base to joint, from the base on.
template <typename S>
[[nodiscard]] S middle_along(const SynthLimb& limb, const S& reach) {
  return (reach * reach + (limb.upper * limb.upper - limb.lower * limb.lower)) / (2. * reach);
}

/// Square of the middle's distance from that line. A straight knee is bent by 1 cm, and so is one that is stretched: a
/// number that may be negative, made smooth.
template <typename S>
[[nodiscard]] S bend_square(const SynthLimb& limb, const S& reach) {
  using std::sqrt;
  constexpr double kStraight = 2e-4;  // (unit: m^2)
  const S along = middle_along<S>(limb, reach);
  const S square = limb.upper * limb.upper - along * along;
  return 0.5 * (square + sqrt(square * square + kStraight * kStraight));
}

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
  shape.pole = across / sqrt(across.dot(across) + 1e-8);
  shape.middle = base + shape.direction * middle_along<S>(limb, shape.reach) +
                 shape.pole * sqrt(bend_square<S>(limb, shape.reach));
  return shape;
}

/// The columns of `carried` as combinations of a link's axes.
template <typename S>
[[nodiscard]] AxesOf<S> carried_axes(const AxesOf<S>& link, const Mat3& carried) {
  AxesOf<S> axes;
  for (int i = 0; i < 3; ++i) {
    axes[static_cast<std::size_t>(i)] = link[0] * carried(0, i) + link[1] * carried(1, i) + link[2] * carried(2, i);
  }
  return axes;
}

/// Hip or shoulder (SynthLimb::swing) at one moment: `torso` are the joint's axes as the torso has them.
template <typename S>
[[nodiscard]] Vec3Of<S> swing_angles(const LimbRest& rest, const LimbShape<S>& shape, const AxesOf<S>& torso) {
  return ball_angles<S>(torso, carried_axes<S>(upper_axes(shape), rest.swing_axes));
}

/// Ankle or wrist (SynthLimb::turn) at one moment: `end` are the joint's axes as the end-effector has them.
template <typename S>
[[nodiscard]] Vec3Of<S> turn_angles(const LimbRest& rest, const LimbShape<S>& shape, const AxesOf<S>& end) {
  return ball_angles<S>(carried_axes<S>(lower_axes(shape), rest.turn_axes), end);
}

/// All for poses: torso and end-effector in the world.
[[nodiscard]] LimbShape<double> limb_shape(const SynthLimb& limb, const Transform& torso, const Transform& effector);
[[nodiscard]] Vec3 swing_angles(const SynthLimb& limb, const Transform& torso, const Transform& effector);
[[nodiscard]] Vec3 turn_angles(const SynthLimb& limb, const Transform& torso, const Transform& effector);

}  // namespace sinew
