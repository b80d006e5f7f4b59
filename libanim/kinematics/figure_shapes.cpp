#include "libanim/kinematics/figure_shapes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "libanim/kinematics/figure_cloud.h"
#include "libanim/kinematics/figure_thickness.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Fewer vertices than this say nothing about a shape.
constexpr std::size_t kFewPoints = 12;
/// Share of the surface that is left out on each side of a block and of a limb's tip: hair, ears, fingertips.
constexpr double kBlockTrim = 0.04;
constexpr double kTipTrim = 0.02;
constexpr double kSoleTrim = 0.01;
/// A capsule's radius is taken over this middle part of the bone: the ends are hidden in the neighbours.
constexpr double kMiddleLower = 0.15;
constexpr double kMiddleUpper = 0.85;
/// Bounds of a limb's radius as shares of its reach: a stick, and a ball.
constexpr double kThinnest = 0.03;
constexpr double kThickest = 0.6;
/// A sole's box is no higher than this share of its length, and no body is thinner than this share of the figure.
constexpr double kSoleHeight = 0.45;
constexpr double kSmallest = 0.004;

/// A pelvis is at least this much wider than its hip joints are apart.
constexpr double kHipWidth = 1.3;
/// What lies further below a chest's or head's joint than this share of the bone's length hangs.
constexpr double kCoat = 0.1;
constexpr double kHair = 0.5;

struct FitJob {
  BareBone bare;
  Sole sole = Sole::kNone;
  std::vector<BonePoint> points;
  BoneBox least;  ///< what a trunk's block has to hold
};

void add_points(const std::vector<SkinPoint>& cloud, const BoneFrame& frame, double y_sign,
                std::vector<BonePoint>& points) {
  double area = 0;
  for (const SkinPoint& point : cloud) area += point.area;
  for (const SkinPoint& point : cloud) {
    Vec3 local = frame.shape_axes.transpose() * (point.position - frame.origin);
    local.y() *= y_sign;
    points.push_back({local, point.area / area});
  }
}

Vec3 bone_end(const AnatomyBody& body, const BoneFrame& frame) {
  return frame.shape_axes.transpose() * (body.end - body.start);
}

/// A trunk reaches from joint to joint, and a pelvis to the hips: skin weights alone leave gaps where they blend.
BoneBox least_block(const Anatomy& anatomy, const BoneFrame& frame, int b) {
  const AnatomyBody& body = anatomy.bodies[to_size(b)];
  BoneBox least;
  if (body.part == Part::kTrunk || body.part == Part::kChest || body.part == Part::kAbdomen) {
    least.extend(Vec3::Zero());
    least.extend(Vec3(bone_end(body, frame).x(), 0, 0));
  }
  if (body.part != Part::kPelvis) return least;
  least.extend(Vec3(bone_end(body, frame).x(), 0, 0));
  for (const AnatomyBody& child : anatomy.bodies) {
    if (child.parent != b || child.part != Part::kThigh) continue;
    const Vec3 hip = frame.shape_axes.transpose() * (child.start - frame.origin);
    least.extend(Vec3(hip.x(), kHipWidth * std::abs(hip.y()), hip.z()));
    least.extend(Vec3(hip.x(), -kHipWidth * std::abs(hip.y()), hip.z()));
  }
  return least;
}

/// Mean z of the joints of the legs: in some skeletons they lie well ahead of the root.
double hip_depth(const Anatomy& anatomy, const BoneFrame& frame, int pelvis) {
  double sum = 0;
  int count = 0;
  for (const AnatomyBody& child : anatomy.bodies) {
    if (child.parent != pelvis || child.part != Part::kThigh) continue;
    sum += (frame.shape_axes.transpose() * (child.start - frame.origin)).z();
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

/// Where the pelvis ends, as seen from a chest's joint: some skeletons have both joints in one place.
double waist_above(const Anatomy& anatomy, const BoneFrame& frame, const AnatomyBody& chest) {
  const Vec3 waist = anatomy.bodies[to_size(chest.parent)].end;
  return std::clamp((frame.shape_axes.transpose() * (waist - chest.start)).x(), 0.0, 0.5 * frame.length);
}

/// What a humanoid's part cannot be: a chest begins at its joint and a head not far below it (lower hang coats and
/// hair); a hand reaches no further to any side than it is long (then it holds something).
bool belongs(const BareBone& bare, const Vec3& point) {
  switch (bare.part) {
    case Part::kChest:
    case Part::kAbdomen: return point.x() >= -kCoat * bare.length;
    case Part::kHead: return point.x() >= -kHair * bare.length;
    case Part::kHand: return (point - 0.5 * bare.end).norm() <= bare.length;
    default: return true;
  }
}

void drop_what_hangs(FitJob& job) {
  if (!job.bare.humanoid) return;
  std::vector<BonePoint> kept;
  std::ranges::copy_if(job.points, std::back_inserter(kept),
                       [&](const BonePoint& point) { return belongs(job.bare, point.position); });
  if (kept.size() >= kFewPoints) job.points = std::move(kept);
}

FitJob fit_job(const Anatomy& anatomy, std::span<const BoneFrame> frames,
               const std::vector<std::vector<SkinPoint>>& clouds, int b) {
  const AnatomyBody& body = anatomy.bodies[to_size(b)];
  const BoneFrame& frame = frames[to_size(b)];
  FitJob job;
  job.sole = frame.sole;
  job.bare = {body.part,
              anatomy.humanoid,
              first_child(anatomy, b) < 0,
              false,
              frame.length,
              figure_scale(anatomy),
              bone_end(body, frame),
              0,
              0};
  for (std::size_t c = 0; c < anatomy.bodies.size(); ++c) {
    if (anatomy.bodies[c].parent == b && frames[c].sole == Sole::kFlat) job.bare.before_sole = true;
  }
  job.least = least_block(anatomy, frame, b);
  if (body.part == Part::kPelvis) job.bare.hips = hip_depth(anatomy, frame, b);
  if (anatomy.humanoid && body.part == Part::kChest) job.bare.lower = waist_above(anatomy, frame, body);
  add_points(clouds[to_size(b)], frame, 1, job.points);
  if (body.mirror < 0) return job;
  const BoneFrame& other = frames[to_size(body.mirror)];
  const Vec3 end = bone_end(anatomy.bodies[to_size(body.mirror)], other);
  job.bare.length = 0.5 * (frame.length + other.length);
  job.bare.end = 0.5 * (job.bare.end + Vec3(end.x(), -end.y(), end.z()));
  add_points(clouds[to_size(body.mirror)], other, -1, job.points);
  return job;
}

BoneShape fit_limb(const FitJob& job) {
  const BareBone& bare = job.bare;
  if (job.points.size() < kFewPoints) return bare_limb(bare);
  // A forearm that has no hand body ends where its bone does: in a closed hand, not at the fingertips.
  const bool skin_ends_it = bare.tip && bare.part != Part::kForearm;
  const double reach = skin_ends_it ? coordinate_quantile(job.points, 0, 1 - kTipTrim) : bare.length;
  if (reach < kSmallest * bare.scale) return fit_block(job.points, kBlockTrim, BlockKinds::kAll);
  double radius = median_distance(job.points, kMiddleLower * reach, kMiddleUpper * reach);
  if (radius <= 0) radius = bare_radius(bare);
  radius = std::clamp(radius, std::max(kThinnest * reach, kSmallest * bare.scale), kThickest * reach);
  const double inset = bare.tip || bare.before_sole ? radius : 0;
  return capsule_along_x(0, std::max(reach - inset, 0.0), radius);
}

BoneShape fit_trunk(const FitJob& job, BlockKinds kinds) {
  return job.points.size() < kFewPoints ? bare_block(job.bare) : fit_block(job.points, kBlockTrim, kinds, job.least);
}

SoleExtent sole_extent(const FitJob& job) {
  if (job.points.size() < kFewPoints) return bare_sole(job.bare);
  const auto at = [&](int axis, double share) { return coordinate_quantile(job.points, axis, share); };
  const double left = at(1, kBlockTrim);
  const double right = at(1, 1 - kBlockTrim);
  return {at(0, kSoleTrim), at(0, 1 - kSoleTrim), 0.5 * (right - left), 0.5 * (left + right), at(2, 1 - kSoleTrim)};
}

BoneShape fit_sole(const FitJob& job, FootShape feet) {
  const SoleExtent e = sole_extent(job);
  const double smallest = kSmallest * job.bare.scale;
  const double length = std::max(e.toe - e.heel, 4 * smallest);
  const double height = std::clamp(e.sole, std::max(0.15 * length, 2 * smallest), kSoleHeight * length);
  BoneShape shape;
  shape.centre = {0.5 * (e.heel + e.toe), e.middle, e.sole - 0.5 * height};
  if (feet == FootShape::kCapsule) {
    shape.radius = 0.5 * std::min(height, 2 * std::max(e.half_width, smallest));
    shape.half_length = std::max(0.5 * length - shape.radius, smallest);
    shape.centre.z() = e.sole - shape.radius;
    return shape;
  }
  shape.kind = ShapeKind::kBox;
  shape.half = {0.5 * length, std::max(e.half_width, smallest), 0.5 * height};
  return shape;
}

BoneShape fit_post(const FitJob& job) {
  BoneBox least;
  least.extend(Vec3::Zero());
  least.extend(Vec3(job.bare.end.x(), 0, 0));
  if (job.points.size() >= kFewPoints) return fit_block(job.points, kSoleTrim, BlockKinds::kBox, least);
  const double radius = bare_radius(job.bare);
  BoneShape shape;
  shape.kind = ShapeKind::kBox;
  shape.centre = 0.5 * job.bare.end;
  shape.half = {0.5 * job.bare.end.x(), radius, radius};
  return shape;
}

BoneShape with_least_size(BoneShape shape, double smallest) {
  if (shape.kind == ShapeKind::kBox) {
    shape.half = shape.half.cwiseMax(smallest);
  } else {
    shape.radius = std::max(shape.radius, smallest);
  }
  return shape;
}

BoneShape fit(const FitJob& job, FootShape feet) {
  if (job.sole == Sole::kFlat) return fit_sole(job, feet);
  if (job.sole == Sole::kPost) return fit_post(job);
  switch (job.bare.part) {
    case Part::kHead: return fit_trunk(job, job.bare.humanoid ? BlockKinds::kRound : BlockKinds::kAll);
    case Part::kPelvis: return fit_trunk(job, BlockKinds::kBox);
    case Part::kAbdomen:
    case Part::kChest:
    case Part::kHand:
    case Part::kTrunk:
    case Part::kOther: return fit_trunk(job, BlockKinds::kAll);
    default: return fit_limb(job);
  }
}

}  // namespace

std::vector<BoneShape> fit_shapes(const Character& character, const Anatomy& anatomy, std::span<const BoneFrame> frames,
                                  FootShape feet) {
  const std::vector<std::vector<SkinPoint>> clouds = skin_clouds(character, anatomy);
  const double smallest = kSmallest * figure_scale(anatomy);
  std::vector<BoneShape> shapes(anatomy.bodies.size());
  for (int b = 0; b < static_cast<int>(shapes.size()); ++b) {
    const int mirror = anatomy.bodies[to_size(b)].mirror;
    if (mirror >= 0 && mirror < b) continue;
    FitJob job = fit_job(anatomy, frames, clouds, b);
    drop_what_hangs(job);
    BoneShape shape = with_least_size(fit(job, feet), smallest);
    if (mirror == b) shape.centre.y() = 0;
    shapes[to_size(b)] = shape;
    if (mirror <= b) continue;
    shape.centre.y() = -shape.centre.y();
    shapes[to_size(mirror)] = shape;
  }
  return shapes;
}

FigureShape shape_in_world(const BoneShape& shape, const BoneFrame& frame) {
  // A FigureShape's capsule lies along y: the bone axes are renamed in a cycle, which is a rotation.
  Mat3 bone_from_shape = Mat3::Identity();
  const int axis = shape.kind == ShapeKind::kCapsule ? shape.axis : 1;
  for (int i = 0; i < 3; ++i) bone_from_shape.col(i) = Vec3::Unit((i + axis + 2) % 3);
  FigureShape result;
  result.kind = shape.kind;
  result.body_from_shape.translation = frame.origin + frame.shape_axes * shape.centre;
  result.body_from_shape.rotation = Quat(Mat3(frame.shape_axes * bone_from_shape)).normalized();
  result.radius = shape.radius;
  result.half_length = shape.half_length;
  result.half = shape.half;
  return result;
}

}  // namespace sinew
