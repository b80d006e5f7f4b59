#include "exporters/bvh/bvh_angles.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "libanim/math/rotation.h"

namespace sinew {

namespace {

constexpr double kUnitsPerDegree = 1e6;
constexpr std::int64_t kHalfTurn = 180'000'000;
constexpr double kRadiansPerUnit = std::numbers::pi / 180 / kUnitsPerDegree;
constexpr double kLock = 1e-7;

std::int64_t to_units(double radians) { return std::llround(radians / kRadiansPerUnit); }

/// Replaces angles next to gimbal lock by those in it: only first + third (or first - third) counts there.
Vec3 settle_lock(const std::array<int, 3>& axes, Vec3 angles, const Vec3& before) {
  if (std::abs(std::cos(angles[1])) >= kLock) return angles;
  const bool cyclic = (axes[1] - axes[0] + 3) % 3 == 1;
  const double sign = (std::sin(angles[1]) > 0) == cyclic ? 1.0 : -1.0;
  angles[0] += sign * (angles[2] - before[2]);
  angles[2] = before[2];
  const double quarter = std::numbers::pi / 2;
  angles[1] = std::round(angles[1] / quarter) * quarter;
  return angles;
}

/// The same angle in (-180, 180] degrees.
std::int64_t within_half_turn(std::int64_t angle) {
  const std::int64_t turns = (angle + (angle > 0 ? kHalfTurn - 1 : -kHalfTurn)) / (2 * kHalfTurn);
  return angle - turns * 2 * kHalfTurn;
}

/// The other triple of the same rotation.
BvhAngles flipped(const BvhAngles& angles) {
  return {angles[0] + kHalfTurn, within_half_turn(kHalfTurn - angles[1]), angles[2] + kHalfTurn};
}

BvhAngles nearest_turns(const BvhAngles& angles, const BvhAngles& before) {
  BvhAngles result{};
  for (std::size_t i = 0; i < 3; ++i) result[i] = before[i] + within_half_turn(angles[i] - before[i]);
  return result;
}

std::int64_t squared_distance(const BvhAngles& a, const BvhAngles& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

}  // namespace

BvhAngles bvh_angles(const std::array<int, 3>& axes, const Quat& rotation, const BvhAngles& before) {
  const Vec3 near = kRadiansPerUnit * Vec3(static_cast<double>(before[0]), static_cast<double>(before[1]),
                                           static_cast<double>(before[2]));
  const Vec3 angles = settle_lock(axes, to_euler(axes, rotation, near), near);
  BvhAngles direct = {to_units(angles[0]), within_half_turn(to_units(angles[1])), to_units(angles[2])};
  if (2 * std::abs(direct[1]) > kHalfTurn) direct = flipped(direct);
  // to_euler compares the two in floating point, where symmetric poses tie and rounding would decide.
  const BvhAngles near_direct = nearest_turns(direct, before);
  const BvhAngles near_flipped = nearest_turns(flipped(direct), before);
  return squared_distance(near_direct, before) <= squared_distance(near_flipped, before) ? near_direct : near_flipped;
}

}  // namespace sinew
