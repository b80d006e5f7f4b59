#include "libanim/math/rotation.h"

#include <Eigen/SVD>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr double kPi = std::numbers::pi;

/// The angle plus whole turns that is nearest to `near`.
double nearest_turn(double angle, double near) { return angle + 2 * kPi * std::round((near - angle) / (2 * kPi)); }

Vec3 nearest_turns(const Vec3& angles, const Vec3& near) {
  return {nearest_turn(angles[0], near[0]), nearest_turn(angles[1], near[1]), nearest_turn(angles[2], near[2])};
}

}  // namespace

Vec3 log_rotation(const Quat& q) {
  const double sine = q.vec().norm();
  const double sign = q.w() < 0 ? -1.0 : 1.0;
  // angle / sin(angle / 2) tends to 2 for small angles; the next term of the series is 1/3 sin^2.
  const double factor = sine < 1e-8 ? 2.0 : 2.0 * std::atan2(sine, std::abs(q.w())) / sine;
  return sign * factor * q.vec();
}

Quat exp_rotation(const Vec3& v) {
  const double angle = v.norm();
  const double factor = angle < 1e-8 ? 0.5 : std::sin(0.5 * angle) / angle;
  Quat q;
  q.w() = std::cos(0.5 * angle);
  q.vec() = factor * v;
  return q.normalized();
}

Quat nearest_sign(const Quat& q, const Quat& reference) {
  return q.dot(reference) < 0 ? Quat(-q.w(), -q.x(), -q.y(), -q.z()) : q;
}

void make_continuous(std::span<Quat> sequence, std::size_t stride) {
  if (sequence.empty()) return;
  sequence[0] = nearest_sign(sequence[0], Quat::Identity());
  for (std::size_t i = stride; i < sequence.size(); i += stride) {
    sequence[i] = nearest_sign(sequence[i], sequence[i - stride]);
  }
}

double angle_between(const Quat& a, const Quat& b) { return log_rotation(a.conjugate() * b).norm(); }

Quat from_euler(const std::array<int, 3>& axes, const Vec3& angles) {
  Quat result = Quat::Identity();
  for (int i = 0; i < 3; ++i) {
    result = result * Quat(Eigen::AngleAxisd(angles[i], Vec3::Unit(axes[static_cast<std::size_t>(i)])));
  }
  return result;
}

Vec3 to_euler(const std::array<int, 3>& axes, const Quat& q, const Vec3& near) {
  const Mat3 m = q.toRotationMatrix();
  const auto [i, j, k] = axes;
  // With R = R_i(a) R_j(b) R_k(c) and the order's sign s: R(i,k) = s sin b.
  const double s = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
  const double cosine = std::hypot(m(i, i), m(i, j));
  Vec3 angles;
  angles[1] = std::atan2(s * m(i, k), cosine);
  if (cosine < 1e-8) {
    // Gimbal lock: only a +- c is determined; keep c as near as the caller wants it.
    const double turned = std::atan2(s * m(k, j), m(j, j));
    const double c = near[2];
    angles[0] = m(i, k) > 0 ? turned - c : turned + c;
    angles[2] = c;
    return nearest_turns(angles, near);
  }
  angles[0] = std::atan2(-s * m(j, k), m(k, k));
  angles[2] = std::atan2(-s * m(i, j), m(i, i));
  const Vec3 direct = nearest_turns(angles, near);
  const Vec3 flipped = nearest_turns({angles[0] + kPi, kPi - angles[1], angles[2] + kPi}, near);
  return (direct - near).squaredNorm() <= (flipped - near).squaredNorm() ? direct : flipped;
}

Quat nearest_rotation(const Mat3& m) {
  const Mat3 proper = m.determinant() < 0 ? Mat3(-m) : m;
  const Eigen::JacobiSVD<Mat3> svd(proper, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Mat3 rotation = svd.matrixU() * svd.matrixV().transpose();
  return Quat(rotation).normalized();
}

}  // namespace sinew
