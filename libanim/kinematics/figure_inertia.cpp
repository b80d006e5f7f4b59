#include "libanim/kinematics/figure_inertia.h"

#include <algorithm>
#include <numbers>

namespace sinew {

namespace {

constexpr double kPi = std::numbers::pi;

double cylinder_volume(const BoneShape& shape) { return kPi * shape.radius * shape.radius * 2 * shape.half_length; }
double ball_volume(const BoneShape& shape) { return 4.0 / 3 * kPi * shape.radius * shape.radius * shape.radius; }

Vec3 capsule_moments(const BoneShape& shape) {
  const double r2 = shape.radius * shape.radius;
  const double h = shape.half_length;
  const double cylinder = cylinder_volume(shape) / volume(shape);
  const double caps = 1 - cylinder;
  const double along = cylinder * r2 / 2 + caps * 2 * r2 / 5;
  // Of the two halves of a ball at distance h: the ball's own moment, and h^2 + 3/4 h r for where they are moved to.
  const double across = cylinder * (r2 / 4 + h * h / 3) + caps * (2 * r2 / 5 + h * h + 0.75 * h * shape.radius);
  Vec3 moments = Vec3::Constant(across);
  moments[shape.axis] = along;
  return moments;
}

}  // namespace

double volume(const BoneShape& shape) {
  switch (shape.kind) {
    case ShapeKind::kSphere: return ball_volume(shape);
    case ShapeKind::kCapsule: return ball_volume(shape) + cylinder_volume(shape);
    case ShapeKind::kBox: return 8 * shape.half.prod();
  }
  return 0;
}

Vec3 unit_moments(const BoneShape& shape) {
  if (shape.kind == ShapeKind::kSphere) return Vec3::Constant(0.4 * shape.radius * shape.radius);
  if (shape.kind == ShapeKind::kCapsule) return capsule_moments(shape);
  const Vec3 squares = shape.half.cwiseAbs2();
  return Vec3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y()) / 3;
}

double largest_shift(const BoneShape& shape) { return 2 * half_extents(shape).x() / 6; }

Vec3 shifted_moments(const BoneShape& shape, double shift) {
  return unit_moments(shape) - shift * shift * Vec3(0, 1, 1);
}

Vec3 with_least_moments(const Vec3& moments, double scale) {
  const double gyration = kLeastGyration * scale;
  return moments.cwiseMax(std::max(kLeastMomentRatio * moments.maxCoeff(), gyration * gyration));
}

}  // namespace sinew
