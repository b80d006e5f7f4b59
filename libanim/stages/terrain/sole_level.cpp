#include "libanim/stages/terrain/sole_level.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/math/upper_median.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A foot has to be still for this long in all (unit: s).
constexpr double kShortest = 0.2;
/// Width of the bell by which a turn comes before a foot is still and goes afterwards (unit: s).
constexpr double kFade = 0.05;
/// Smaller differences are left: 3 mm over the length of a foot (unit: rad).
constexpr double kLeast = 0.01;
/// Larger ones are a way to stand: 4 cm (unit: rad).
constexpr double kMost = 0.15;

/// The axis of the foot's box that points up, nearest to `up` (both in the body's frame); nothing without a box.
Vec3 upright_axis(const FigureBody& foot, const Vec3& up) {
  Vec3 best = Vec3::Zero();
  for (const FigureShape& shape : foot.shapes) {
    if (shape.kind != ShapeKind::kBox) continue;
    const Mat3 axes = shape.body_from_shape.rotation.toRotationMatrix();
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = axes.col(k) * (axes.col(k).dot(up) < 0 ? -1 : 1);
      if (axis.dot(up) > best.dot(up)) best = axis;
    }
  }
  return best;
}

}  // namespace

SoleLevel find_sole_level(const Figure& figure, const Skeleton& skeleton, const Clip& clip, const GroundLeg& leg,
                          const SoleTracks& sole, const ContactDetection& contacts) {
  SoleLevel level;
  if (clip.frames() < 2) return level;
  const Quat rest = rest_world(skeleton)[to_size(leg.end)].rotation;
  std::array<std::vector<double>, 3> ups;  // the world's up in the foot's frame, by component
  level.share.assign(to_size(clip.frames()), 0);
  for (int f = 0; f < clip.frames(); ++f) {
    if (!is_still(sole, f, clip.frame_rate, figure.height, contacts)) continue;
    level.share[to_size(f)] = 1;
    const Quat turned = world_at(skeleton, clip, f)[to_size(leg.end)].rotation * rest.conjugate();
    const Vec3 up = turned.conjugate() * Vec3::UnitY();
    for (int k = 0; k < 3; ++k) ups[to_size(k)].push_back(up[k]);
  }
  if (static_cast<double>(ups[0].size()) < std::max(1.0, kShortest * clip.frame_rate)) return level;
  const Vec3 up = Vec3(upper_median(ups[0]), upper_median(ups[1]), upper_median(ups[2])).normalized();
  const Vec3 sole_up = upright_axis(figure.bodies[to_size(leg.foot)], up);
  if (sole_up.isZero(0)) return level;
  const double angle = std::acos(std::clamp(sole_up.dot(up), -1.0, 1.0));
  if (angle < kLeast || angle > kMost) return level;
  level.angle = angle;
  const double fade = kFade * clip.frame_rate;
  level.share = largest_around(level.share, static_cast<int>(std::lround(2 * fade)));
  smooth(level.share, fade);
  level.turn = rest.conjugate() * Quat::FromTwoVectors(sole_up, up) * rest;
  return level;
}

void apply_sole_level(const SoleLevel& level, const GroundLeg& leg, Clip& clip) {
  if (level.angle == 0) return;
  for (int f = 0; f < clip.frames(); ++f) {
    Quat& local = clip.frame_rotations(f)[to_size(leg.end)];
    local = (local * Quat::Identity().slerp(level.share[to_size(f)], level.turn)).normalized();
  }
}

}  // namespace sinew
