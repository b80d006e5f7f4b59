#pragma once

#include "libanim/math/dual.h"
#include "libanim/math/transform.h"

namespace sinew {

/// Motion of the exponential map (Grassia 1998), in terms of x = |r|^2 so that all is smooth at r = 0:
///   a = sin|r| / |r|, b = (1 - cos|r|) / |r|^2, c = (|r| - sin|r|) / |r|^3
///   omega = J r', J = a I + b [r] + c r r^T (the left Jacobian: angular velocity in the world), alpha = d omega / dt.
template <typename S>
using Vec3Of = Eigen::Matrix<S, 3, 1>;

/// [v]: cross_matrix(v) * w = v x w.
[[nodiscard]] inline Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

/// A coefficient and its derivatives by x.
template <typename S>
struct RotationSeries {
  S a, b, c;
  S da, db, dc;  ///< by x
};

template <typename S>
[[nodiscard]] RotationSeries<S> rotation_series(const S& x) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  // Below |r| = 0.1 the formulas cancel (db and dc divide by x^2); the series are exact to 1e-13 there.
  if (number(x) < 1e-2) {
    return {1. - x / 6. * (1. - x / 20. * (1. - x / 42. * (1. - x / 72.))),
            0.5 - x / 24. * (1. - x / 30. * (1. - x / 56.)),
            1. / 6 - x / 120. * (1. - x / 42. * (1. - x / 72.)),
            -1. / 6 + x / 60. * (1. - x / 28. * (1. - x / 54.)),
            -1. / 24 + x / 360. * (1. - x / 37.33333333333333 * (1. - x / 67.5)),
            -1. / 120 + x / 2520. * (1. - x / 48. * (1. - x / 82.5))};
  }
  const S t = sqrt(x);
  const S s = sin(t);
  const S k = cos(t);
  RotationSeries<S> r{s / t, (1. - k) / x, (t - s) / (x * t), S(0), S(0), S(0)};
  r.da = (k - r.a) / (2. * x);
  r.db = (r.a - 2. * r.b) / (2. * x);
  r.dc = (r.b - 3. * r.c) / (2. * x);
  return r;
}

template <typename S>
struct AngularMotion {
  Vec3Of<S> velocity, acceleration;  ///< world
};

template <typename S>
[[nodiscard]] AngularMotion<S> angular_motion(const Vec3Of<S>& r, const Vec3Of<S>& r1, const Vec3Of<S>& r2) {
  const auto [a, b, c, da, db, dc] = rotation_series<S>(r.dot(r));
  const S x1 = 2. * r.dot(r1);
  const Vec3Of<S> cross1 = r.cross(r1);
  const S along = r.dot(r1);
  AngularMotion<S> m;
  m.velocity = a * r1 + b * cross1 + (c * along) * r;
  const S along1 = r1.dot(r1) + r.dot(r2);
  m.acceleration = (da * x1) * r1 + a * r2 + (db * x1) * cross1 + b * r.cross(r2) + (dc * x1 * along) * r +
                   (c * along) * r1 + (c * along1) * r;
  return m;
}

/// J of the head.
[[nodiscard]] inline Mat3 rotation_jacobian(const Vec3& r) {
  const auto series = rotation_series<double>(r.squaredNorm());
  return series.a * Mat3::Identity() + series.b * cross_matrix(r) + series.c * r * r.transpose();
}

/// A vector that is fixed in a body, turned with it: `turned` is where it points now, `theta` a small turn of the body
/// in the world. Exact to first order in theta, which is all that derivatives at theta = 0 need.
template <typename S>
[[nodiscard]] Vec3Of<S> turn(const Vec3Of<S>& theta, const Vec3& turned) {
  Vec3Of<S> v;
  v[0] = turned[0] + (theta[1] * turned[2] - theta[2] * turned[1]);
  v[1] = turned[1] + (theta[2] * turned[0] - theta[0] * turned[2]);
  v[2] = turned[2] + (theta[0] * turned[1] - theta[1] * turned[0]);
  return v;
}

}  // namespace sinew
