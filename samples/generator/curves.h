#pragma once

#include <numbers>
#include <optional>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew::samples {

[[nodiscard]] constexpr double rad(double degrees) { return degrees * std::numbers::pi / 180.0; }

[[nodiscard]] Quat about_x(double angle);
[[nodiscard]] Quat about_y(double angle);
[[nodiscard]] Quat about_z(double angle);

/// A value with its first two time derivatives.
template <typename T>
struct Jet {
  T position;
  T velocity;
  T acceleration;
};

/// The polynomial of fifth degree that leaves `a` at t = 0 and arrives in `b` at t = duration.
template <typename T>
[[nodiscard]] T quintic(const Jet<T>& a, const Jet<T>& b, double duration, double t) {
  const double s = t / duration;
  const double s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
  const double to_b = 10 * s3 - 15 * s4 + 6 * s5;
  return a.position * (1 - to_b) + b.position * to_b + a.velocity * (duration * (s - 6 * s3 + 8 * s4 - 3 * s5)) +
         b.velocity * (duration * (-4 * s3 + 7 * s4 - 3 * s5)) +
         a.acceleration * (duration * duration * 0.5 * (s * s - 3 * s3 + 3 * s4 - s5)) +
         b.acceleration * (duration * duration * 0.5 * (s3 - 2 * s4 + s5));
}

/// Value and derivatives of a smooth function of time, by central differences.
template <typename Function>
[[nodiscard]] auto jet_of(const Function& f, double t) {
  constexpr double h = 1e-3;
  using T = decltype(f(t));
  const T before = f(t - h), here = f(t), after = f(t + h);
  return Jet<T>{here, (after - before) / (2 * h), (after - 2 * here + before) / (h * h)};
}

/// From 0 before `from` to 1 after `to`, with two continuous derivatives.
[[nodiscard]] double ease(double t, double from, double to);

/// From 0 at s = 0 to 1 at s = 1/2 and back to 0 at s = 1, with two continuous derivatives; 0 outside.
[[nodiscard]] double bump(double s);

/// A key of a curve. Without a slope, the curve finds one that does not overshoot its neighbours.
struct Key {
  double time;
  double value;
  std::optional<double> slope = std::nullopt;
  double acceleration = 0;
};

/// A curve through keys with two continuous derivatives, constant before the first and after the last key.
class Curve {
 public:
  Curve(std::vector<Key> keys);  // NOLINT(google-explicit-constructor): written as a list of keys
  [[nodiscard]] double at(double t) const;

 private:
  std::vector<Key> keys_;
};

/// Three curves that share their key times.
struct Key3 {
  double time;
  Vec3 value;
};
class Curve3 {
 public:
  Curve3(const std::vector<Key3>& keys);  // NOLINT(google-explicit-constructor): written as a list of keys
  [[nodiscard]] Vec3 at(double t) const { return {x_.at(t), y_.at(t), z_.at(t)}; }

 private:
  Curve x_, y_, z_;
};

}  // namespace sinew::samples
