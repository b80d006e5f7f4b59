#include "importers/gltf/key_curve.h"

#include <algorithm>

#include "libanim/math/transform.h"

namespace sinew {

namespace {

constexpr std::size_t kRotationWidth = 4;

Quat to_quat(const double* xyzw) { return {xyzw[3], xyzw[0], xyzw[1], xyzw[2]}; }

std::array<double, 4> to_array(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

}  // namespace

const double* KeySampler::value(std::size_t key) const {
  const std::size_t groups = curve_.mode == KeyMode::kCubic ? 3 : 1;
  return curve_.values.data() + (key * groups + (groups == 3 ? 1 : 0)) * curve_.width;
}

std::array<double, 4> KeySampler::key_value(std::size_t key) const {
  std::array<double, 4> result{};
  std::copy_n(value(key), curve_.width, result.begin());
  return result;
}

std::array<double, 4> KeySampler::linear(double u) const {
  const double* a = value(key_);
  const double* b = value(key_ + 1);
  // Eigen's slerp takes the shorter arc, and the chord where the arc is too short for sines.
  if (curve_.width == kRotationWidth) return to_array(to_quat(a).slerp(u, to_quat(b)).normalized());
  std::array<double, 4> result{};
  for (std::size_t i = 0; i < curve_.width; ++i) result[i] = a[i] + u * (b[i] - a[i]);
  return result;
}

std::array<double, 4> KeySampler::cubic(double u, double duration) const {
  const double* v0 = value(key_);
  const double* v1 = value(key_ + 1);
  const double* out0 = v0 + curve_.width;
  const double* in1 = v1 - curve_.width;
  const double u2 = u * u;
  const double u3 = u2 * u;
  std::array<double, 4> result{};
  for (std::size_t i = 0; i < curve_.width; ++i) {
    result[i] = (2 * u3 - 3 * u2 + 1) * v0[i] + duration * (u3 - 2 * u2 + u) * out0[i] + (3 * u2 - 2 * u3) * v1[i] +
                duration * (u3 - u2) * in1[i];
  }
  if (curve_.width != kRotationWidth) return result;
  const Quat q = to_quat(result.data());
  const double length = q.norm();
  // The spline may pass through zero, where it has no direction.
  return length > 1e-9 ? to_array(Quat(q.coeffs() / length)) : key_value(key_);
}

std::array<double, 4> KeySampler::at(double time) {
  const std::vector<double>& times = *curve_.times;
  while (key_ + 1 < times.size() && times[key_ + 1] <= time + tolerance_) ++key_;
  const bool last = key_ + 1 == times.size();
  if (last || time <= times[key_] + tolerance_ || curve_.mode == KeyMode::kStep) return key_value(key_);
  const double duration = times[key_ + 1] - times[key_];
  const double u = (time - times[key_]) / duration;
  return curve_.mode == KeyMode::kLinear ? linear(u) : cubic(u, duration);
}

}  // namespace sinew
