#pragma once

#include <span>
#include <vector>

#include "exporters/report/outer_forces.h"
#include "exporters/report/world_painter.h"

namespace sinew {

/// The surfaces of a figure's bodies, each in its body's frame.
[[nodiscard]] std::vector<ShapeSurface> body_surfaces(const Figure& figure);

/// One colour for each body, by its side.
struct FigureColours {
  Rgb centre;
  Rgb left;
  Rgb right;
};

/// A figure with its bodies at `world_from_body`.
class FigureView {
 public:
  FigureView(const Figure& figure, const std::vector<ShapeSurface>& surfaces,
             std::span<const Transform> world_from_body)
      : figure_(figure), surfaces_(surfaces), bodies_(world_from_body) {}

  void draw(WorldPainter& painter, const FigureColours& colours) const;
  /// The figure's shadow from light straight above, on whatever is highest under it.
  void draw_shadow(WorldPainter& painter, const Scene& scene) const;
  /// Adds all corners of the surfaces.
  void append_points(std::vector<Vec3>& points) const;

 private:
  const Figure& figure_;
  const std::vector<ShapeSurface>& surfaces_;
  std::span<const Transform> bodies_;
};

/// Where the arrow of a force ends: a body weight is half the figure's height long, and no arrow is longer than
/// kLongestArrow body weights.
[[nodiscard]] Vec3 arrow_end(const OuterForce& force, double figure_height);
inline constexpr double kLongestArrow = 2;

inline constexpr double kLeastForce = 0.03;  ///< smaller ones have no arrow (unit: body weights)

/// An arrow over everything, with a pale rim. `width` of its shaft in pixels.
void draw_arrow(WorldPainter& painter, const Vec3& from, const Vec3& to, double width);

}  // namespace sinew
