#include "libanim/simulation/collision_shapes.h"

#include <algorithm>
#include <limits>

namespace sinew {

namespace {

/// Touches this much less deep than the deepest count as equally deep, and the first of them is taken: else rounding
/// would choose, and a box at rest would change its support from step to step (unit: m).
constexpr double kSameDepth = 1e-3;
/// See TouchList::thin (unit: m).
constexpr double kSimilarDepth = 0.03;

}  // namespace

double PlacedShape::bound() const {
  switch (kind) {
    case ShapeKind::kSphere: return radius;
    case ShapeKind::kCapsule: return radius + half_length;
    case ShapeKind::kBox: return half.norm();
  }
  return 0;
}

Vec3 PlacedShape::corner(int number) const {
  const Vec3 local((number & 1) != 0 ? half.x() : -half.x(), (number & 2) != 0 ? half.y() : -half.y(),
                   (number & 4) != 0 ? half.z() : -half.z());
  return centre + axes * local;
}

void TouchList::add(const Touch& touch) {
  if (count_ < kCapacity) {
    touches_[static_cast<std::size_t>(count_++)] = touch;
    return;
  }
  const auto worst =
      std::max_element(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) { return a.gap < b.gap; });
  if (touch.gap < worst->gap) *worst = touch;
}

void TouchList::thin(int most) {
  if (count_ <= most) return;
  const auto begin = touches_.begin();
  const auto end = begin + count_;
  const auto nearer = [](const Touch& a, const Touch& b) { return a.gap < b.gap; };
  const double deepest = std::min_element(begin, end, nearer)->gap;
  const auto similar =
      std::stable_partition(begin, end, [&](const Touch& t) { return t.gap < deepest + kSimilarDepth; });
  std::stable_sort(similar, end, nearer);
  const int candidates = std::max(most, static_cast<int>(similar - begin));
  const auto first = std::find_if(begin, end, [&](const Touch& t) { return t.gap <= deepest + kSameDepth; });
  std::iter_swap(begin, first);
  for (int kept = 1; kept < most; ++kept) {
    int best = kept;
    double best_distance = -1;
    for (int i = kept; i < candidates; ++i) {
      double distance = std::numeric_limits<double>::infinity();
      for (int k = 0; k < kept; ++k) distance = std::min(distance, ((*this)[i].point - (*this)[k].point).squaredNorm());
      if (distance > best_distance) {
        best_distance = distance;
        best = i;
      }
    }
    std::swap((*this)[kept], (*this)[best]);
  }
  count_ = most;
}

double touch_plane(const PlacedShape& shape, const Vec3& point, const Vec3& normal, double reach, TouchList& touches) {
  double nearest = std::numeric_limits<double>::infinity();
  const auto add = [&](const Vec3& p, double radius) {
    const double gap = normal.dot(p - point) - radius;
    nearest = std::min(nearest, gap);
    if (gap < reach) touches.add({p - (radius + gap / 2) * normal, normal, gap});
  };
  if (shape.kind == ShapeKind::kSphere) {
    add(shape.centre, shape.radius);
  } else if (shape.kind == ShapeKind::kCapsule) {
    add(shape.cap(-1), shape.radius);
    add(shape.cap(1), shape.radius);
  } else {
    // The face that looks most against the normal holds the lowest corner.
    const Vec3 local = shape.axes.transpose() * normal;
    int axis = 0;
    local.cwiseAbs().maxCoeff(&axis);
    const int side = local[axis] < 0 ? 1 << axis : 0;
    for (int corner = 0; corner < 8; ++corner) {
      if ((corner & (1 << axis)) == side) add(shape.corner(corner), 0);
    }
  }
  return nearest;
}

}  // namespace sinew
