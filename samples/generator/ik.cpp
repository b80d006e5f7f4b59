#include "samples/generator/ik.h"

#include <algorithm>
#include <cmath>

namespace sinew::samples {
namespace {

// Axes of a bone: along it, its hinge, and across both.
Mat3 frame(const Vec3& bone, const Vec3& hinge) {
  Mat3 axes;
  axes.col(0) = bone.normalized();
  axes.col(2) = axes.col(0).cross(hinge).normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

Quat turn(const Vec3& rest_bone, const Vec3& rest_hinge, const Vec3& bone, const Vec3& hinge) {
  return Quat(Mat3(frame(bone, hinge) * frame(rest_bone, rest_hinge).transpose())).normalized();
}

}  // namespace

TwoBonePose solve_two_bone(const TwoBoneLimb& limb, const Vec3& start, const Vec3& target, const Vec3& pole,
                           double min_bend) {
  const double a = limb.upper.norm(), b = limb.lower.norm();
  const double longest = std::sqrt(a * a + b * b + 2 * a * b * std::cos(min_bend));
  const Vec3 line = target - start;
  const double wanted = line.norm();
  const double reach = std::clamp(wanted, std::abs(a - b) + 1e-3, longest);
  const Vec3 along = line / wanted;
  const Vec3 side = (pole - pole.dot(along) * along).normalized();
  // The bend's corner, by the law of cosines.
  const double x = (a * a - b * b + reach * reach) / (2 * reach);
  const double y = std::sqrt(std::max(a * a - x * x, 0.0));
  const Vec3 corner = x * along + y * side;
  const Vec3 hinge = corner.cross(reach * along - corner).normalized();
  return {turn(limb.upper, limb.hinge, corner, hinge), turn(limb.lower, limb.hinge, reach * along - corner, hinge),
          std::abs(wanted - reach)};
}

}  // namespace sinew::samples
