#include "samples/generator/curves.h"

#include <algorithm>
#include <cmath>

namespace sinew::samples {

Quat about_x(double angle) { return {std::cos(angle / 2), std::sin(angle / 2), 0, 0}; }
Quat about_y(double angle) { return {std::cos(angle / 2), 0, std::sin(angle / 2), 0}; }
Quat about_z(double angle) { return {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}; }

double ease(double t, double from, double to) {
  const double s = std::clamp((t - from) / (to - from), 0.0, 1.0);
  return s * s * s * (10 - 15 * s + 6 * s * s);
}

double bump(double s) {
  if (s <= 0 || s >= 1) return 0;
  const double u = 4 * s * (1 - s);
  return u * u * u;
}

namespace {

// Fritsch and Carlson, "Monotone piecewise cubic interpolation" (1980), with the weighted harmonic mean: the
// slope is 0 at an extremum and never more than three times either secant.
double monotone_slope(const Key& before, const Key& here, const Key& after) {
  const double h0 = here.time - before.time, h1 = after.time - here.time;
  const double d0 = (here.value - before.value) / h0, d1 = (after.value - here.value) / h1;
  if (d0 * d1 <= 0) return 0;
  const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

std::vector<Key> component(const std::vector<Key3>& keys, int axis) {
  std::vector<Key> result;
  for (const Key3& key : keys) result.push_back({key.time, key.value[axis]});
  return result;
}

}  // namespace

Curve::Curve(std::vector<Key> keys) : keys_(std::move(keys)) {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i].slope) continue;
    const bool inner = i > 0 && i + 1 < keys_.size();
    keys_[i].slope = inner ? monotone_slope(keys_[i - 1], keys_[i], keys_[i + 1]) : 0.0;
  }
}

double Curve::at(double t) const {
  if (t <= keys_.front().time) return keys_.front().value;
  if (t >= keys_.back().time) return keys_.back().value;
  const auto next = std::upper_bound(keys_.begin(), keys_.end(), t, [](double x, const Key& k) { return x < k.time; });
  const Key &a = *(next - 1), &b = *next;
  const Jet<double> from{a.value, *a.slope, a.acceleration}, to{b.value, *b.slope, b.acceleration};
  return quintic(from, to, b.time - a.time, t - a.time);
}

Curve3::Curve3(const std::vector<Key3>& keys)
    : x_(component(keys, 0)), y_(component(keys, 1)), z_(component(keys, 2)) {}

}  // namespace sinew::samples
