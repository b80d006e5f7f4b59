#pragma once

#include <optional>
#include <span>

#include "exporters/report/canvas.h"
#include "libanim/math/transform.h"

namespace sinew {

/// A part of a canvas (unit: pixels).
struct ScreenBox {
  double x = 0;
  double y = 0;
  double width = 1;
  double height = 1;
};

/// From where a camera looks: unit axes in the world. `back` points from the scene to the eye.
struct CameraAxes {
  Vec3 right = Vec3::UnitX();
  Vec3 up = Vec3::UnitY();
  Vec3 back = Vec3::UnitZ();

  /// Looks along -`towards_eye`, upright.
  [[nodiscard]] static CameraAxes from(const Vec3& towards_eye);
  /// Components of a vector along the axes.
  [[nodiscard]] Vec3 seen(const Vec3& vector) const { return {right.dot(vector), up.dot(vector), back.dot(vector)}; }
};

/// Where the eye has to be, relative to something it follows, so that points around that are all in view.
struct Framing {
  Vec3 centre = Vec3::Zero();  ///< looked at, relative to what is followed (unit: m)
  double distance = 1;         ///< of the eye from it (unit: m)
};

inline constexpr double kFieldOfView = 0.35;  ///< of the viewport's height: 20 degrees, little distortion (unit: rad)
inline constexpr double kNearPlane = 0.05;    ///< (unit: m)

/// The smallest distance from which all points are in a viewport with this share of it left free as a margin.
/// `points` are relative to what is followed; without any the centre is seen from 1 m.
[[nodiscard]] Framing frame_points(const CameraAxes& axes, std::span<const Vec3> points, const ScreenBox& viewport,
                                   double margin);

/// A perspective camera.
class Camera {
 public:
  Camera(const CameraAxes& axes, const Vec3& target, double distance, const ScreenBox& viewport);

  /// The point in the camera's axes: x right, y up, z ahead of the eye (unit: m).
  [[nodiscard]] Vec3 to_camera(const Vec3& world) const;
  /// Of a point with z >= kNearPlane.
  [[nodiscard]] CanvasPoint to_canvas(const Vec3& camera) const;
  /// None behind the near plane.
  [[nodiscard]] std::optional<CanvasPoint> project(const Vec3& world) const;

  [[nodiscard]] const CameraAxes& axes() const { return axes_; }
  [[nodiscard]] const Vec3& eye() const { return eye_; }

 private:
  CameraAxes axes_;
  Vec3 eye_;
  double middle_x_;
  double middle_y_;
  double focal_;  ///< pixels per unit of slope
};

}  // namespace sinew
