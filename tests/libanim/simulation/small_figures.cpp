#include "tests/libanim/simulation/small_figures.h"

#include <algorithm>
#include <numbers>

namespace sinew::test {
namespace {

constexpr double kPi = std::numbers::pi;

FigureShape box_shape(const Vec3& half) {
  FigureShape shape;
  shape.kind = ShapeKind::kBox;
  shape.half = half;
  return shape;
}

/// Between two points, seen from their middle; the caps' centres are a radius inside the ends.
FigureShape capsule_shape(const Vec3& start, const Vec3& end, double radius) {
  FigureShape shape;
  shape.kind = ShapeKind::kCapsule;
  shape.radius = radius;
  shape.half_length = std::max((end - start).norm() / 2 - radius, 0.01);
  shape.body_from_shape.rotation = Quat::FromTwoVectors(Vec3::UnitY(), end - start);
  return shape;
}

Mat3 box_inertia(double mass, const Vec3& half) {
  const Vec3 s = half.cwiseAbs2();
  return (mass / 3 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y())).asDiagonal();
}

/// A cylinder of the capsule's length stands for it: the tests need a sane inertia, not an exact one.
Mat3 capsule_inertia(double mass, const FigureShape& shape) {
  const double r2 = shape.radius * shape.radius;
  const double length = 2 * (shape.half_length + shape.radius);
  const double across = mass * (3 * r2 + length * length) / 12;
  const Mat3 local = Vec3(across, mass * r2 / 2, across).asDiagonal();
  const Mat3 r = shape.body_from_shape.rotation.toRotationMatrix();
  return r * local * r.transpose();
}

/// Columns: x along the bone, y the flexion axis made perpendicular to it.
Quat axes_along(const Vec3& bone, const Vec3& flexion) {
  Mat3 axes;
  axes.col(0) = bone.normalized();
  axes.col(1) = (flexion - axes.col(0) * axes.col(0).dot(flexion)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return Quat(axes);
}

struct Limits {
  std::array<double, 3> lower;
  std::array<double, 3> upper;
  double torque;
};

class Builder {
 public:
  int add_root(const std::string& name, Part part, double mass, const Vec3& joint, const Vec3& centre,
               const FigureShape& shape) {
    return add_body(name, part, Side::kCentre, mass, -1, joint, centre, shape);
  }

  int add(const std::string& name, Part part, Side side, double mass, int parent, const Vec3& joint, const Vec3& centre,
          const FigureShape& shape, JointKind kind, const Quat& axes, const Limits& limits) {
    const int index = add_body(name, part, side, mass, parent, joint, centre, shape);
    FigureJoint j;
    j.parent = parent;
    j.child = index;
    j.kind = kind;
    j.parent_anchor = joint - model_.figure.bodies[static_cast<std::size_t>(parent)].rest_position;
    j.child_anchor = joint - centre;
    j.axes = axes;
    j.lower = limits.lower;
    j.upper = limits.upper;
    j.torque = {limits.torque, limits.torque, limits.torque};
    if (kind == JointKind::kHinge) j.torque[0] = j.torque[2] = 0;
    model_.figure.joints.push_back(j);
    return index;
  }

  SmallFigure take(double height, bool humanoid) {
    for (FigureBody& body : model_.figure.bodies) {
      body.mirror = body.joint;
      for (const FigureBody& other : model_.figure.bodies) {
        if (other.part == body.part && other.side != body.side) body.mirror = other.joint;
      }
    }
    model_.figure.height = height;
    model_.figure.humanoid = humanoid;
    return std::move(model_);
  }

  SmallFigure& model() { return model_; }

 private:
  int add_body(const std::string& name, Part part, Side side, double mass, int parent, const Vec3& joint,
               const Vec3& centre, const FigureShape& shape) {
    const int index = model_.figure.body_count();
    const Vec3 offset = parent < 0 ? joint : Vec3(joint - joint_positions_[static_cast<std::size_t>(parent)]);
    model_.skeleton.joints.push_back({name, parent, {offset, Quat::Identity()}, false});
    joint_positions_.push_back(joint);
    FigureBody body;
    body.name = name;
    body.part = part;
    body.side = side;
    body.joint = body.orientation_joint = index;
    body.joints = {index};
    body.rest_position = centre;
    body.mass = mass;
    body.inertia = shape.kind == ShapeKind::kBox ? box_inertia(mass, shape.half) : capsule_inertia(mass, shape);
    body.shapes = {shape};
    model_.figure.bodies.push_back(body);
    return index;
  }

  SmallFigure model_;
  std::vector<Vec3> joint_positions_;
};

/// A limb's piece: a capsule that fills the bone from `start` to `end`.
int add_bone(Builder& builder, const std::string& name, Part part, Side side, double mass, int parent,
             const Vec3& start, const Vec3& end, double radius, JointKind kind, const Vec3& flexion,
             const Limits& limits) {
  return builder.add(name, part, side, mass, parent, start, (start + end) / 2, capsule_shape(start, end, radius), kind,
                     axes_along(end - start, flexion), limits);
}

void add_arm(Builder& builder, Side side, const std::string& prefix, int chest) {
  const double x = side == Side::kLeft ? 0.22 : -0.22;
  const Vec3 flexion = -Vec3::UnitX();
  const Limits shoulder{{-1.5, -1, -1.2}, {1.5, 2.4, 1.2}, 100};
  const Limits elbow{{0, 0, 0}, {0, 2.5, 0}, 80};
  const int upper = add_bone(builder, prefix + "upper_arm", Part::kUpperArm, side, 2.1, chest, {x, 1.42, 0},
                             {x, 1.12, 0}, 0.045, JointKind::kBall, flexion, shoulder);
  add_bone(builder, prefix + "forearm", Part::kForearm, side, 1.6, upper, {x, 1.12, 0}, {x, 0.72, 0}, 0.04,
           JointKind::kHinge, flexion, elbow);
}

void add_leg(Builder& builder, Side side, const std::string& prefix, int pelvis) {
  const double x = side == Side::kLeft ? 0.1 : -0.1;
  const Limits hip{{-0.8, -0.6, -0.8}, {0.8, 2.1, 0.8}, 200};
  const Limits knee{{0, 0, 0}, {0, 2.5, 0}, 200};
  const Limits ankle{{-0.5, -0.8, -0.5}, {0.5, 0.8, 0.5}, 150};
  const int thigh = add_bone(builder, prefix + "thigh", Part::kThigh, side, 8.6, pelvis, {x, 0.93, 0}, {x, 0.5, 0},
                             0.075, JointKind::kBall, -Vec3::UnitX(), hip);
  const int shin = add_bone(builder, prefix + "shin", Part::kShin, side, 3.4, thigh, {x, 0.5, 0}, {x, 0.08, 0}, 0.05,
                            JointKind::kHinge, Vec3::UnitX(), knee);
  builder.add(prefix + "foot", Part::kFoot, side, 1, shin, {x, 0.08, 0}, {x, 0.04, 0.05}, box_shape({0.05, 0.04, 0.13}),
              JointKind::kBall, axes_along(Vec3::UnitZ(), -Vec3::UnitX()), ankle);
  const int foot = builder.model().figure.body_count() - 1;
  builder.model().figure.points.push_back({prefix + "heel", foot, {0, -0.04, -0.13}});
  builder.model().figure.points.push_back({prefix + "ball", foot, {0, -0.04, 0.09}});
}

}  // namespace

SmallFigure small_humanoid_model() {
  Builder builder;
  const Vec3 bend = Vec3::UnitX();
  const int pelvis =
      builder.add_root("pelvis", Part::kPelvis, 10, {0, 0.93, 0}, {0, 0.98, 0}, box_shape({0.16, 0.08, 0.1}));
  const int chest = builder.add("chest", Part::kChest, Side::kCentre, 21.4, pelvis, {0, 1.07, 0}, {0, 1.28, 0},
                                box_shape({0.16, 0.2, 0.1}), JointKind::kBall, axes_along(Vec3::UnitY(), bend),
                                {{-0.8, -0.6, -0.5}, {0.8, 1.2, 0.5}, 300});
  add_bone(builder, "head", Part::kHead, Side::kCentre, 5.2, chest, {0, 1.5, 0}, {0, 1.75, 0}, 0.1, JointKind::kBall,
           bend, {{-1, -0.8, -0.6}, {1, 0.8, 0.6}, 50});
  add_arm(builder, Side::kLeft, "left_", chest);
  add_arm(builder, Side::kRight, "right_", chest);
  add_leg(builder, Side::kLeft, "left_", pelvis);
  add_leg(builder, Side::kRight, "right_", pelvis);
  builder.model().figure.name = "small humanoid";
  return builder.take(1.75, true);
}

Figure small_humanoid() { return small_humanoid_model().figure; }

Figure pendulum() {
  Builder builder;
  const int root =
      builder.add_root("root", Part::kOther, 1e6, Vec3::Zero(), Vec3::Zero(), box_shape(Vec3::Constant(0.5)));
  FigureShape bob;
  bob.radius = 0.05;
  bob.half_length = 0.1;
  builder.add("bob", Part::kLimb, Side::kCentre, 1, root, Vec3::Zero(), {0, -1, 0}, bob, JointKind::kHinge,
              axes_along(-Vec3::UnitY(), Vec3::UnitZ()), {{0, -kPi, 0}, {0, kPi, 0}, 10});
  builder.model().figure.name = "pendulum";
  return builder.take(1, false).figure;
}

Figure single_box() {
  Builder builder;
  builder.add_root("box", Part::kOther, 10, {0, 0.1, 0}, {0, 0.1, 0}, box_shape({0.2, 0.1, 0.2}));
  builder.model().figure.name = "box";
  return builder.take(0.2, false).figure;
}

}  // namespace sinew::test
