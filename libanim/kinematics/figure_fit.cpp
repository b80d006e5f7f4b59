#include "libanim/kinematics/figure_fit.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// A capsule whose straight part is shorter than this share of its radius is a sphere.
constexpr double kShortCapsule = 0.05;

BoneBox trimmed_extent(std::span<const BonePoint> points, double trim) {
  Vec3 lower;
  Vec3 upper;
  for (int axis = 0; axis < 3; ++axis) {
    lower[axis] = coordinate_quantile(points, axis, trim);
    upper[axis] = coordinate_quantile(points, axis, 1 - trim);
  }
  return {lower, upper};
}

BoneShape box_in(const BoneBox& extent) {
  BoneShape shape;
  shape.kind = ShapeKind::kBox;
  shape.centre = extent.center();
  shape.half = 0.5 * extent.sizes();
  return shape;
}

BoneShape capsule_in(const BoneBox& extent, int axis) {
  BoneShape shape;
  shape.centre = extent.center();
  shape.axis = axis;
  const Vec3 half = 0.5 * extent.sizes();
  shape.radius = 0.5 * (half[(axis + 1) % 3] + half[(axis + 2) % 3]);
  shape.half_length = half[axis] - shape.radius;
  if (shape.half_length <= kShortCapsule * shape.radius) {
    shape.kind = ShapeKind::kSphere;
    shape.radius = half.mean();
    shape.half_length = 0;
    shape.axis = 0;
  }
  return shape;
}

double mean_distance(const BoneShape& shape, std::span<const BonePoint> points) {
  double sum = 0;
  double area = 0;
  for (const BonePoint& point : points) {
    sum += point.area * std::abs(signed_distance(shape, point.position));
    area += point.area;
  }
  return sum / area;
}

}  // namespace

double weighted_quantile(std::vector<WeightedValue> values, double share) {
  std::ranges::sort(values, {}, &WeightedValue::value);
  double total = 0;
  for (const WeightedValue& v : values) total += v.weight;
  double sum = 0;
  for (const WeightedValue& v : values) {
    sum += v.weight;
    if (sum >= share * total) return v.value;
  }
  return values.back().value;
}

double coordinate_quantile(std::span<const BonePoint> points, int axis, double share) {
  std::vector<WeightedValue> values;
  values.reserve(points.size());
  for (const BonePoint& point : points) values.push_back({point.position[axis], point.area});
  return weighted_quantile(std::move(values), share);
}

double median_distance(std::span<const BonePoint> points, double lower, double upper) {
  std::vector<WeightedValue> values;
  for (const BonePoint& point : points) {
    if (point.position.x() < lower || point.position.x() > upper) continue;
    values.push_back({std::hypot(point.position.y(), point.position.z()), point.area});
  }
  return values.empty() ? 0 : weighted_quantile(std::move(values), 0.5);
}

BoneShape capsule_along_x(double lower, double upper, double radius) {
  BoneShape shape;
  shape.radius = radius;
  shape.centre = {0.5 * (lower + upper), 0, 0};
  shape.half_length = 0.5 * (upper - lower);
  if (shape.half_length <= kShortCapsule * radius) {
    shape.kind = ShapeKind::kSphere;
    shape.half_length = 0;
  }
  return shape;
}

Vec3 half_extents(const BoneShape& shape) {
  if (shape.kind == ShapeKind::kBox) return shape.half;
  Vec3 half = Vec3::Constant(shape.radius);
  if (shape.kind == ShapeKind::kCapsule) half[shape.axis] += shape.half_length;
  return half;
}

double signed_distance(const BoneShape& shape, const Vec3& point) {
  Vec3 offset = point - shape.centre;
  if (shape.kind == ShapeKind::kBox) {
    const Vec3 outside = offset.cwiseAbs() - shape.half;
    return outside.cwiseMax(0).norm() + std::min(outside.maxCoeff(), 0.0);
  }
  if (shape.kind == ShapeKind::kCapsule) {
    offset[shape.axis] -= std::clamp(offset[shape.axis], -shape.half_length, shape.half_length);
  }
  return offset.norm() - shape.radius;
}

BoneShape fit_block(std::span<const BonePoint> points, double trim, BlockKinds kinds, const BoneBox& least) {
  const BoneBox extent = trimmed_extent(points, trim).merged(least);
  std::vector<BoneShape> candidates;
  if (kinds != BlockKinds::kBox) candidates = {capsule_in(extent, 0), capsule_in(extent, 1), capsule_in(extent, 2)};
  if (kinds != BlockKinds::kRound) {
    candidates.push_back(box_in(extent));
    const Vec3 half = 0.5 * kRoundBox * extent.sizes();
    candidates.push_back(box_in(BoneBox(extent.center() - half, extent.center() + half).merged(least)));
  }
  std::vector<double> distances;
  distances.reserve(candidates.size());
  for (const BoneShape& shape : candidates) distances.push_back(mean_distance(shape, points));
  return candidates[static_cast<std::size_t>(std::ranges::min_element(distances) - distances.begin())];
}

}  // namespace sinew
