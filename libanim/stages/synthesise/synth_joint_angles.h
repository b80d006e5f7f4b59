#pragma once

#include <array>

#include "libanim/stages/synthesise/synth_rotation.h"

namespace sinew {

/// Angles of a ball joint as FigureJoint has them, smooth enough to be differentiated: r turns the axes of the joint's
/// parent to those of its child, r = swing * twist, twist about x. With r e_x = (c, u, v):
///   swing = acos(c) / sqrt(1 - c^2) (0, -v, u),   swing^-1 r e_y = (0, cos twist, sin twist).
/// Limits: at a swing of half a turn there is no direction back; costs push away from there from all sides.
template <typename S>
using AxesOf = std::array<Vec3Of<S>, 3>;

/// acos(c) / sqrt(1 - c^2).
template <typename S>
[[nodiscard]] S angle_over_sine(const S& c) {
  using std::atan2;
  using std::sqrt;
  const S x = 1. - c;
  if (number(x) < 1e-2) return 1. + x * (1. / 3 + x * (2. / 15 + x * (2. / 35 + x * (8. / 315 + x * (8. / 693)))));
  const S sine = sqrt(1. - c * c + 1e-9);
  return atan2(sine, c) / sine;
}

/// Twist about x and the swing's components about y and z (unit: rad).
template <typename S>
[[nodiscard]] Vec3Of<S> ball_angles(const AxesOf<S>& parent, const AxesOf<S>& child) {
  using std::atan2;
  Vec3Of<S> bone;
  Vec3Of<S> side;
  for (int i = 0; i < 3; ++i) {
    bone[i] = parent[static_cast<std::size_t>(i)].dot(child[0]);
    side[i] = parent[static_cast<std::size_t>(i)].dot(child[1]);
  }
  // The smallest turn of the bone back to x, applied to the side: two reflections, about the bone and about h.
  const Vec3Of<S> w = bone * (2. * bone.dot(side)) - side;
  const Vec3Of<S> h = bone + Vec3Of<S>(S(1.), S(0.), S(0.));
  const Vec3Of<S> back = h * (2. * h.dot(w) / (h.dot(h) + 1e-9)) - w;
  const S f = angle_over_sine<S>(bone[0]);
  return {atan2(back[2], back[1]), -f * bone[2], f * bone[1]};
}

}  // namespace sinew
