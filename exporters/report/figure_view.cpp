#include "exporters/report/figure_view.h"

#include <algorithm>
#include <cmath>

#include "exporters/report/palette.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// In front of all: nothing that a camera sees is nearer than its near plane.
constexpr double kOnTop = 2 / kNearPlane;

struct Arrow {
  CanvasPoint from;
  CanvasPoint to;
};

/// Shaft and head, widened by `rim` on all sides.
void paint_arrow(Canvas& canvas, const Arrow& arrow, double width, double rim, const Rgb& colour) {
  const double dx = arrow.to.x - arrow.from.x;
  const double dy = arrow.to.y - arrow.from.y;
  const double length = std::hypot(dx, dy);
  if (length < 1) return;
  const double ux = dx / length;
  const double uy = dy / length;
  const double head = std::min(4 * width, length);
  const double half = 0.45 * head + 1.3 * rim;
  const double neck_x = arrow.to.x - (head + rim) * ux;
  const double neck_y = arrow.to.y - (head + rim) * uy;
  canvas.stroke(arrow.from.x, arrow.from.y, neck_x, neck_y, width + 2 * rim, colour);
  canvas.triangle({{arrow.to.x + 2 * rim * ux, arrow.to.y + 2 * rim * uy, kOnTop},
                   {neck_x - half * uy, neck_y + half * ux, kOnTop},
                   {neck_x + half * uy, neck_y - half * ux, kOnTop}},
                  colour);
}

}  // namespace

std::vector<ShapeSurface> body_surfaces(const Figure& figure) {
  std::vector<ShapeSurface> surfaces;
  for (const FigureBody& body : figure.bodies) {
    ShapeSurface& surface = surfaces.emplace_back();
    for (const FigureShape& shape : body.shapes) append_surface(surface, shape, shape.body_from_shape);
  }
  return surfaces;
}

void FigureView::draw(WorldPainter& painter, const FigureColours& colours) const {
  for (std::size_t b = 0; b < surfaces_.size(); ++b) {
    const Side side = figure_.bodies[b].side;
    const Rgb& colour = side == Side::kLeft ? colours.left : side == Side::kRight ? colours.right : colours.centre;
    painter.surface(surfaces_[b], bodies_[b], colour);
  }
}

void FigureView::draw_shadow(WorldPainter& painter, const Scene& scene) const {
  for (std::size_t b = 0; b < surfaces_.size(); ++b) {
    std::vector<Vec3> cast;
    for (const Vec3& position : surfaces_[b].positions) {
      const Vec3 place = bodies_[b] * position;
      cast.emplace_back(place.x(), ground_height(scene, place.x(), place.z()), place.z());
    }
    for (const std::array<int, 3>& t : surfaces_[b].triangles) {
      const Vec3 corners[3] = {cast[to_size(t[0])], cast[to_size(t[1])], cast[to_size(t[2])]};
      const bool on_ground = std::ranges::all_of(corners, [](const Vec3& p) { return std::isfinite(p.y()); });
      if (on_ground) painter.triangle(corners, {Rgb{}, Rgb{}, Rgb{}});
    }
  }
}

void FigureView::append_points(std::vector<Vec3>& points) const {
  for (std::size_t b = 0; b < surfaces_.size(); ++b) {
    for (const Vec3& position : surfaces_[b].positions) points.push_back(bodies_[b] * position);
  }
}

Vec3 arrow_end(const OuterForce& force, double figure_height) {
  const double size = force.force.norm();
  if (size == 0) return force.point;
  return force.point + 0.5 * figure_height * std::min(size, kLongestArrow) / size * force.force;
}

void draw_arrow(WorldPainter& painter, const Vec3& from, const Vec3& to, double width) {
  const std::optional<CanvasPoint> start = painter.camera().project(from);
  const std::optional<CanvasPoint> end = painter.camera().project(to);
  if (!start || !end) return;
  const Arrow arrow{*start, *end};
  paint_arrow(painter.canvas(), arrow, width, 0.45 * width, palette::kHalo);
  paint_arrow(painter.canvas(), arrow, width, 0, palette::kForce);
}

}  // namespace sinew
