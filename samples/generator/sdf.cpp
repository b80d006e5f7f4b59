#include "samples/generator/sdf.h"

#include <algorithm>
#include <cmath>

namespace sinew::samples {
namespace {

constexpr double kSoleRounding = 0.012;

double shape_distance(const Shape& shape, const Vec3& point) {
  const Vec3 middle = 0.5 * (shape.a + shape.b);
  const Vec3 p = (point - middle).cwiseQuotient(shape.stretch);
  const Vec3 a = (shape.a - middle).cwiseQuotient(shape.stretch);
  const Vec3 line = -2 * a;
  const double length2 = line.squaredNorm();
  const double h = length2 > 0 ? std::clamp((p - a).dot(line) / length2, 0.0, 1.0) : 0.0;
  const double radius = shape.radius_a + h * (shape.radius_b - shape.radius_a);
  return ((p - a - h * line).norm() - radius) * shape.stretch.minCoeff();
}

// The smaller of two distances, with a quadratic fillet where they differ by less than `width`.
double melt(double a, double b, double width) {
  const double h = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - h * h * width * 0.25;
}

}  // namespace

double body_field(std::span<const Shape> shapes, const Vec3& point) {
  double d = shape_distance(shapes.front(), point);
  for (const Shape& shape : shapes.subspan(1)) d = melt(d, shape_distance(shape, point), shape.blend);
  return -melt(-d, point.y(), kSoleRounding);
}

Vec3 body_normal(std::span<const Shape> shapes, const Vec3& point) {
  constexpr double h = 1e-4;
  Vec3 gradient;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 step = h * Vec3::Unit(axis);
    gradient[axis] = body_field(shapes, point + step) - body_field(shapes, point - step);
  }
  return gradient.normalized();
}

}  // namespace sinew::samples
