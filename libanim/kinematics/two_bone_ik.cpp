#include "libanim/kinematics/two_bone_ik.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Distance that is really aimed at: the wanted one up to kSoftReach of the length, then an exponential approach to it
/// with the same slope.
double softened(double wanted, double length) {
  const double start = kSoftReach * length;
  if (wanted <= start) return wanted;
  const double room = length - start;
  return start + room * (1 - std::exp(-(wanted - start) / room));
}

/// The same with a start at the stretch that a pose has.
double softened_from(double now, double wanted, double length) {
  const double start = std::clamp(now, kSoftReach * length, 0.9999 * length);
  if (wanted <= start) return wanted;
  const double room = length - start;
  return start + room * (1 - std::exp(-(wanted - start) / room));
}

/// Inverse of `softened`.
double before_softening(double distance, double length) {
  const double start = kSoftReach * length;
  if (distance <= start) return distance;
  const double room = length - start;
  return start - room * std::log(std::max(1e-9, 1 - (distance - start) / room));
}

/// Normal of the plane in which the bones bend, such that turning about it flexes.
Vec3 bend_normal(const TwoBones& bones, const Vec3& bend_axis) {
  const Vec3 upper = bones.middle - bones.root;
  const Vec3 lower = bones.end - bones.middle;
  const Vec3 normal = upper.cross(lower);
  const double sine = normal.norm() / std::max(upper.norm() * lower.norm(), 1e-12);
  // Below a degree or so the plane is noise: let the given axis take over smoothly.
  constexpr double kClear = 0.02;
  const double own = sine * sine / (sine * sine + kClear * kClear);
  const Vec3 along = (bones.end - bones.root).normalized();
  const Vec3 given = bend_axis - along * along.dot(bend_axis);
  Vec3 mixed = (1 - own) * given.normalized();
  if (sine > 0) mixed += own * normal.normalized() * (normal.dot(given) < 0 && sine < kClear ? -1 : 1);
  return mixed.normalized();
}

/// Direction of the upper bone that leads to `target` with the given bend normal.
Vec3 upper_direction(const Vec3& to_target, const Vec3& normal, double cosine) {
  const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
  // Flexing about the normal folds the lower bone one way, so the upper one leads on the other side.
  return Eigen::AngleAxisd(-angle, normal) * to_target.normalized();
}

}  // namespace

TwoBoneTurn two_bone_ik(const TwoBones& bones, const Vec3& target, const Vec3& bend_axis) {
  const double a = (bones.middle - bones.root).norm();
  const double b = (bones.end - bones.middle).norm();
  const double wanted = std::max((target - bones.root).norm(), std::max(std::abs(a - b), 1e-6 * (a + b)));
  const double d = softened(wanted, a + b);
  const Vec3 normal = bend_normal(bones, bend_axis);
  const Vec3 now = bones.end - bones.root;
  // The plane turns with the line from root to target, by the smallest rotation.
  const Quat swing = Quat::FromTwoVectors(now, target - bones.root);
  const Vec3 turned = swing * normal;
  const Vec3 direction = (target - bones.root).normalized();
  const Vec3 upper = upper_direction(direction, turned, (a * a + d * d - b * b) / (2 * a * d));
  const Vec3 middle = bones.root + a * upper;
  const Vec3 end = bones.root + d * direction;
  TwoBoneTurn turn;
  turn.upper = Quat::FromTwoVectors(swing * (bones.middle - bones.root), upper) * swing;
  turn.lower = Quat::FromTwoVectors(turn.upper * (bones.end - bones.middle), end - middle) * turn.upper;
  turn.reached = end;
  return turn;
}

TwoBoneTurn correct_two_bones(const TwoBones& bones, const Vec3& target, const Vec3& bend_axis) {
  const double length = (bones.middle - bones.root).norm() + (bones.end - bones.middle).norm();
  const Vec3 wanted = target - bones.root;
  const double reach = softened_from((bones.end - bones.root).norm(), wanted.norm(), length);
  return two_bone_ik(bones, bones.root + before_softening(reach, length) * wanted.normalized(), bend_axis);
}

double comfortable_reach(double length, double now) { return std::max(0.985 * length, std::min(now, length)); }

}  // namespace sinew
