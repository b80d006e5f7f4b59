#include "libanim/kinematics/figure_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/kinematics/figure_inertia.h"
#include "libanim/kinematics/figure_limits.h"
#include "libanim/kinematics/figure_masses.h"
#include "libanim/kinematics/figure_points.h"
#include "libanim/kinematics/figure_shapes.h"
#include "libanim/kinematics/figure_torques.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A limit that is widened for the rest pose goes this far beyond it, so that the pose does not lie on the stop
/// (unit: rad).
constexpr double kLimitMargin = 0.02;
/// A hinge that misses the rest pose, or a limit that is widened, by more than this is told (unit: rad).
constexpr double kHingeMiss = 0.1;
constexpr double kLimitMiss = 0.05;
/// Figures smaller than this have no extent (unit: m).
constexpr double kNoExtent = 1e-6;

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

void check_anatomy(const Anatomy& anatomy, const Skeleton& skeleton) {
  if (anatomy.bodies.empty()) throw Error::asset("anatomy", "expected at least one body");
  const int count = static_cast<int>(anatomy.bodies.size());
  for (int b = 0; b < count; ++b) {
    const AnatomyBody& body = anatomy.bodies[to_size(b)];
    const bool in_order = b == 0 ? body.parent == -1 : body.parent >= 0 && body.parent < b;
    const bool in_skeleton = std::ranges::all_of(body.joints, [&](int j) { return j >= 0 && j < skeleton.size(); });
    if (!in_order || !in_skeleton || body.mirror < -1 || body.mirror >= count) {
      throw Error::asset("body " + body.name, "expected its parent before it and joints of the skeleton");
    }
    if (!body.start.allFinite() || !body.end.allFinite() || !body.neutral.coeffs().allFinite()) {
      throw Error::asset("body " + body.name, "expected finite ends and a unit rotation");
    }
  }
  const double scale = figure_scale(anatomy);
  if (!(scale > kNoExtent && std::isfinite(scale))) {
    throw Error::asset("anatomy", fmt::format("its size is {} m: expected bones or skin with some extent", scale));
  }
}

FigureBody figure_body(const Anatomy& anatomy, int b, const BoneFrame& frame, const BoneShape& shape, double mass) {
  const AnatomyBody& bone = anatomy.bodies[to_size(b)];
  double shift = 0;
  if (const auto share = mass_centre_share(anatomy, b)) {
    const double most = largest_shift(shape);
    shift = std::clamp(*share * frame.length - shape.centre.x(), -most, most);
  }
  const Vec3 moments = mass * with_least_moments(shifted_moments(shape, shift), figure_scale(anatomy));
  const Mat3 inertia = frame.shape_axes * moments.asDiagonal() * frame.shape_axes.transpose();
  FigureBody body;
  body.name = bone.name;
  body.part = bone.part;
  body.side = bone.side;
  body.mirror = bone.mirror;
  body.joint = bone.joint;
  body.orientation_joint = bone.orientation_joint;
  body.joints = bone.joints;
  body.rest_position = frame.origin + frame.shape_axes * (shape.centre + Vec3(shift, 0, 0));
  body.mass = mass;
  body.inertia = 0.5 * (inertia + inertia.transpose());
  FigureShape placed = shape_in_world(shape, frame);
  placed.body_from_shape.translation -= body.rest_position;
  body.shapes = {placed};
  return body;
}

JointKind joint_kind(Part part, JointKind ankles) {
  if (part == Part::kForearm || part == Part::kShin || part == Part::kToes) return JointKind::kHinge;
  return part == Part::kFoot ? ankles : JointKind::kBall;
}

FigureJoint figure_joint(const Anatomy& anatomy, int b, const BoneFrame& frame, const Figure& figure,
                         const FigureOptions& options, const std::array<double, 3>& torque) {
  const AnatomyBody& bone = anatomy.bodies[to_size(b)];
  const AnatomyBody& parent = anatomy.bodies[to_size(bone.parent)];
  FigureJoint joint;
  joint.parent = bone.parent;
  joint.child = b;
  joint.kind = joint_kind(bone.part, options.ankles);
  joint.parent_anchor = bone.start - figure.bodies[to_size(bone.parent)].rest_position;
  joint.child_anchor = bone.start - figure.bodies[to_size(b)].rest_position;
  joint.neutral = (parent.neutral.conjugate() * bone.neutral).normalized();
  joint.axes = (joint.neutral * Quat(frame.axes)).normalized();
  const JointRange range = joint_range(anatomy, b);
  for (const std::size_t axis : {0U, 1U, 2U}) {
    if (joint.kind == JointKind::kHinge && axis != 1) continue;
    joint.lower[axis] = range.lower[axis];
    joint.upper[axis] = range.upper[axis];
    joint.torque[axis] = options.torque_scale * torque[axis];
  }
  return joint;
}

/// Widens a joint's limits so that the rest pose lies within them.
void admit_rest_pose(FigureJoint& joint, const std::string& name, Ledger& ledger) {
  const Vec3 rest = swing_twist_angles(joint, Quat::Identity());
  if (joint.kind == JointKind::kHinge) {
    const double miss = std::hypot(rest[0], rest[2]);
    if (miss > kHingeMiss) {
      ledger.add(NoteCode::kSuspect, "body " + name,
                 fmt::format("its hinge misses the rest pose by {:.0f} degrees", degrees(miss)));
    }
  }
  for (const int axis : {0, 1, 2}) {
    if (joint.kind == JointKind::kHinge && axis != 1) continue;
    double& lower = joint.lower[to_size(axis)];
    double& upper = joint.upper[to_size(axis)];
    const double miss = std::max(lower - rest[axis], rest[axis] - upper);
    if (miss <= 0) continue;
    lower = std::max(std::min(lower, rest[axis] - kLimitMargin), -std::numbers::pi);
    upper = std::min(std::max(upper, rest[axis] + kLimitMargin), std::numbers::pi);
    if (miss <= kLimitMiss) continue;
    ledger.add(NoteCode::kSuspect, "body " + name,
               fmt::format("limits about {} widened to {:.0f} .. {:.0f} degrees: the rest pose is at {:.0f}",
                           "xyz"[axis], degrees(lower), degrees(upper), degrees(rest[axis])));
  }
}

/// What one side was given the other side gets too.
void mirror_limits(Figure& figure) {
  for (FigureJoint& joint : figure.joints) {
    const int other = figure.bodies[to_size(joint.child)].mirror;
    if (other <= 0) continue;
    FigureJoint& twin = figure.joints[to_size(other - 1)];
    const JointRange range = united({joint.lower, joint.upper}, mirrored({twin.lower, twin.upper}));
    joint.lower = range.lower;
    joint.upper = range.upper;
    twin.lower = mirrored(range).lower;
    twin.upper = mirrored(range).upper;
  }
}

void add_joints(const Anatomy& anatomy, std::span<const BoneFrame> frames, const FigureOptions& options,
                BuiltFigure& built) {
  Figure& figure = built.figure;
  std::vector<double> masses;
  std::vector<Vec3> centres;
  for (const FigureBody& body : figure.bodies) {
    masses.push_back(body.mass);
    centres.push_back(body.rest_position);
  }
  const auto torques = torque_limits(anatomy, masses, centres);
  for (int b = 1; b < figure.body_count(); ++b) {
    FigureJoint joint = figure_joint(anatomy, b, frames[to_size(b)], figure, options, torques[to_size(b)]);
    admit_rest_pose(joint, figure.bodies[to_size(b)].name, built.ledger);
    figure.joints.push_back(joint);
  }
  mirror_limits(figure);
}

}  // namespace

void FigureOptions::validate() const {
  const auto check = [](bool good, std::string_view name, double value, std::string_view rule) {
    if (!good) throw Error::usage(fmt::format("{} = {}: expected {} {}", name, value, name, rule));
  };
  check(std::isfinite(mass) && mass >= 0, "mass", mass, ">= 0");
  check(std::isfinite(density) && density > 0, "density", density, "> 0");
  check(std::isfinite(torque_scale) && torque_scale >= 0, "torque_scale", torque_scale, ">= 0");
  check(anatomy.max_bodies >= 1, "max_bodies", anatomy.max_bodies, ">= 1");
}

BuiltFigure build_figure(const Character& character, const FigureOptions& options) {
  options.validate();
  return build_figure(character, find_anatomy(character, options.anatomy), options);
}

BuiltFigure build_figure(const Character& character, const Anatomy& anatomy, const FigureOptions& options) {
  options.validate();
  check_anatomy(anatomy, character.skeleton);
  const std::vector<BoneFrame> frames = bone_frames(anatomy);
  const std::vector<BoneShape> shapes = fit_shapes(character, anatomy, frames, options.feet);
  const std::vector<double> masses = body_masses(anatomy, shapes, options);
  BuiltFigure built;
  built.anatomy = anatomy;
  Figure& figure = built.figure;
  figure.name = character.name;
  figure.humanoid = anatomy.humanoid;
  figure.height = anatomy.height;
  figure.facing = anatomy.facing;
  figure.root_neutral = anatomy.bodies[0].neutral;
  for (int b = 0; b < static_cast<int>(anatomy.bodies.size()); ++b) {
    figure.bodies.push_back(figure_body(anatomy, b, frames[to_size(b)], shapes[to_size(b)], masses[to_size(b)]));
  }
  add_joints(anatomy, frames, options, built);
  figure.points = rest_contact_points(anatomy, frames, shapes);
  for (FigureContactPoint& point : figure.points) {
    point.position -= figure.bodies[to_size(point.body)].rest_position;
  }
  figure.validate(character.skeleton);
  return built;
}

}  // namespace sinew
