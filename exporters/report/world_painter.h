#pragma once

#include "exporters/report/camera.h"
#include "libanim/kinematics/shape_surface.h"

namespace sinew {

/// Draws things of the world on a canvas, as a camera sees them; what is behind the eye is cut off.
class WorldPainter {
 public:
  WorldPainter(Canvas& canvas, const Camera& camera) : canvas_(canvas), camera_(camera) {}

  void triangle(const Vec3 (&corners)[3], const Rgb (&colours)[3]);
  /// Drawn a little in front of its place, so that a line on a surface is seen.
  void line(const Vec3& from, const Vec3& to, double width, const Rgb& colour);
  /// Lit from above the eye's left shoulder.
  void surface(const ShapeSurface& surface, const Transform& world_from_surface, const Rgb& colour);
  /// The colour that a surface with this normal shows.
  [[nodiscard]] Rgb lit(const Rgb& colour, const Vec3& normal) const;

  [[nodiscard]] Canvas& canvas() { return canvas_; }
  [[nodiscard]] const Camera& camera() const { return camera_; }

 private:
  Canvas& canvas_;
  const Camera& camera_;
};

}  // namespace sinew
