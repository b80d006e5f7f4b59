#include "libanim/stages/terrain/footing.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/math/rotation.h"

namespace sinew {

namespace {

constexpr int kAlong = 7;    // samples of the surface along a sole
constexpr int kAcross = 3;   // and across
constexpr int kShifts = 14;  // places tried to either side of an edge

Vec3 level(const Vec3& v) { return {v.x(), 0, v.z()}; }

/// A rectangle on the ground.
struct Sole {
  Vec3 middle = Vec3::Zero();
  Vec3 ahead = Vec3::UnitZ();  ///< unit length
  double back = 0;             ///< from the middle to its ends along `ahead`, and to its sides (unit: m)
  double front = 0;
  double side = 0;
};

Sole sole_of(std::span<const Vec3> points, double width) {
  Sole sole;
  for (const Vec3& p : points) sole.middle += level(p) / static_cast<double>(points.size());
  const Vec3 way = level(points.back() - points.front());
  if (way.norm() > 1e-6) sole.ahead = way.normalized();
  for (const Vec3& p : points) {
    const double along = level(p - sole.middle).dot(sole.ahead);
    sole.back = std::min(sole.back, along);
    sole.front = std::max(sole.front, along);
  }
  sole.side = 0.5 * width;
  // A paw has one point: take it for as long as it is wide.
  sole.front = std::max(sole.front, sole.side);
  sole.back = std::min(sole.back, -sole.side);
  return sole;
}

/// The surface under a sole: its height over each sample, and the plane through them.
class Patch {
 public:
  Patch(const Scene& scene, const Sole& sole, const Vec3& shift, double ceiling) {
    const Vec3 left = Vec3::UnitY().cross(sole.ahead);
    for (int i = 0; i < kAlong; ++i) {
      for (int k = 0; k < kAcross; ++k) {
        const double u = sole.back + (sole.front - sole.back) * i / (kAlong - 1);
        const double v = sole.side * (2.0 * k / (kAcross - 1) - 1);
        const Vec3 offset = u * sole.ahead + v * left;
        const Vec3 place = sole.middle + shift + offset;
        offsets_.push_back(offset);
        heights_.push_back(surface_under(scene, place.x(), place.z(), ceiling));
      }
    }
    fit();
  }

  /// Largest distance of the surface from its plane, in height.
  [[nodiscard]] double roughness() const {
    double most = 0;
    for (std::size_t i = 0; i < heights_.size(); ++i) most = std::max(most, std::abs(heights_[i] - on_plane(i)));
    return most;
  }

  /// Rotation vector from the vertical to the plane's normal, no longer than `most`.
  [[nodiscard]] Vec3 tilt(double most) const {
    const Vec3 axis(-plane_[2], 0, plane_[1]);  // UnitY x normal
    const double steepness = axis.norm();
    if (steepness == 0) return Vec3::Zero();
    return axis / steepness * std::min(most, std::atan(steepness));
  }

  /// Height of a tilted sole's middle at which nothing of the surface is above the sole.
  [[nodiscard]] double standing_height(const Vec3& tilt) const {
    const Quat turn = exp_rotation(tilt);
    const Vec3 normal = turn * Vec3::UnitY();
    double height = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      const double own = -(normal.x() * offsets_[i].x() + normal.z() * offsets_[i].z()) / normal.y();
      height = std::max(height, heights_[i] - own);
    }
    return height;
  }

 private:
  void fit() {
    const auto n = static_cast<Eigen::Index>(heights_.size());
    const auto [low, high] = std::ranges::minmax(heights_);
    if (low == high) {
      plane_ = {low, 0, 0};
      return;
    }
    Eigen::MatrixXd a(n, 3);
    Eigen::VectorXd b(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      a.row(i) << 1, offsets_[k].x(), offsets_[k].z();
      b[i] = heights_[k];
    }
    plane_ = a.colPivHouseholderQr().solve(b);
  }

  [[nodiscard]] double on_plane(std::size_t i) const {
    return plane_[0] + plane_[1] * offsets_[i].x() + plane_[2] * offsets_[i].z();
  }

  std::vector<Vec3> offsets_;  ///< from the sole's middle
  std::vector<double> heights_;
  Eigen::Vector3d plane_ = Eigen::Vector3d::Zero();  ///< height = [0] + [1] x + [2] z
};

}  // namespace

double surface_under(const Scene& scene, double x, double z, double ceiling) {
  if (scene.ground.kind == GroundKind::kField) {
    const HeightField& field = scene.ground.field;
    x = std::clamp(x, field.origin.x(), field.origin.x() + field.spacing * (field.columns - 1));
    z = std::clamp(z, field.origin.z(), field.origin.z() + field.spacing * (field.rows - 1));
  }
  const double height = ground_height(scene, x, z, ceiling);
  return std::isfinite(height) ? height : 0;
}

bool has_ground(const Scene& scene, double x, double z) { return std::isfinite(ground_height(scene, x, z)); }

Footing find_footing(const Scene& scene, std::span<const Vec3> sole, const FootingLimits& limits) {
  const Sole shape = sole_of(sole, limits.width);
  const auto stand = [&](const Patch& patch, const Vec3& shift, double most_tilt) {
    const Vec3 tilt = patch.tilt(most_tilt);
    return Footing{patch.standing_height(tilt), tilt, shift};
  };
  const Patch here(scene, shape, Vec3::Zero(), limits.ceiling);
  if (here.roughness() <= limits.edge) return stand(here, Vec3::Zero(), limits.most_tilt);
  for (int i = 1; i <= kShifts && limits.most_shift > 0; ++i) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 shift = side * limits.most_shift * i / kShifts * shape.ahead;
      const Patch patch(scene, shape, shift, limits.ceiling);
      if (patch.roughness() <= limits.edge) return stand(patch, shift, limits.most_tilt);
    }
  }
  return stand(here, Vec3::Zero(), 0);
}

}  // namespace sinew
