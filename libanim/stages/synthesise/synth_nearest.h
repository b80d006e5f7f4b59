#pragma once

#include <span>

#include "libanim/stages/synthesise/synth_rotation.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// Where the surfaces are, seen from a point: eq. 3.
template <typename S>
struct SoftNearest {
  Vec3Of<S> gap;     ///< the point less its nearest point
  Vec3Of<S> normal;  ///< there; a weighted mean, not of unit length between surfaces
};

template <typename S>
class SoftNearestSum {
 public:
  static constexpr double kSharpness = 1e4;  ///< k of eq. 3 (unit: 1/m^2)

  void add(const Vec3Of<S>& gap, const Vec3Of<S>& normal) {
    const S weight = 1. / (1. + kSharpness * gap.dot(gap));
    sum_ += weight;
    gap_ += weight * gap;
    normal_ += weight * normal;
  }
  [[nodiscard]] SoftNearest<S> result() const { return {gap_ / sum_, normal_ / sum_}; }

 private:
  S sum_ = S(0);
  Vec3Of<S> gap_ = Vec3Of<S>::Constant(S(0));
  Vec3Of<S> normal_ = Vec3Of<S>::Constant(S(0));
};

/// Point less nearest point of a face.
template <typename S>
[[nodiscard]] Vec3Of<S> face_gap(const SynthFace& face, const Vec3Of<S>& point) {
  const Vec3Of<S> d = point - face.centre.cast<S>();
  Vec3Of<S> gap = face.normal.cast<S>() * d.dot(face.normal.cast<S>());
  const auto beyond = [&](const Vec3& axis, double half) {
    const S x = d.dot(axis.cast<S>());
    if (half >= 0 && number(x) > half) {
      gap += axis.cast<S>() * (x - half);
    } else if (half >= 0 && number(x) < -half) {
      gap += axis.cast<S>() * (x + half);
    }
  };
  beyond(face.side, face.half_side);
  beyond(face.along, face.half_along);
  return gap;
}

template <typename S>
[[nodiscard]] SoftNearest<S> nearest_on(std::span<const SynthFace> faces, const Vec3Of<S>& point) {
  SoftNearestSum<S> sum;
  for (const SynthFace& face : faces) {
    sum.add(face_gap<S>(face, point), face.normal.cast<S>());
  }
  return sum.result();
}

/// Friction of the surfaces, seen from a point: their mean with the weights of eq. 3, to the digit their own where all
/// have the same; and its derivative by the point (unit: 1/m). The distance's own is the gap, at edges too.
struct SoftFriction {
  double value = 1;
  Vec3 slope = Vec3::Zero();
};
[[nodiscard]] inline SoftFriction friction_of(std::span<const SynthFace> faces, const Vec3& point) {
  if (faces.empty()) return {};
  const double first = faces.front().friction;
  constexpr double kSharpness = SoftNearestSum<double>::kSharpness;
  double sum = 0;
  double other = 0;
  Vec3 sum_slope = Vec3::Zero();
  Vec3 other_slope = Vec3::Zero();
  for (const SynthFace& face : faces) {
    const Vec3 gap = face_gap<double>(face, point);
    const double weight = 1 / (1 + kSharpness * gap.squaredNorm());
    const Vec3 slope = -2 * kSharpness * weight * weight * gap;
    sum += weight;
    sum_slope += slope;
    other += weight * (face.friction - first);
    other_slope += slope * (face.friction - first);
  }
  return {first + other / sum, (other_slope - sum_slope * (other / sum)) / sum};
}

template <typename S>
[[nodiscard]] SoftNearest<S> nearest_on(std::span<const SynthCapsule> capsules, const Vec3Of<S>& point) {
  using std::sqrt;
  SoftNearestSum<S> sum;
  for (const SynthCapsule& capsule : capsules) {
    const Vec3 axis = capsule.end - capsule.start;
    const double square = axis.squaredNorm();
    const Vec3Of<S> from = point - capsule.start.cast<S>();
    S t = square > 0 ? S(from.dot(axis.cast<S>()) / square) : S(0);
    t = number(t) < 0 ? S(0) : number(t) > 1 ? S(1) : t;
    const Vec3Of<S> radial = from - axis.cast<S>() * t;
    const S length = sqrt(radial.dot(radial) + 1e-8);
    const Vec3Of<S> normal = radial / length;
    sum.add(Vec3Of<S>(radial - normal * capsule.radius), normal);
  }
  return sum.result();
}

}  // namespace sinew
