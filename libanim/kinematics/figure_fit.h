#pragma once

#include <span>
#include <vector>

#include "libanim/model/figure.h"

namespace sinew {

/// A surface point in the coordinates of a bone's shape axes, from the bone's start.
struct BonePoint {
  Vec3 position = Vec3::Zero();  ///< (unit: m)
  double area = 0;               ///< its weight in a fit
};

/// A shape in bone coordinates.
struct BoneShape {
  ShapeKind kind = ShapeKind::kCapsule;
  Vec3 centre = Vec3::Zero();  ///< (unit: m)
  int axis = 0;                ///< capsule: the bone axis along which it lies
  double radius = 0;           ///< as in FigureShape
  double half_length = 0;
  Vec3 half = Vec3::Zero();
};

/// Smallest value below which lies `share` of the weight. `values` must not be empty.
struct WeightedValue {
  double value = 0;
  double weight = 0;
};
[[nodiscard]] double weighted_quantile(std::vector<WeightedValue> values, double share);

/// Quantile of a coordinate over the points.
[[nodiscard]] double coordinate_quantile(std::span<const BonePoint> points, int axis, double share);

/// Median distance from the x axis of the points whose x lies between the two bounds; 0 when there are none.
[[nodiscard]] double median_distance(std::span<const BonePoint> points, double lower, double upper);

/// A capsule along x whose caps are centred at `lower` and `upper`; a sphere in the middle where these (almost) meet.
[[nodiscard]] BoneShape capsule_along_x(double lower, double upper, double radius);

/// Half of a shape's extent along each bone axis (unit: m).
[[nodiscard]] Vec3 half_extents(const BoneShape& shape);

/// Distance of a point from a shape's surface, negative inside.
[[nodiscard]] double signed_distance(const BoneShape& shape, const Vec3& point);

enum class BlockKinds { kAll, kRound, kBox };

using BoneBox = Eigen::AlignedBox3d;

/// The box, sphere or capsule along a bone axis, as far as `kinds` allows, that lies nearest to the points. Its extents
/// are the quantiles `trim` and 1 - trim of each coordinate, widened to hold `least` (which may be empty); a second box
/// is smaller by kRoundBox, for bodies that are oval. The least mean distance to the surface decides.
inline constexpr double kRoundBox = 0.886;  ///< sqrt(pi / 4): a square as large as the disk in it has this share
[[nodiscard]] BoneShape fit_block(std::span<const BonePoint> points, double trim, BlockKinds kinds,
                                  const BoneBox& least = {});

}  // namespace sinew
