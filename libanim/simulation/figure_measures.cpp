#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Height of a shape's lowest point.
double lowest_of(const FigureShape& shape, const Transform& world_from_body) {
  const Transform world = world_from_body * shape.body_from_shape;
  switch (shape.kind) {
    case ShapeKind::kSphere: return world.translation.y() - shape.radius;
    case ShapeKind::kCapsule: {
      const double rise = std::abs((world.rotation * Vec3::UnitY()).y());
      return world.translation.y() - shape.half_length * rise - shape.radius;
    }
    case ShapeKind::kBox: {
      const Mat3 axes = world.rotation.toRotationMatrix();
      return world.translation.y() - axes.row(1).cwiseAbs().dot(shape.half);
    }
  }
  return 0;
}

}  // namespace

Vec3 centre_of_mass(const Figure& figure, const StateRecord& record) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    sum += figure.bodies[i].mass * record.bodies[i].pose().translation;
  }
  return sum / figure.mass();
}

Vec3 linear_momentum(const Figure& figure, const StateRecord& record) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) sum += figure.bodies[i].mass * record.bodies[i].linear();
  return sum;
}

Vec3 angular_momentum(const Figure& figure, const StateRecord& record) {
  const Vec3 centre = centre_of_mass(figure, record);
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    const FigureBody& body = figure.bodies[i];
    const Transform pose = record.bodies[i].pose();
    const Mat3 R = pose.rotation.toRotationMatrix();
    const Vec3 spin = R * (body.inertia * (R.transpose() * record.bodies[i].angular()));
    sum += spin + body.mass * (pose.translation - centre).cross(record.bodies[i].linear());
  }
  return sum;
}

std::vector<Vec3> contact_points(const Figure& figure, const StateRecord& record) {
  std::vector<Vec3> points;
  points.reserve(figure.points.size());
  for (const FigureContactPoint& point : figure.points) {
    points.push_back(record.bodies[to_size(point.body)].pose() * point.position);
  }
  return points;
}

double sliding_speed(const FigureContactPoint& point, const StateRecord& record) {
  const BodyState& body = record.bodies[to_size(point.body)];
  const Vec3 velocity = body.linear() + body.angular().cross(body.pose().rotation * point.position);
  return std::hypot(velocity.x(), velocity.z());
}

double anchor_gap(const Figure& figure, const StateRecord& record) {
  double gap = 0;
  for (const FigureJoint& joint : figure.joints) {
    const Vec3 on_parent = record.bodies[to_size(joint.parent)].pose() * joint.parent_anchor;
    const Vec3 on_child = record.bodies[to_size(joint.child)].pose() * joint.child_anchor;
    gap = std::max(gap, (on_parent - on_child).norm());
  }
  return gap;
}

double lowest_point(const FigureBody& body, const Transform& world_from_body) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const FigureShape& shape : body.shapes) lowest = std::min(lowest, lowest_of(shape, world_from_body));
  return lowest;
}

double lowest_point(const Figure& figure, std::span<const Transform> world_from_body) {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    lowest = std::min(lowest, lowest_point(figure.bodies[i], world_from_body[i]));
  }
  return lowest;
}

}  // namespace sinew
