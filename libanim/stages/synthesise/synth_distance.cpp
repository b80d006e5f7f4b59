#include "libanim/stages/synthesise/synth_distance.h"

#include <algorithm>

namespace sinew {

SignedDistance distance_to_plane(const Vec3& point, const Vec3& on_plane, const Vec3& normal) {
  return {normal.dot(point - on_plane), normal};
}

SignedDistance distance_to_box(const Vec3& point, const Vec3& half) {
  const Vec3 beyond = point.cwiseAbs() - half;
  int axis = 0;
  const double most = beyond.maxCoeff(&axis);
  if (most <= 0) {
    return {most, Vec3::Unit(axis) * (point[axis] < 0 ? -1. : 1.)};
  }
  const Vec3 outside = point - point.cwiseMax(-half).cwiseMin(half);
  const double length = outside.norm();
  return {length, outside / length};
}

SegmentPair closest_on_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 u = a1 - a0;
  const Vec3 v = b1 - b0;
  const Vec3 w = a0 - b0;
  const double a = u.squaredNorm();
  const double e = v.squaredNorm();
  const double b = u.dot(v);
  const double c = u.dot(w);
  const double f = v.dot(w);
  const double slant = a * e - b * b;
  SegmentPair pair;
  pair.s = slant > 1e-12 ? std::clamp((b * f - c * e) / slant, 0., 1.) : 0;
  pair.t = e > 1e-12 ? (b * pair.s + f) / e : 0;
  if (pair.t < 0 || pair.t > 1 || e <= 1e-12) {
    pair.t = std::clamp(pair.t, 0., 1.);
    pair.s = a > 1e-12 ? std::clamp((b * pair.t - c) / a, 0., 1.) : 0;
  }
  return pair;
}

}  // namespace sinew
