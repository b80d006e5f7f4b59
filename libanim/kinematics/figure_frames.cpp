#include "libanim/kinematics/figure_frames.h"

#include <algorithm>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Bones shorter than this share of the figure have no direction of their own.
constexpr double kShortBone = 1e-4;
/// Sine of the angle below which two bones count as one line (about 6 degrees).
constexpr double kStraight = 0.1;
/// A paw lies flat when its bone is less steep than this (50 degrees): sine of the angle to the ground.
constexpr double kFlatPaw = 0.766;
/// Cosine of 45 degrees, as find_anatomy has it: a figure that leans less stands.
constexpr double kUpright = 0.707;

struct FigureAxes {
  Vec3 left;
  Vec3 up;
  Vec3 ahead;
};

/// Axes of the neutral stance: those of the rest pose, unless it lies down; then the stance faces along z.
FigureAxes figure_axes(const Anatomy& anatomy) {
  const bool upright = (anatomy.facing * Vec3::UnitY()).y() > kUpright;
  const Quat facing = upright || !anatomy.humanoid ? anatomy.facing : Quat::Identity();
  return {facing * Vec3::UnitX(), facing * Vec3::UnitY(), facing * Vec3::UnitZ()};
}

Vec3 mirrored(const Vec3& v, const Vec3& left) { return v - 2 * v.dot(left) * left; }

/// Part of v perpendicular to the unit vector x, of unit length; `fallback` and then any where there is none.
Vec3 perpendicular(const Vec3& v, const Vec3& x, const Vec3& fallback) {
  for (const Vec3& candidate : {v, fallback}) {
    const Vec3 across = candidate - candidate.dot(x) * x;
    if (across.norm() > kStraight * candidate.norm() && across.norm() > 1e-12) return across.normalized();
  }
  return x.unitOrthogonal();
}

Mat3 axes_from(const Vec3& x, const Vec3& y) {
  Mat3 axes;
  axes << x, y, x.cross(y);
  return axes;
}

Vec3 bone_direction(const Anatomy& anatomy, int body) {
  const double shortest = kShortBone * figure_scale(anatomy);
  for (int b = body; b >= 0; b = anatomy.bodies[to_size(b)].parent) {
    const AnatomyBody& bone = anatomy.bodies[to_size(b)];
    const Vec3 along = bone.end - bone.start;
    if (along.norm() > shortest) return along.normalized();
  }
  return anatomy.facing * Vec3::UnitY();
}

Vec3 humanoid_flexion(const AnatomyBody& body, const FigureAxes& figure) {
  const double outward = body.side == Side::kRight ? -1 : 1;
  switch (body.part) {
    case Part::kUpperArm:
    case Part::kForearm:
    case Part::kThigh:
    case Part::kFoot:
    case Part::kToes: return -figure.left;
    case Part::kClavicle: return outward * figure.ahead;
    case Part::kHand: return -outward * figure.ahead;
    default: return figure.left;
  }
}

/// Normal of the plane in which the limb bends where the body hangs on its parent, or else where its child hangs.
Vec3 bend_normal(const Anatomy& anatomy, int body, const FigureAxes& figure) {
  const Vec3 x = bone_direction(anatomy, body);
  const int parent = anatomy.bodies[to_size(body)].parent;
  const int child = first_child(anatomy, body);
  Vec3 normal = Vec3::Zero();
  if (parent >= 0) normal = bone_direction(anatomy, parent).cross(x);
  if (normal.norm() < kStraight && child >= 0) normal = x.cross(bone_direction(anatomy, child));
  if (normal.norm() < kStraight) normal = perpendicular(figure.left, x, figure.ahead);
  const Vec3 y = perpendicular(normal, x, figure.ahead);
  return y.dot(figure.left) < -1e-6 ? Vec3(-y) : y;
}

Vec3 creature_flexion(const Anatomy& anatomy, int body, const FigureAxes& figure) {
  const AnatomyBody& bone = anatomy.bodies[to_size(body)];
  if (bone.part == Part::kTrunk || bone.part == Part::kHead || bone.part == Part::kTail) return figure.left;
  if (bone.side == Side::kRight && bone.mirror >= 0 && bone.mirror != body) {
    return -mirrored(bend_normal(anatomy, bone.mirror, figure), figure.left);
  }
  return bend_normal(anatomy, body, figure);
}

Sole sole_of(const Anatomy& anatomy, int body, const Vec3& x, const Vec3& up) {
  const AnatomyBody& bone = anatomy.bodies[to_size(body)];
  if (anatomy.humanoid) return bone.part == Part::kFoot || bone.part == Part::kToes ? Sole::kFlat : Sole::kNone;
  if (bone.part != Part::kPaw) return Sole::kNone;
  if (std::abs(x.dot(up)) < kFlatPaw) return Sole::kFlat;
  const auto paws = std::ranges::count(anatomy.bodies, Part::kPaw, &AnatomyBody::part);
  return paws <= 2 && x.dot(up) < 0 ? Sole::kPost : Sole::kNone;
}

/// x level, z down.
Mat3 level_axes(const Vec3& x, const FigureAxes& figure) {
  const Vec3 ahead = perpendicular(x, figure.up, figure.ahead);
  return axes_from(ahead, -figure.up.cross(ahead));
}

BoneFrame bone_frame(const Anatomy& anatomy, int body, const FigureAxes& figure) {
  const AnatomyBody& bone = anatomy.bodies[to_size(body)];
  const Vec3 x = bone.neutral * bone_direction(anatomy, body);
  const Vec3 flexion = anatomy.humanoid ? humanoid_flexion(bone, figure) : creature_flexion(anatomy, body, figure);
  const Mat3 axes = axes_from(x, perpendicular(flexion, x, figure.ahead));
  Mat3 shape_axes = axes;
  const Sole sole = sole_of(anatomy, body, x, figure.up);
  if (sole == Sole::kFlat) shape_axes = level_axes(x, figure);
  if (sole == Sole::kPost) shape_axes = axes_from(-figure.up, -figure.left);
  if (anatomy.humanoid && (bone.part == Part::kPelvis || bone.part == Part::kHead)) {
    shape_axes = axes_from(figure.up, figure.left);
  }
  const Mat3 rest_from_neutral = bone.neutral.conjugate().toRotationMatrix();
  return {bone.start, (bone.end - bone.start).norm(), rest_from_neutral * axes, rest_from_neutral * shape_axes, sole};
}

}  // namespace

std::vector<BoneFrame> bone_frames(const Anatomy& anatomy) {
  const FigureAxes figure = figure_axes(anatomy);
  std::vector<BoneFrame> frames;
  frames.reserve(anatomy.bodies.size());
  for (int b = 0; b < static_cast<int>(anatomy.bodies.size()); ++b) frames.push_back(bone_frame(anatomy, b, figure));
  return frames;
}

double figure_scale(const Anatomy& anatomy) {
  double scale = anatomy.height;
  for (const AnatomyBody& body : anatomy.bodies) scale = std::max(scale, (body.end - body.start).norm());
  return scale;
}

int first_child(const Anatomy& anatomy, int body) {
  const auto found = std::ranges::find(anatomy.bodies, body, &AnatomyBody::parent);
  return found == anatomy.bodies.end() ? -1 : static_cast<int>(found - anatomy.bodies.begin());
}

int find_part(const Anatomy& anatomy, Part part, Side side) {
  const auto found = std::ranges::find_if(
      anatomy.bodies, [&](const AnatomyBody& body) { return body.part == part && body.side == side; });
  return found == anatomy.bodies.end() ? -1 : static_cast<int>(found - anatomy.bodies.begin());
}

}  // namespace sinew
