#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/simulation/collision_shapes.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Nearer than this the triangle's normal is better than a direction between two points (unit: m).
constexpr double kOnSurface = 1e-6;
/// Two touches of one probe are different walls of a valley when their normals differ by more than this cosine (26
/// degrees); a smooth slope gives one.
constexpr double kOtherWall = 0.9;
/// Only the nearest touch may be on a triangle's edge; farther ones must face their triangle (cosine), or a ball would
/// stumble over edges ahead of it in a flat place.
constexpr double kFaces = 0.999;
constexpr int kMostWalls = 3;

struct Triangle {
  Vec3 a, b, c;
  [[nodiscard]] Vec3 normal() const { return (b - a).cross(c - a).normalized(); }
};

/// A range of cells or grid points, ends included; empty when first > last.
struct GridRange {
  int first = 0;
  int last = -1;
};

/// The surface, with the arithmetic of its grid.
class Surface {
 public:
  explicit Surface(const HeightField& field) : field_(field) {}

  [[nodiscard]] Vec3 vertex(int column, int row) const {
    return {field_.origin.x() + column * field_.spacing,
            field_.origin.y() + field_.heights[to_size(row) * to_size(field_.columns) + to_size(column)],
            field_.origin.z() + row * field_.spacing};
  }

  /// Triangle 0 or 1 of a cell, its normal up.
  [[nodiscard]] Triangle triangle(int column, int row, int which) const {
    const Vec3 across = vertex(column + 1, row);
    const Vec3 along = vertex(column, row + 1);
    return which == 0 ? Triangle{vertex(column, row), along, across}
                      : Triangle{vertex(column + 1, row + 1), across, along};
  }

  [[nodiscard]] bool covers(const Vec3& p) const {
    const double a = (p.x() - field_.origin.x()) / field_.spacing;
    const double b = (p.z() - field_.origin.z()) / field_.spacing;
    return a >= 0 && b >= 0 && a <= field_.columns - 1 && b <= field_.rows - 1;
  }

  /// How far a point that the field covers is above the surface, straight down.
  [[nodiscard]] double height_above(const Vec3& p) const {
    const double a = (p.x() - field_.origin.x()) / field_.spacing;
    const double b = (p.z() - field_.origin.z()) / field_.spacing;
    const int column = std::min(static_cast<int>(a), field_.columns - 2);
    const int row = std::min(static_cast<int>(b), field_.rows - 2);
    const Triangle t = triangle(column, row, (a - column) + (b - row) <= 1 ? 0 : 1);
    const Vec3 n = t.normal();
    return n.dot(p - t.a) / n.y();
  }

  [[nodiscard]] GridRange columns(double low, double high) const {
    return range((low - field_.origin.x()) / field_.spacing, (high - field_.origin.x()) / field_.spacing,
                 field_.columns);
  }
  [[nodiscard]] GridRange rows(double low, double high) const {
    return range((low - field_.origin.z()) / field_.spacing, (high - field_.origin.z()) / field_.spacing, field_.rows);
  }

  /// Peaks and ridges: higher than the mean of the neighbours on at least one grid line.
  [[nodiscard]] bool is_convex(int column, int row) const {
    const double here = 2 * vertex(column, row).y() - 1e-9;
    const bool x =
        column > 0 && column + 1 < field_.columns && vertex(column - 1, row).y() + vertex(column + 1, row).y() < here;
    const bool z = row > 0 && row + 1 < field_.rows && vertex(column, row - 1).y() + vertex(column, row + 1).y() < here;
    return x || z;
  }

  [[nodiscard]] double spacing() const { return field_.spacing; }

 private:
  /// Cells that [low, high] overlaps, at most kFieldWindow to either side of its middle.
  [[nodiscard]] static GridRange range(double low, double high, int points) {
    const double middle = (low + high) / 2;
    low = std::max({std::floor(low), std::floor(middle) - kFieldWindow, 0.0});
    high = std::min({std::floor(high), std::floor(middle) + kFieldWindow, points - 2.0});
    if (!(low <= high)) return {};
    return {static_cast<int>(low), static_cast<int>(high)};
  }

  const HeightField& field_;
};

/// Ericson 2005, Real-Time Collision Detection, 5.1.5.
Vec3 nearest_on_triangle(const Vec3& p, const Triangle& t) {
  const Vec3 ab = t.b - t.a;
  const Vec3 ac = t.c - t.a;
  const Vec3 ap = p - t.a;
  const double d1 = ab.dot(ap);
  const double d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return t.a;
  const Vec3 bp = p - t.b;
  const double d3 = ab.dot(bp);
  const double d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + d1 / (d1 - d3) * ab;
  const Vec3 cp = p - t.c;
  const double d5 = ab.dot(cp);
  const double d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + d2 / (d2 - d6) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return t.b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (t.c - t.b);
  return t.a + (vb * ab + vc * ac) / (va + vb + vc);
}

/// A probe's touches with single triangles: the nearest, and one for each other wall.
struct Walls {
  std::array<Touch, kMostWalls> touches;
  int count = 0;
  Touch nearest{Vec3::Zero(), Vec3::UnitY(), kInfinity};

  /// `facing`: the touch is on the triangle's inside.
  void add(const Touch& touch, bool facing) {
    if (touch.gap < nearest.gap) nearest = touch;
    if (!facing) return;
    for (int i = 0; i < count; ++i) {
      Touch& known = touches[to_size(i)];
      if (known.normal.dot(touch.normal) <= kOtherWall) continue;
      if (touch.gap < known.gap) known = touch;
      return;
    }
    if (count < kMostWalls) touches[to_size(count++)] = touch;
  }

  void report(TouchList& list) const {
    if (nearest.gap == kInfinity) return;
    list.add(nearest);
    for (int i = 0; i < count; ++i) {
      if (touches[to_size(i)].normal.dot(nearest.normal) <= kOtherWall) list.add(touches[to_size(i)]);
    }
  }
};

/// A ball about `p` (a corner with radius 0) against the surface.
double touch_probe(const Surface& surface, const Vec3& p, double radius, double reach, TouchList& touches) {
  if (!surface.covers(p)) return kInfinity;
  const double above = surface.height_above(p);
  const bool below = above < 0;
  // The point straight below is one of the surface, so none beyond that distance is the nearest.
  const double range = below ? -above : std::min(above, std::max(reach, 0.0) + radius);
  const GridRange columns = surface.columns(p.x() - range, p.x() + range);
  const GridRange rows = surface.rows(p.z() - range, p.z() + range);
  Walls walls;
  Touch deepest{p, Vec3::UnitY(), -kInfinity};
  double nearest = kInfinity;
  for (int row = rows.first; row <= rows.last; ++row) {
    for (int column = columns.first; column <= columns.last; ++column) {
      for (int which = 0; which < 2; ++which) {
        const Triangle t = surface.triangle(column, row, which);
        const Vec3 q = nearest_on_triangle(p, t);
        const double distance = (p - q).norm();
        const Vec3 face = t.normal();
        const Vec3 normal = distance > kOnSurface ? Vec3((below ? -1 : 1) / distance * (p - q)) : face;
        const double gap = (below ? -distance : distance) - radius;
        // From below only the shortest way out counts.
        if (below && gap > deepest.gap) deepest = {q, normal, gap};
        if (!below && gap < reach) walls.add({q, normal, gap}, normal.dot(face) > kFaces);
        nearest = std::min(nearest, gap);
      }
    }
  }
  if (!below) {
    walls.report(touches);
    return nearest;
  }
  if (deepest.gap > -kInfinity) touches.add(deepest);
  return deepest.gap;
}

/// Signed distance of a point from a shape's surface, and the direction out of the shape there.
struct ShapeDistance {
  double distance = 0;
  Vec3 out = Vec3::UnitY();
};

ShapeDistance distance_to(const PlacedShape& shape, const Vec3& p) {
  if (shape.kind != ShapeKind::kBox) {
    const double along = std::clamp(shape.axes.col(1).dot(p - shape.centre), -shape.half_length, shape.half_length);
    const Vec3 d = p - (shape.centre + along * shape.axes.col(1));
    const double length = d.norm();
    return {length - shape.radius, length > kOnSurface ? Vec3(d / length) : Vec3(-Vec3::UnitY())};
  }
  const Vec3 local = shape.axes.transpose() * (p - shape.centre);
  const Vec3 outside = local - local.cwiseMax(-shape.half).cwiseMin(shape.half);
  const double length = outside.norm();
  if (length > kOnSurface) return {length, shape.axes * (outside / length)};
  int axis = 0;
  const double depth = (shape.half - local.cwiseAbs()).minCoeff(&axis);
  return {-depth, (local[axis] < 0 ? -1 : 1) * shape.axes.col(axis)};
}

/// The terrain's convex grid points against the shape.
double touch_peaks(const Surface& surface, const PlacedShape& shape, double reach, TouchList& touches) {
  const double r = shape.bound() + std::max(reach, 0.0);
  const GridRange columns = surface.columns(shape.centre.x() - r, shape.centre.x() + r + surface.spacing());
  const GridRange rows = surface.rows(shape.centre.z() - r, shape.centre.z() + r + surface.spacing());
  double nearest = kInfinity;
  for (int row = rows.first; row <= rows.last; ++row) {
    for (int column = columns.first; column <= columns.last; ++column) {
      const Vec3 peak = surface.vertex(column, row);
      if ((peak - shape.centre).squaredNorm() > r * r || !surface.is_convex(column, row)) continue;
      const ShapeDistance at = distance_to(shape, peak);
      nearest = std::min(nearest, at.distance);
      // A peak touches what is above it; a shape that stands beside it touches its flank.
      if (at.distance < reach && at.out.y() < 0) touches.add({peak, -at.out, at.distance});
    }
  }
  return nearest;
}

}  // namespace

double touch_field(const PlacedShape& shape, const HeightField& field, double reach, TouchList& touches) {
  const Surface surface(field);
  double nearest = kInfinity;
  if (shape.kind == ShapeKind::kSphere) {
    return touch_probe(surface, shape.centre, shape.radius, reach, touches);
  }
  if (shape.kind == ShapeKind::kCapsule) {
    for (const double end : {-1.0, 1.0}) {
      nearest = std::min(nearest, touch_probe(surface, shape.cap(end), shape.radius, reach, touches));
    }
  } else {
    for (int corner = 0; corner < 8; ++corner) {
      if (shape.corner(corner).y() > shape.centre.y() + kOnSurface) continue;
      nearest = std::min(nearest, touch_probe(surface, shape.corner(corner), 0, reach, touches));
    }
  }
  return std::min(nearest, touch_peaks(surface, shape, reach, touches));
}

}  // namespace sinew
