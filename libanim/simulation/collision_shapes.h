#pragma once

#include <array>

#include "libanim/model/figure.h"
#include "libanim/model/scene.h"

namespace sinew {

// Closed-form collision of a few convex shapes, with gaps as well as overlaps, so that contacts can be made ahead of
// touch. Everything goes through features in a fixed order: the same input gives the same contacts in the same order.

/// A shape where it is in the world.
struct PlacedShape {
  ShapeKind kind = ShapeKind::kSphere;
  Vec3 centre = Vec3::Zero();
  Mat3 axes = Mat3::Identity();  ///< columns: the shape's axes; a capsule lies along the second
  double radius = 0;
  double half_length = 0;
  Vec3 half = Vec3::Zero();

  /// Radius of the smallest sphere about the centre that holds the shape.
  [[nodiscard]] double bound() const;
  /// Centre of the cap in direction `sign` (+1, -1) of a capsule's axis.
  [[nodiscard]] Vec3 cap(double sign) const { return centre + sign * half_length * axes.col(1); }
  /// Corner 0 to 7 of a box: bit i of the number says which side of axis i.
  [[nodiscard]] Vec3 corner(int number) const;
};

/// Where two surfaces touch, or would touch first.
struct Touch {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitY();  ///< from the second shape to the first
  double gap = 0;               ///< distance of the surfaces along the normal; negative: depth (unit: m)
};

/// The touches of one pair. When full, a new one replaces the one with the largest gap, if it is nearer.
class TouchList {
 public:
  void add(const Touch& touch);
  void clear() { count_ = 0; }
  /// Keeps `most` of them: the deepest, then whatever is farthest from those already kept, so that what remains carries
  /// the shape as the whole did. Those that are kSimilarDepth less deep only come in when there are not enough others.
  void thin(int most);

  [[nodiscard]] int size() const { return count_; }
  [[nodiscard]] const Touch& operator[](int i) const { return touches_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Touch& operator[](int i) { return touches_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr int kCapacity = 16;
  std::array<Touch, kCapacity> touches_;
  int count_ = 0;
};

// Each function adds the touches with a gap below `reach` and returns a lower bound of the distance between the two
// (negative when they overlap).

double touch_plane(const PlacedShape& shape, const Vec3& point, const Vec3& normal, double reach, TouchList& touches);
double touch_shape(const PlacedShape& shape, const PlacedShape& other, double reach, TouchList& touches);

/// Limits: ends and lower corners of the shape against the triangles, and the terrain's peaks and ridges (at grid
/// points) against the shape; an edge of the shape that crosses a ridge between two grid points is not seen. Nothing is
/// found beside the field. From a point, at most kFieldWindow cells are searched in each direction.
double touch_field(const PlacedShape& shape, const HeightField& field, double reach, TouchList& touches);
inline constexpr int kFieldWindow = 24;

/// Two boxes, as touch_shape does it.
double touch_boxes(const PlacedShape& box, const PlacedShape& other, double reach, TouchList& touches);

}  // namespace sinew
