#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/simulation/collision_shapes.h"

namespace sinew {

namespace {

// Separating axes, then the incident face clipped by the reference face (Gottschalk, Lin, Manocha 1996, OBBTree;
// Ericson 2005, Real-Time Collision Detection, 4.4 and 8.3.4), with gaps as well as overlaps.

enum class AxisKind { kFace, kOtherFace, kEdges };

struct Separation {
  AxisKind kind = AxisKind::kFace;
  int axis = 0;        ///< of the box whose face it is; of `box` for edges
  int other_axis = 0;  ///< edges only
  Vec3 normal = Vec3::UnitY();
  double gap = -std::numeric_limits<double>::infinity();
};

/// An edge pair must be clearly more apart than the faces are: of equals, faces give the better contacts (unit: m).
constexpr double kPreferFaces = 1e-4;
/// Edges this parallel (sine of the angle) have no axis of their own.
constexpr double kParallel = 1e-3;

double radius_along(const PlacedShape& box, const Vec3& direction) {
  return (box.axes.transpose() * direction).cwiseAbs().dot(box.half);
}

void try_axis(const PlacedShape& box, const PlacedShape& other, const Vec3& direction, double handicap,
              Separation candidate, Separation& best) {
  const double along = direction.dot(box.centre - other.centre);
  candidate.normal = along < 0 ? Vec3(-direction) : direction;
  candidate.gap = std::abs(along) - radius_along(box, direction) - radius_along(other, direction);
  if (candidate.gap > best.gap + handicap) best = candidate;
}

Separation separation(const PlacedShape& box, const PlacedShape& other) {
  Separation best;
  for (int i = 0; i < 3; ++i) try_axis(box, other, box.axes.col(i), 0, {AxisKind::kFace, i, 0, {}, 0}, best);
  for (int i = 0; i < 3; ++i) try_axis(box, other, other.axes.col(i), 0, {AxisKind::kOtherFace, i, 0, {}, 0}, best);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3 cross = box.axes.col(i).cross(other.axes.col(j));
      const double length = cross.norm();
      if (length < kParallel) continue;
      try_axis(box, other, cross / length, kPreferFaces, {AxisKind::kEdges, i, j, {}, 0}, best);
    }
  }
  return best;
}

/// A convex polygon; clipping a quad by four planes leaves at most eight corners.
struct Polygon {
  std::array<Vec3, 12> points;
  int count = 0;
  void add(const Vec3& p) {
    if (count < 12) points[static_cast<std::size_t>(count++)] = p;
  }
};

/// The part of a polygon where direction . p <= limit.
Polygon clip(const Polygon& polygon, const Vec3& direction, double limit) {
  Polygon result;
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3& p = polygon.points[static_cast<std::size_t>(i)];
    const Vec3& q = polygon.points[static_cast<std::size_t>((i + 1) % polygon.count)];
    const double dp = direction.dot(p) - limit;
    const double dq = direction.dot(q) - limit;
    if (dp <= 0) result.add(p);
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) result.add(p + dp / (dp - dq) * (q - p));
  }
  return result;
}

/// The face of a box that looks most in a direction.
Polygon face_towards(const PlacedShape& box, const Vec3& direction) {
  const Vec3 local = box.axes.transpose() * direction;
  int axis = 0;
  local.cwiseAbs().maxCoeff(&axis);
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const Vec3 middle = box.centre + (local[axis] < 0 ? -1 : 1) * box.half[axis] * box.axes.col(axis);
  const Vec3 du = box.half[u] * box.axes.col(u);
  const Vec3 dv = box.half[v] * box.axes.col(v);
  Polygon face;
  for (const Vec3& p : {Vec3(middle + du + dv), Vec3(middle - du + dv), Vec3(middle - du - dv), Vec3(middle + du - dv)})
    face.add(p);
  return face;
}

/// Touches of the face of `reference` that looks along `out` (a unit vector) with the nearest face of `incident`.
void touch_faces(const PlacedShape& reference, int axis, const Vec3& out, const PlacedShape& incident,
                 const Vec3& normal, double reach, TouchList& touches) {
  Polygon polygon = face_towards(incident, -out);
  for (const int side : {(axis + 1) % 3, (axis + 2) % 3}) {
    const Vec3 direction = reference.axes.col(side);
    const double middle = direction.dot(reference.centre);
    polygon = clip(polygon, direction, middle + reference.half[side]);
    polygon = clip(polygon, -direction, -middle + reference.half[side]);
  }
  const double surface = out.dot(reference.centre) + reference.half[axis];
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3& p = polygon.points[static_cast<std::size_t>(i)];
    const double gap = out.dot(p) - surface;
    if (gap < reach) touches.add({p - gap / 2 * out, normal, gap});
  }
}

/// Middle of the edge along `axis` that is farthest in a direction.
Vec3 edge_towards(const PlacedShape& box, int axis, const Vec3& direction) {
  const Vec3 local = box.axes.transpose() * direction;
  Vec3 corner;
  for (int i = 0; i < 3; ++i) corner[i] = i == axis ? 0 : (local[i] < 0 ? -box.half[i] : box.half[i]);
  return box.centre + box.axes * corner;
}

void touch_edges(const PlacedShape& box, const PlacedShape& other, const Separation& at, TouchList& touches) {
  const Vec3 p = edge_towards(box, at.axis, -at.normal);
  const Vec3 q = edge_towards(other, at.other_axis, at.normal);
  const Vec3 u = box.axes.col(at.axis);
  const Vec3 v = other.axes.col(at.other_axis);
  const double uv = u.dot(v);
  const Vec3 r = q - p;
  const double s = (u.dot(r) - uv * v.dot(r)) / (1 - uv * uv);
  const double t = uv * s - v.dot(r);
  touches.add({(p + s * u + q + t * v) / 2, at.normal, at.gap});
}

}  // namespace

double touch_boxes(const PlacedShape& box, const PlacedShape& other, double reach, TouchList& touches) {
  const Separation at = separation(box, other);
  if (at.gap >= reach) return at.gap;
  switch (at.kind) {
    case AxisKind::kFace: touch_faces(box, at.axis, -at.normal, other, at.normal, reach, touches); break;
    case AxisKind::kOtherFace: touch_faces(other, at.axis, at.normal, box, at.normal, reach, touches); break;
    case AxisKind::kEdges: touch_edges(box, other, at, touches); break;
  }
  return at.gap;
}

}  // namespace sinew
