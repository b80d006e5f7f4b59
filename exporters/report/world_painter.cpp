#include "exporters/report/world_painter.h"

#include <algorithm>
#include <array>

#include "libanim/support/index.h"

namespace sinew {

namespace {

struct Corner {
  Vec3 place;  ///< in the camera's axes
  Rgb colour;
};

Corner between(const Corner& a, const Corner& b) {
  const double t = (kNearPlane - a.place.z()) / (b.place.z() - a.place.z());
  Corner cut{a.place + t * (b.place - a.place), mix(a.colour, b.colour, t)};
  cut.place.z() = kNearPlane;
  return cut;
}

/// What of a triangle is beyond the near plane: up to four corners.
struct Clipped {
  std::array<Corner, 4> corners;
  int count = 0;

  void add(const Corner& corner) { corners[to_size(count++)] = corner; }
};

Clipped clip(const std::array<Corner, 3>& triangle) {
  Clipped result;
  for (std::size_t i = 0; i < 3; ++i) {
    const Corner& a = triangle[i];
    const Corner& b = triangle[(i + 1) % 3];
    const bool a_in = a.place.z() >= kNearPlane;
    const bool b_in = b.place.z() >= kNearPlane;
    if (a_in) result.add(a);
    if (a_in != b_in) result.add(between(a, b));
  }
  return result;
}

}  // namespace

void WorldPainter::triangle(const Vec3 (&corners)[3], const Rgb (&colours)[3]) {
  std::array<Corner, 3> seen;
  for (std::size_t i = 0; i < 3; ++i) seen[i] = {camera_.to_camera(corners[i]), colours[i]};
  const Clipped part = clip(seen);
  for (int i = 2; i < part.count; ++i) {
    const std::array<const Corner*, 3> fan = {&part.corners[0], &part.corners[to_size(i - 1)],
                                              &part.corners[to_size(i)]};
    canvas_.triangle(
        {camera_.to_canvas(fan[0]->place), camera_.to_canvas(fan[1]->place), camera_.to_canvas(fan[2]->place)},
        {fan[0]->colour, fan[1]->colour, fan[2]->colour});
  }
}

void WorldPainter::line(const Vec3& from, const Vec3& to, double width, const Rgb& colour) {
  constexpr double kLift = 1.002;
  Corner a{camera_.to_camera(from), colour};
  Corner b{camera_.to_camera(to), colour};
  if (a.place.z() < kNearPlane && b.place.z() < kNearPlane) return;
  if (a.place.z() < kNearPlane) a = between(a, b);
  if (b.place.z() < kNearPlane) b = between(b, a);
  CanvasPoint start = camera_.to_canvas(a.place);
  CanvasPoint end = camera_.to_canvas(b.place);
  start.nearness *= kLift;
  end.nearness *= kLift;
  canvas_.line(start, end, width, colour);
}

Rgb WorldPainter::lit(const Rgb& colour, const Vec3& normal) const {
  const CameraAxes& axes = camera_.axes();
  const Vec3 light = (axes.back + 0.9 * Vec3::UnitY() - 0.6 * axes.right).normalized();
  const double sky = 0.60 + 0.12 * normal.y();
  const double brightness = sky + 0.46 * std::max(0.0, normal.dot(light));
  return brightness < 1 ? scaled(colour, brightness) : mix(colour, {1, 1, 1}, brightness - 1);
}

void WorldPainter::surface(const ShapeSurface& surface, const Transform& world_from_surface, const Rgb& colour) {
  std::vector<Vec3> places;
  std::vector<Rgb> colours;
  places.reserve(surface.positions.size());
  colours.reserve(surface.positions.size());
  for (std::size_t i = 0; i < surface.positions.size(); ++i) {
    places.push_back(world_from_surface * surface.positions[i]);
    colours.push_back(lit(colour, world_from_surface.rotation * surface.normals[i]));
  }
  for (const std::array<int, 3>& t : surface.triangles) {
    const std::size_t a = to_size(t[0]);
    const std::size_t b = to_size(t[1]);
    const std::size_t c = to_size(t[2]);
    triangle({places[a], places[b], places[c]}, {colours[a], colours[b], colours[c]});
  }
}

}  // namespace sinew
