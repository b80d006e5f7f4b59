#include "libanim/model/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr double kUnit = 1e-9;     ///< how far a unit vector's or quaternion's length may be from 1
constexpr double kSteepest = 0.1;  ///< smallest y of the ground's normal: 84 degrees
constexpr std::size_t kMaxHeights = 4'000'000;

/// Checks the numbers of one part of a scene; every failure names the part.
class Rules {
 public:
  explicit Rules(std::string part) : part_(std::move(part)) {}

  void demand(bool holds, std::string_view rule) const {
    if (!holds) throw Error::asset(part_, std::string(rule));
  }
  void finite(const Vec3& v, std::string_view what) const {
    demand(v.allFinite(), fmt::format("{} is not finite", what));
  }
  void positive(double number, std::string_view what) const {
    demand(std::isfinite(number) && number > 0, fmt::format("{} {}: expected more than 0", what, shortest(number)));
  }
  void at_least_zero(double number, std::string_view what) const {
    demand(std::isfinite(number) && number >= 0, fmt::format("{} {}: expected 0 or more", what, shortest(number)));
  }
  void positive(const Vec3& size) const {
    for (int i = 0; i < 3; ++i) positive(size[i], "half extent");
  }
  void pose(const Transform& pose) const {
    finite(pose.translation, "position");
    const double length = pose.rotation.norm();
    demand(std::abs(length - 1) <= kUnit, fmt::format("rotation of length {}: expected 1", shortest(length)));
  }

 private:
  std::string part_;
};

void check_field(const HeightField& field) {
  const Rules rules("ground");
  rules.demand(field.columns >= 2 && field.rows >= 2,
               fmt::format("height field of {} x {} points: expected 2 x 2 or more", field.columns, field.rows));
  rules.positive(field.spacing, "spacing");
  rules.finite(field.origin, "origin");
  const std::size_t count = to_size(field.columns) * to_size(field.rows);
  rules.demand(count <= kMaxHeights, fmt::format("{} heights: expected at most {}", count, kMaxHeights));
  rules.demand(field.heights.size() == count,
               fmt::format("{} heights: expected {} x {}", field.heights.size(), field.rows, field.columns));
  rules.demand(std::ranges::all_of(field.heights, [](double h) { return std::isfinite(h); }), "a height is not finite");
}

void check_ground(const Ground& ground) {
  const Rules rules("ground");
  rules.at_least_zero(ground.friction, "friction");
  if (ground.kind == GroundKind::kPlane) {
    rules.finite(ground.point, "point");
    const double length = ground.normal.norm();
    rules.demand(std::abs(length - 1) <= kUnit, fmt::format("normal of length {}: expected 1", shortest(length)));
    rules.demand(ground.normal.y() > kSteepest,
                 fmt::format("normal with y = {}: expected more than {}", shortest(ground.normal.y()), kSteepest));
  }
  if (ground.kind == GroundKind::kField) check_field(ground.field);
}

void check_box(const StaticBox& box) {
  const Rules rules("box " + printable(box.name));
  rules.pose(box.pose);
  rules.positive(box.half);
  rules.at_least_zero(box.friction, "friction");
}

void check_object(const DynamicObject& object) {
  const Rules rules("object " + printable(object.name));
  rules.pose(object.pose);
  if (object.kind == ObjectKind::kBall) rules.positive(object.radius, "radius");
  if (object.kind == ObjectKind::kBox) rules.positive(object.half);
  rules.positive(object.mass, "mass");
  rules.finite(object.velocity, "velocity");
  rules.finite(object.spin, "spin");
  rules.at_least_zero(object.friction, "friction");
  rules.demand(object.restitution >= 0 && object.restitution <= 1,
               fmt::format("restitution {}: expected 0 to 1", shortest(object.restitution)));
  rules.at_least_zero(object.release, "release");
}

void check_push(const Push& push, std::size_t index) {
  const Rules rules(fmt::format("push {} on {}", index, printable(push.body)));
  rules.demand(!push.body.empty(), "no body named");
  rules.at_least_zero(push.start, "start");
  rules.at_least_zero(push.duration, "duration");
  rules.finite(push.force, "force");
  rules.finite(push.impulse, "impulse");
  rules.finite(push.point, "point");
  const bool force = !push.force.isZero(0);
  const bool impulse = !push.impulse.isZero(0);
  rules.demand(force != impulse && force == (push.duration > 0),
               "expected either a force with a duration or an impulse without");
}

/// Top of a box along the vertical line through (x, z): where the line leaves the last of the three slabs.
double top_of(const StaticBox& box, double x, double z) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  const Quat box_from_world = box.pose.rotation.conjugate();
  const Vec3 start = box_from_world * (Vec3(x, 0, z) - box.pose.translation);
  const Vec3 up = box_from_world * Vec3::UnitY();
  double enter = kNone;
  double leave = -kNone;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(up[i]) < 1e-12) {
      if (std::abs(start[i]) > box.half[i]) return kNone;
      continue;
    }
    const double a = (-box.half[i] - start[i]) / up[i];
    const double b = (box.half[i] - start[i]) / up[i];
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave ? leave : kNone;
}

double field_height(const HeightField& field, double x, double z) {
  const double u = (x - field.origin.x()) / field.spacing;
  const double v = (z - field.origin.z()) / field.spacing;
  if (!(u >= 0 && v >= 0 && u <= field.columns - 1 && v <= field.rows - 1)) {
    return -std::numeric_limits<double>::infinity();
  }
  const int column = std::min(static_cast<int>(u), field.columns - 2);
  const int row = std::min(static_cast<int>(v), field.rows - 2);
  const double a = u - column;
  const double b = v - row;
  const auto at = [&](int c, int r) {
    return field.heights[to_size(row + r) * to_size(field.columns) + to_size(column + c)];
  };
  const double across = at(1, 0);
  const double along = at(0, 1);
  const double corner = a + b <= 1 ? at(0, 0) : at(1, 1);
  const double height = a + b <= 1 ? corner + (across - corner) * a + (along - corner) * b
                                   : corner + (along - corner) * (1 - a) + (across - corner) * (1 - b);
  return field.origin.y() + height;
}

}  // namespace

void Scene::validate() const {
  Rules("scene").finite(gravity, "gravity");
  check_ground(ground);
  std::set<std::string_view> names;
  const auto check_name = [&](std::string_view kind, const std::string& name) {
    const Rules rules{std::string(kind)};
    rules.demand(!name.empty(), "a name is empty");
    rules.demand(names.insert(name).second, fmt::format("the name {} is there twice", printable(name)));
  };
  for (const StaticBox& box : boxes) {
    check_name("boxes", box.name);
    check_box(box);
  }
  for (const DynamicObject& object : objects) {
    check_name("objects", object.name);
    check_object(object);
  }
  for (std::size_t i = 0; i < pushes.size(); ++i) check_push(pushes[i], i);
}

double ground_height(const Scene& scene, double x, double z) {
  return ground_height(scene, x, z, std::numeric_limits<double>::infinity());
}

double ground_height(const Scene& scene, double x, double z, double ceiling) {
  double height = -std::numeric_limits<double>::infinity();
  const Ground& ground = scene.ground;
  if (ground.kind == GroundKind::kPlane) {
    const Vec3& n = ground.normal;
    height = ground.point.y() - (n.x() * (x - ground.point.x()) + n.z() * (z - ground.point.z())) / n.y();
  }
  if (ground.kind == GroundKind::kField) height = field_height(ground.field, x, z);
  for (const StaticBox& box : scene.boxes) {
    const double top = top_of(box, x, z);
    if (top <= ceiling) height = std::max(height, top);
  }
  return height;
}

}  // namespace sinew
