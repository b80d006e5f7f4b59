#include "libanim/model/figure.h"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <span>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::array<std::string_view, 18> kPartNames = {"pelvis",    "abdomen", "chest", "neck",  "head", "clavicle",
                                                         "upper_arm", "forearm", "hand",  "thigh", "shin", "foot",
                                                         "toes",      "trunk",   "limb",  "paw",   "tail", "other"};
constexpr std::array<std::string_view, 3> kSideNames = {"centre", "left", "right"};

/// Anchors of neighbours meet to this distance in the rest pose (unit: m).
constexpr double kAnchorTolerance = 1e-6;
constexpr double kUnitTolerance = 1e-9;
/// Share of the largest principal moment by which the triangle inequality may fail: a thin plate meets it with
/// equality, and rounding must not refuse it.
constexpr double kTriangleTolerance = 1e-9;

template <typename Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

std::string body_place(const FigureBody& body) { return "body " + body.name; }

void check_names(std::span<const FigureBody> bodies) {
  std::set<std::string_view> names;
  for (const FigureBody& body : bodies) {
    if (body.name.empty()) throw Error::asset("figure", "a body has no name");
    if (!names.insert(body.name).second) throw Error::asset(body_place(body), "this name occurs twice");
  }
}

void check_inertia(const FigureBody& body) {
  const Mat3& inertia = body.inertia;
  if (!inertia.allFinite() || !inertia.isApprox(inertia.transpose(), 1e-9)) {
    throw Error::asset(body_place(body), "inertia: expected a finite symmetric matrix");
  }
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(moments[0] > 0)) {
    throw Error::asset(body_place(body), fmt::format("inertia: smallest moment {}, expected above 0", moments[0]));
  }
  if (moments[2] > (moments[0] + moments[1]) + kTriangleTolerance * moments[2]) {
    throw Error::asset(body_place(body), fmt::format("inertia: principal moments {}, {}, {}: no mass has the largest "
                                                     "above the sum of the others",
                                                     moments[0], moments[1], moments[2]));
  }
}

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

bool has_size(const FigureShape& shape) {
  switch (shape.kind) {
    case ShapeKind::kSphere: return is_positive(shape.radius);
    case ShapeKind::kCapsule: return is_positive(shape.radius) && is_positive(shape.half_length);
    case ShapeKind::kBox: return shape.half.allFinite() && shape.half.minCoeff() > 0;
  }
  return false;
}

bool is_unit(const Quat& q) { return q.coeffs().allFinite() && std::abs(q.norm() - 1) <= kUnitTolerance; }

void check_shapes(const FigureBody& body) {
  if (body.shapes.empty()) throw Error::asset(body_place(body), "expected at least one shape");
  for (const FigureShape& shape : body.shapes) {
    const Transform& pose = shape.body_from_shape;
    if (!has_size(shape) || !pose.translation.allFinite() || !is_unit(pose.rotation)) {
      throw Error::asset(body_place(body), "shape: expected positive, finite sizes and a rigid pose");
    }
  }
}

void check_body(const FigureBody& body) {
  if (!is_positive(body.mass)) {
    throw Error::asset(body_place(body), fmt::format("mass {}: expected a positive, finite number", body.mass));
  }
  if (!body.rest_position.allFinite()) throw Error::asset(body_place(body), "rest position: expected finite numbers");
  check_inertia(body);
  check_shapes(body);
}

void check_skeleton_joints(std::span<const FigureBody> bodies, const Skeleton& skeleton) {
  std::set<int> taken;
  for (const FigureBody& body : bodies) {
    for (const int joint : body.joints) {
      if (joint < 0 || joint >= skeleton.size()) {
        throw Error::asset(body_place(body), fmt::format("skeleton joint {}: there are {}", joint, skeleton.size()));
      }
      if (!taken.insert(joint).second) {
        throw Error::asset(body_place(body), fmt::format("skeleton joint {} is in two bodies, or twice in one",
                                                         skeleton.joints[to_size(joint)].name));
      }
    }
    const auto has = [&](int joint) { return std::ranges::find(body.joints, joint) != body.joints.end(); };
    if (!has(body.joint) || !has(body.orientation_joint)) {
      throw Error::asset(body_place(body), "its joint and orientation joint have to be among its joints");
    }
  }
}

void check_mirrors(std::span<const FigureBody> bodies) {
  const int count = static_cast<int>(bodies.size());
  for (int b = 0; b < count; ++b) {
    const int mirror = bodies[to_size(b)].mirror;
    if (mirror == -1) continue;
    if (mirror < 0 || mirror >= count || bodies[to_size(mirror)].mirror != b) {
      throw Error::asset(body_place(bodies[to_size(b)]),
                         fmt::format("mirror {}: expected a body whose mirror is {}", mirror, b));
    }
  }
}

void check_limits(const FigureJoint& joint, const std::string& place) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double lower = joint.lower[axis];
    const double upper = joint.upper[axis];
    if (!(lower <= 0 && upper >= 0 && lower >= -std::numbers::pi && upper <= std::numbers::pi)) {
      throw Error::asset(place, fmt::format("limits {} to {} of axis {}: expected -pi <= lower <= 0 <= upper <= pi",
                                            lower, upper, axis));
    }
    if (!(std::isfinite(joint.torque[axis]) && joint.torque[axis] >= 0)) {
      throw Error::asset(place, fmt::format("torque {} of axis {}: expected 0 or more", joint.torque[axis], axis));
    }
  }
}

void check_joint(const FigureJoint& joint, int index, std::span<const FigureBody> bodies) {
  if (joint.child != index + 1 || joint.parent < 0 || joint.parent >= joint.child) {
    throw Error::asset(fmt::format("joint {}", index), fmt::format("connects body {} to {}: expected child {} and an "
                                                                   "earlier parent",
                                                                   joint.child, joint.parent, index + 1));
  }
  const FigureBody& parent = bodies[to_size(joint.parent)];
  const FigureBody& child = bodies[to_size(joint.child)];
  const std::string place = "joint of body " + child.name;
  const double gap = (parent.rest_position + joint.parent_anchor - child.rest_position - joint.child_anchor).norm();
  if (!(gap <= kAnchorTolerance)) throw Error::asset(place, fmt::format("its anchors are {} m apart at rest", gap));
  if (!is_unit(joint.axes) || !is_unit(joint.neutral)) {
    throw Error::asset(place, "axes and neutral: expected unit quaternions");
  }
  check_limits(joint, place);
}

void check_points(const Figure& figure) {
  for (const FigureContactPoint& point : figure.points) {
    if (point.body < 0 || point.body >= figure.body_count() || !point.position.allFinite() || point.name.empty()) {
      throw Error::asset("contact point " + point.name, "expected a name, a body of the figure and a finite position");
    }
  }
}

}  // namespace

std::string_view part_name(Part part) { return kPartNames[static_cast<std::size_t>(part)]; }
std::optional<Part> part_from_name(std::string_view name) { return find_name<Part>(kPartNames, name); }
std::string_view side_name(Side side) { return kSideNames[static_cast<std::size_t>(side)]; }
std::optional<Side> side_from_name(std::string_view name) { return find_name<Side>(kSideNames, name); }

int Figure::axis_count() const { return first_axis(static_cast<int>(joints.size())); }

int Figure::first_axis(int joint) const {
  int axis = 0;
  for (int j = 0; j < joint; ++j) axis += joints[to_size(j)].axis_count();
  return axis;
}

double Figure::mass() const {
  double sum = 0;
  for (const FigureBody& body : bodies) sum += body.mass;
  return sum;
}

std::optional<int> Figure::find_body(Part part, Side side) const {
  for (int b = 0; b < body_count(); ++b) {
    if (bodies[to_size(b)].part == part && bodies[to_size(b)].side == side) return b;
  }
  return std::nullopt;
}

std::optional<int> Figure::find_body(std::string_view body_name) const {
  const auto found = std::ranges::find(bodies, body_name, &FigureBody::name);
  if (found == bodies.end()) return std::nullopt;
  return static_cast<int>(found - bodies.begin());
}

void Figure::validate(const Skeleton& skeleton) const {
  if (bodies.empty()) throw Error::asset("figure", "expected at least one body");
  if (joints.size() + 1 != bodies.size()) {
    throw Error::asset("figure",
                       fmt::format("{} joints for {} bodies: expected one less", joints.size(), bodies.size()));
  }
  if (!std::isfinite(height) || height < 0 || !is_unit(facing) || !is_unit(root_neutral)) {
    throw Error::asset("figure", "height, facing and root_neutral: expected a finite height and unit quaternions");
  }
  check_names(bodies);
  for (const FigureBody& body : bodies) check_body(body);
  for (int j = 0; j < static_cast<int>(joints.size()); ++j) check_joint(joints[to_size(j)], j, bodies);
  check_skeleton_joints(bodies, skeleton);
  check_mirrors(bodies);
  check_points(*this);
}

}  // namespace sinew
