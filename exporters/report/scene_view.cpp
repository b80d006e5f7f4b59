#include "exporters/report/scene_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "exporters/report/palette.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kTile = 0.5;        // (unit: m)
constexpr double kFadeStart = 3;     // (unit: m)
constexpr double kRelief = 2.5;      // how much stronger slopes are shaded than they would be
constexpr int kMostFieldCells = 90;  // along a side; finer fields are drawn with wider triangles

double fade(const Vec3& point, const Vec3& place) {
  const double distance = std::hypot(point.x() - place.x(), point.z() - place.z());
  const double t = std::clamp((distance - kFadeStart) / (kGroundReach - kFadeStart), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// A grid of points of the ground. The first column and row are multiples of `line_every`, and that of `step`.
struct GroundGrid {
  int first_column = 0;
  int last_column = 0;
  int first_row = 0;
  int last_row = 0;
  int step = 1;
  int line_every = 1;
  std::function<Vec3(int column, int row)> point;
};

class GroundPainter {
 public:
  GroundPainter(WorldPainter& painter, const GroundGrid& grid, const Vec3& place)
      : painter_(painter), grid_(grid), place_(place) {}

  void draw() {
    for (int row = grid_.first_row; row < grid_.last_row; row += grid_.step) {
      for (int column = grid_.first_column; column < grid_.last_column; column += grid_.step) draw_cell(column, row);
    }
    for (int row = grid_.first_row; row <= grid_.last_row; row += grid_.step) {
      for (int column = grid_.first_column; column <= grid_.last_column; column += grid_.step) draw_lines(column, row);
    }
  }

 private:
  [[nodiscard]] Vec3 point(int column, int row) const {
    return grid_.point(std::min(column, grid_.last_column), std::min(row, grid_.last_row));
  }

  void draw_cell(int column, int row) {
    const Vec3 a = point(column, row);
    const Vec3 b = point(column + grid_.step, row);
    const Vec3 c = point(column, row + grid_.step);
    const Vec3 d = point(column + grid_.step, row + grid_.step);
    // As in HeightField: they meet in the diagonal from (column + 1, row) to (column, row + 1).
    draw_triangle({a, c, b});
    draw_triangle({b, c, d});
  }

  void draw_triangle(const Vec3 (&corners)[3]) {
    const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    // Level ground keeps its colour, whatever the camera; slopes show by being lighter or darker, more than in nature:
    // bumps of 5 cm lean by a few degrees.
    const double level = painter_.lit(palette::kGround, Vec3::UnitY()).g;
    const double brightness = painter_.lit(palette::kGround, normal).g / level;
    const Rgb colour = scaled(palette::kGround, std::clamp(1 + kRelief * (brightness - 1), 0.55, 1.15));
    const auto seen = [&](const Vec3& p) { return mix(colour, palette::kCellSky, fade(p, place_)); };
    painter_.triangle(corners, {seen(corners[0]), seen(corners[1]), seen(corners[2])});
  }

  void draw_lines(int column, int row) {
    const Vec3 from = point(column, row);
    const double faded = fade(from, place_);
    if (faded >= 1) return;
    const Rgb colour = mix(palette::kGridLine, palette::kCellSky, faded);
    const auto on_line = [&](int i) { return i % grid_.line_every == 0; };
    if (on_line(row) && column < grid_.last_column) painter_.line(from, point(column + grid_.step, row), 0.9, colour);
    if (on_line(column) && row < grid_.last_row) painter_.line(from, point(column, row + grid_.step), 0.9, colour);
  }

  WorldPainter& painter_;
  const GroundGrid& grid_;
  Vec3 place_;
};

GroundGrid plane_grid(const Ground& ground, const Vec3& place) {
  const double first_x = std::floor((place.x() - kGroundReach) / (2 * kTile)) * 2 * kTile;
  const double first_z = std::floor((place.z() - kGroundReach) / (2 * kTile)) * 2 * kTile;
  GroundGrid grid;
  grid.last_column = grid.last_row = static_cast<int>(2 * kGroundReach / kTile) + 2;
  grid.line_every = 2;
  grid.point = [=](int column, int row) {
    const double x = first_x + kTile * column;
    const double z = first_z + kTile * row;
    const Vec3& n = ground.normal;
    const double drop = (n.x() * (x - ground.point.x()) + n.z() * (z - ground.point.z())) / n.y();
    return Vec3(x, ground.point.y() - drop, z);
  };
  return grid;
}

GroundGrid field_grid(const HeightField& field, const Vec3& place) {
  const auto nearest = [&](double from, double origin, int count) {
    return static_cast<int>(std::clamp((from - origin) / field.spacing, 0.0, static_cast<double>(count - 1)));
  };
  GroundGrid grid;
  const double spacing = std::max(field.spacing, 1e-4);  // what an int can count
  grid.step = std::max(1, static_cast<int>(2 * kGroundReach / spacing) / kMostFieldCells);
  grid.line_every = std::max(1, static_cast<int>(std::lround(1 / spacing / grid.step))) * grid.step;
  const auto aligned = [&](int i) { return i / grid.line_every * grid.line_every; };
  grid.first_column = aligned(nearest(place.x() - kGroundReach, field.origin.x(), field.columns));
  grid.last_column = nearest(place.x() + kGroundReach, field.origin.x(), field.columns);
  grid.first_row = aligned(nearest(place.z() - kGroundReach, field.origin.z(), field.rows));
  grid.last_row = nearest(place.z() + kGroundReach, field.origin.z(), field.rows);
  grid.point = [&field](int column, int row) {
    const double height = field.heights[to_size(row) * to_size(field.columns) + to_size(column)];
    return Vec3(field.origin + Vec3(column * field.spacing, height, row * field.spacing));
  };
  return grid;
}

void draw_ground(WorldPainter& painter, const Ground& ground, const Vec3& place) {
  if (ground.kind == GroundKind::kNone) return;
  const GroundGrid grid =
      ground.kind == GroundKind::kPlane ? plane_grid(ground, place) : field_grid(ground.field, place);
  GroundPainter(painter, grid, place).draw();
}

/// Whether the straight way from `from` to `to` leads through a box.
bool in_between(const Transform& world_from_box, const Vec3& half, const Vec3& from, const Vec3& to) {
  const Transform box_from_world = world_from_box.inverse();
  const Vec3 start = box_from_world * from;
  const Vec3 way = box_from_world * to - start;
  double enter = 0;
  double leave = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(way[axis]) < 1e-12) {
      if (std::abs(start[axis]) > half[axis]) return false;
      continue;
    }
    const double a = (-half[axis] - start[axis]) / way[axis];
    const double b = (half[axis] - start[axis]) / way[axis];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter < leave;
}

void draw_edges(WorldPainter& painter, const Transform& world_from_box, const Vec3& half, const Rgb& colour) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 from = half;
      from[(axis + 1) % 3] *= (corner & 1) != 0 ? 1 : -1;
      from[(axis + 2) % 3] *= (corner & 2) != 0 ? 1 : -1;
      Vec3 to = from;
      to[axis] = -to[axis];
      painter.line(world_from_box * from, world_from_box * to, 1.2, colour);
    }
  }
}

void draw_box(WorldPainter& painter, const Transform& pose, const Vec3& half, const Rgb& colour, bool see_through) {
  if (!see_through) {
    FigureShape shape;
    shape.kind = ShapeKind::kBox;
    shape.half = half;
    ShapeSurface surface;
    append_surface(surface, shape, {});
    painter.surface(surface, pose, colour);
  }
  draw_edges(painter, pose, half, scaled(colour, 0.7));
}

void draw_object(WorldPainter& painter, const DynamicObject& object, const Transform& pose) {
  if (object.kind == ObjectKind::kBox) return draw_box(painter, pose, object.half, palette::kObject, false);
  FigureShape shape;
  shape.kind = ShapeKind::kSphere;
  shape.radius = object.radius;
  ShapeSurface surface;
  append_surface(surface, shape, {});
  painter.surface(surface, pose, palette::kObject);
}

}  // namespace

void draw_scene(WorldPainter& painter, const Take& take, int frame, const Vec3& place) {
  draw_ground(painter, take.scene.ground, place);
  for (const StaticBox& box : take.scene.boxes) {
    const bool see_through = in_between(box.pose, box.half, painter.camera().eye(), place);
    draw_box(painter, box.pose, box.half, palette::kBox, see_through);
  }
  const StateRecord& record = take.record(frame);
  const double time = frame / take.simulation.control_rate;
  for (std::size_t i = 0; i < take.scene.objects.size(); ++i) {
    const DynamicObject& object = take.scene.objects[i];
    if (object.release > time) continue;
    draw_object(painter, object, record.bodies[take.figure.bodies.size() + i].pose());
  }
}

}  // namespace sinew
