#include "libanim/model/terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/support/index.h"
#include "libanim/support/rng.h"

namespace sinew {

namespace {

/// 0 at t <= 0, 1 at t >= 1; first and second derivative vanish at both ends.
double smooth_step(double t) {
  const double c = std::clamp(t, 0.0, 1.0);
  return c * c * c * (c * (6 * c - 15) + 10);
}

int point_count(double size, double spacing) { return std::max(2, static_cast<int>(std::lround(size / spacing)) + 1); }

/// A field around the origin with the heights of a function of (x, z).
HeightField sampled(const FieldExtent& extent, const auto& height_at) {
  HeightField field;
  field.columns = point_count(extent.size[0], extent.spacing);
  field.rows = point_count(extent.size[1], extent.spacing);
  field.spacing = extent.spacing;
  field.origin = {-0.5 * extent.spacing * (field.columns - 1), 0, -0.5 * extent.spacing * (field.rows - 1)};
  field.heights.reserve(to_size(field.rows) * to_size(field.columns));
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      const double x = field.origin.x() + column * extent.spacing;
      const double z = field.origin.z() + row * extent.spacing;
      const double raised = extent.level > 0 ? smooth_step((std::hypot(x, z) - extent.level) / kLevelRamp) : 1.0;
      // Division by a whole number gives the double nearest to the decimal, a product would not. 0.0 drops the sign.
      field.heights.push_back(std::round(raised * height_at(x, z) / kHeightGrid) / std::round(1 / kHeightGrid) + 0.0);
    }
  }
  return field;
}

Vec3 direction(double heading) { return {std::sin(heading), 0, std::cos(heading)}; }

Quat turned(double heading) { return Quat(Eigen::AngleAxisd(heading, Vec3::UnitY())); }

}  // namespace

HeightField bumpy_field(const FieldExtent& extent, double height, double wavelength) {
  const double k = 2 * std::numbers::pi / wavelength;
  return sampled(extent, [=](double x, double z) { return height / 4 * (std::sin(k * x) + std::sin(k * z)); });
}

HeightField random_field(const FieldExtent& extent, double amplitude, double cell, std::uint64_t seed) {
  const auto lattice = [=](double column, double row) {
    const auto key = [](double n) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(n)); };
    return amplitude * (2 * Rng(seed, {key(column), key(row)}).uniform() - 1);
  };
  return sampled(extent, [=](double x, double z) {
    const double column = std::floor(x / cell);
    const double row = std::floor(z / cell);
    const double a = smooth_step(x / cell - column);
    const double b = smooth_step(z / cell - row);
    const double near = (1 - a) * lattice(column, row) + a * lattice(column + 1, row);
    const double far = (1 - a) * lattice(column, row + 1) + a * lattice(column + 1, row + 1);
    return (1 - b) * near + b * far;
  });
}

Ground slope(double angle, double heading, const Vec3& point) {
  Ground ground;
  ground.kind = GroundKind::kPlane;
  ground.point = point;
  ground.normal = (std::cos(angle) * Vec3::UnitY() - std::sin(angle) * direction(heading)).normalized();
  return ground;
}

std::vector<StaticBox> stair_boxes(const Stairs& stairs) {
  std::vector<StaticBox> boxes;
  for (int step = 0; step < stairs.count; ++step) {
    const double depth = stairs.run + (step + 1 == stairs.count ? stairs.landing : 0);
    const double height = (step + 1) * stairs.rise;
    StaticBox box;
    box.name = fmt::format("{}_{}", stairs.name, step + 1);
    box.half = {stairs.width / 2, height / 2, depth / 2};
    box.pose.rotation = turned(stairs.heading);
    box.pose.translation =
        stairs.start + (step * stairs.run + depth / 2) * direction(stairs.heading) + Vec3(0, height / 2, 0);
    box.friction = stairs.friction;
    boxes.push_back(std::move(box));
  }
  return boxes;
}

StaticBox wall_box(const Vec3& from, const Vec3& to, double height, double thickness) {
  const Vec3 along(to.x() - from.x(), 0, to.z() - from.z());
  StaticBox box;
  box.half = {along.norm() / 2, height / 2, thickness / 2};
  box.pose.translation = {(from.x() + to.x()) / 2, std::min(from.y(), to.y()) + height / 2, (from.z() + to.z()) / 2};
  box.pose.rotation = turned(std::atan2(-along.z(), along.x()));
  return box;
}

Vec3 throw_velocity(const Vec3& from, const Vec3& target, double flight, const Vec3& gravity) {
  return (target - from) / flight - gravity * (flight / 2);
}

}  // namespace sinew
