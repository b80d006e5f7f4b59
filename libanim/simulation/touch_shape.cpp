#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/simulation/collision_shapes.h"

namespace sinew {

namespace {

/// Below this distance a direction between two points is noise (unit: m).
constexpr double kTiny = 1e-9;

/// Nearest points of two segments c + s * d, s in [-1, 1] (Ericson 2005, Real-Time Collision Detection, 5.1.9, written
/// about the centres).
struct SegmentPair {
  double s = 0;
  double t = 0;
};

SegmentPair nearest_on_segments(const Vec3& c1, const Vec3& d1, const Vec3& c2, const Vec3& d2) {
  const Vec3 r = c1 - c2;
  const double a = d1.squaredNorm();
  const double e = d2.squaredNorm();
  const double b = d1.dot(d2);
  const double c = d1.dot(r);
  const double f = d2.dot(r);
  const double denominator = a * e - b * b;
  SegmentPair pair;
  // Parallel segments meet all along: their middle is taken.
  if (denominator > 1e-12 * a * e) pair.s = std::clamp((b * f - c * e) / denominator, -1.0, 1.0);
  if (e > 0) pair.t = std::clamp((b * pair.s + f) / e, -1.0, 1.0);
  if (a > 0) pair.s = std::clamp((b * pair.t - c) / a, -1.0, 1.0);
  return pair;
}

/// Spheres and capsules: segments with a radius.
double touch_round(const PlacedShape& shape, const PlacedShape& other, double reach, TouchList& touches) {
  const Vec3 d1 = shape.kind == ShapeKind::kCapsule ? Vec3(shape.half_length * shape.axes.col(1)) : Vec3::Zero();
  const Vec3 d2 = other.kind == ShapeKind::kCapsule ? Vec3(other.half_length * other.axes.col(1)) : Vec3::Zero();
  const SegmentPair at = nearest_on_segments(shape.centre, d1, other.centre, d2);
  const Vec3 p = shape.centre + at.s * d1;
  const Vec3 q = other.centre + at.t * d2;
  const double distance = (p - q).norm();
  const Vec3 normal = distance > kTiny ? Vec3((p - q) / distance) : Vec3::UnitY();
  const double gap = distance - shape.radius - other.radius;
  if (gap < reach) touches.add({q + (other.radius + gap / 2) * normal, normal, gap});
  return gap;
}

bool inside(const Vec3& local, const Vec3& half) { return (local.cwiseAbs() - half).maxCoeff() <= 0; }

/// A ball about `p` against a box.
double touch_point_box(const Vec3& p, double radius, const PlacedShape& box, double reach, TouchList& touches) {
  const Vec3 local = box.axes.transpose() * (p - box.centre);
  const Vec3 on_box = local.cwiseMax(-box.half).cwiseMin(box.half);
  const double distance = (local - on_box).norm();
  Vec3 normal = Vec3::Zero();
  double gap = distance - radius;
  if (distance > kTiny) {
    normal = (local - on_box) / distance;
  } else {
    int axis = 0;
    const double depth = (box.half - local.cwiseAbs()).minCoeff(&axis);
    normal[axis] = local[axis] < 0 ? -1 : 1;
    gap = -depth - radius;
  }
  const Vec3 world_normal = box.axes * normal;
  if (gap < reach) touches.add({p - (radius + gap / 2) * world_normal, world_normal, gap});
  return gap;
}

/// A capsule's shaft against the twelve edges of a box; its ends and the faces are touch_point_box's.
double touch_shaft_edges(const PlacedShape& capsule, const PlacedShape& box, double reach, TouchList& touches) {
  double nearest = std::numeric_limits<double>::infinity();
  const Vec3 d1 = capsule.half_length * capsule.axes.col(1);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const Vec3 d2 = box.half[axis] * box.axes.col(axis);
    for (int edge = 0; edge < 4; ++edge) {
      const Vec3 middle = box.centre + ((edge & 1) != 0 ? 1 : -1) * box.half[u] * box.axes.col(u) +
                          ((edge & 2) != 0 ? 1 : -1) * box.half[v] * box.axes.col(v);
      const SegmentPair at = nearest_on_segments(capsule.centre, d1, middle, d2);
      if (std::abs(at.s) >= 1) continue;
      const Vec3 p = capsule.centre + at.s * d1;
      const Vec3 q = middle + at.t * d2;
      const double distance = (p - q).norm();
      if (distance < kTiny) continue;
      const double sign = inside(box.axes.transpose() * (p - box.centre), box.half) ? -1 : 1;
      const double gap = sign * distance - capsule.radius;
      nearest = std::min(nearest, gap);
      const Vec3 normal = sign / distance * (p - q);
      if (gap < reach) touches.add({q + gap / 2 * normal, normal, gap});
    }
  }
  return nearest;
}

double touch_round_box(const PlacedShape& shape, const PlacedShape& box, double reach, TouchList& touches) {
  if (shape.kind == ShapeKind::kSphere) return touch_point_box(shape.centre, shape.radius, box, reach, touches);
  const double low = touch_point_box(shape.cap(-1), shape.radius, box, reach, touches);
  const double high = touch_point_box(shape.cap(1), shape.radius, box, reach, touches);
  const double shaft = touch_shaft_edges(shape, box, reach, touches);
  return std::min({low, high, shaft});
}

}  // namespace

double touch_shape(const PlacedShape& shape, const PlacedShape& other, double reach, TouchList& touches) {
  const bool box = shape.kind == ShapeKind::kBox;
  const bool other_box = other.kind == ShapeKind::kBox;
  if (box && other_box) return touch_boxes(shape, other, reach, touches);
  if (!box && !other_box) return touch_round(shape, other, reach, touches);
  if (!box) return touch_round_box(shape, other, reach, touches);
  const int before = touches.size();
  const double gap = touch_round_box(other, shape, reach, touches);
  for (int i = before; i < touches.size(); ++i) touches[i].normal = -touches[i].normal;
  return gap;
}

}  // namespace sinew
