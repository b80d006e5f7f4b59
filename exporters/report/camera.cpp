#include "exporters/report/camera.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

const double kHalfSlope = std::tan(0.5 * kFieldOfView);

}  // namespace

CameraAxes CameraAxes::from(const Vec3& towards_eye) {
  CameraAxes axes;
  axes.back = towards_eye.normalized();
  const Vec3 side = Vec3::UnitY().cross(axes.back);
  axes.right = side.norm() > 1e-6 ? Vec3(side.normalized()) : Vec3::UnitX();
  axes.up = axes.back.cross(axes.right);
  return axes;
}

Framing frame_points(const CameraAxes& axes, std::span<const Vec3> points, const ScreenBox& viewport, double margin) {
  if (points.empty()) return {};
  Vec3 low = axes.seen(points[0]);
  Vec3 high = low;
  for (const Vec3& point : points) {
    const Vec3 seen = axes.seen(point);
    low = low.cwiseMin(seen);
    high = high.cwiseMax(seen);
  }
  const Vec3 middle(0.5 * (low.x() + high.x()), 0.5 * (low.y() + high.y()), 0);
  const double slope_up = kHalfSlope * (1 - margin);
  const double slope_right = slope_up * viewport.width / viewport.height;
  double distance = kNearPlane;
  for (const Vec3& point : points) {
    const Vec3 seen = axes.seen(point) - middle;
    const double needed = std::max(std::abs(seen.x()) / slope_right, std::abs(seen.y()) / slope_up);
    distance = std::max(distance, seen.z() + std::max(needed, kNearPlane));
  }
  return {axes.right * middle.x() + axes.up * middle.y(), distance};
}

Camera::Camera(const CameraAxes& axes, const Vec3& target, double distance, const ScreenBox& viewport)
    : axes_(axes),
      eye_(target + distance * axes.back),
      middle_x_(viewport.x + 0.5 * viewport.width),
      middle_y_(viewport.y + 0.5 * viewport.height),
      focal_(0.5 * viewport.height / kHalfSlope) {}

Vec3 Camera::to_camera(const Vec3& world) const {
  const Vec3 seen = axes_.seen(world - eye_);
  return {seen.x(), seen.y(), -seen.z()};
}

CanvasPoint Camera::to_canvas(const Vec3& camera) const {
  const double nearness = 1 / camera.z();
  return {middle_x_ + focal_ * camera.x() * nearness, middle_y_ - focal_ * camera.y() * nearness, nearness};
}

std::optional<CanvasPoint> Camera::project(const Vec3& world) const {
  const Vec3 camera = to_camera(world);
  if (camera.z() < kNearPlane) return std::nullopt;
  return to_canvas(camera);
}

}  // namespace sinew
