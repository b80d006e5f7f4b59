#include "tests/benchmarks/simulation_states.h"

#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/world.h"
#include "libanim/support/index.h"
#include "libanim/support/rng.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew::bench {
namespace {

constexpr int kControls = 64;

/// A capsule along `along` with its end at the anchor.
FigureBody capsule_body(const std::string& name, int index, const Vec3& anchor, const Vec3& along, double length,
                        double radius, double mass) {
  FigureBody body;
  body.name = name;
  body.joint = body.orientation_joint = body.mirror = index;
  body.joints = {index};
  body.rest_position = anchor + along * (length / 2);
  body.mass = mass;
  const double across = mass * (3 * radius * radius + length * length) / 12;
  const Mat3 local = Vec3(across, mass * radius * radius / 2, across).asDiagonal();
  FigureShape shape;
  shape.radius = radius;
  shape.half_length = length / 2 - radius;
  shape.body_from_shape.rotation = Quat::FromTwoVectors(Vec3::UnitY(), along);
  const Mat3 turn = shape.body_from_shape.rotation.toRotationMatrix();
  body.inertia = turn * local * turn.transpose();
  body.shapes = {shape};
  return body;
}

void hang(Figure& figure, int parent, const FigureBody& body, const Vec3& anchor, double torque) {
  FigureJoint joint;
  joint.parent = parent;
  joint.child = figure.body_count();
  joint.parent_anchor = anchor - figure.bodies[to_size(parent)].rest_position;
  joint.child_anchor = anchor - body.rest_position;
  joint.lower = {-1, -1, -1};
  joint.upper = {1, 1, 1};
  joint.torque = {torque, torque, torque};
  figure.bodies.push_back(body);
  figure.joints.push_back(joint);
}

void turn_about_root(StateRecord& record, const Quat& turn, double height) {
  const Vec3 root = record.bodies[0].pose().translation;
  for (BodyState& body : record.bodies) {
    const Transform pose = body.pose();
    body.set_pose({turn * (pose.translation - root) + Vec3(0, height, 0), turn * pose.rotation});
  }
}

StateRecord held(const Figure& figure, StateRecord record, int steps) {
  SimulationOptions options;
  options.kernels = LcpKernels::kStock;
  World world(figure, Scene{}, options);
  const Control control = holding_control(figure);
  for (int i = 0; i < steps; ++i) world.step(record, control, record);
  return record;
}

StateRecord start_of(const Figure& figure, Situation situation) {
  StateRecord record = record_from_bodies(stance(figure));
  switch (situation) {
    case Situation::kStanding: return held(figure, record, 30);
    case Situation::kLying:
      turn_about_root(record, exp_rotation(Vec3(-std::numbers::pi / 2, 0, 0)), 0.25);
      return held(figure, record, 90);
    case Situation::kFlight: break;
  }
  const Vec3 spin(0.3, 1, 0.2);
  const Vec3 centre = centre_of_mass(figure, record);
  for (BodyState& body : record.bodies) {
    const Transform pose = body.pose();
    body.set_velocity(Vec3(0.5, 1, 2) + spin.cross(pose.translation - centre), spin);
    body.set_pose({pose.translation + Vec3(0, 3, 0), pose.rotation});
  }
  return record;
}

}  // namespace

Figure humanoid(bool hands) {
  Figure figure = test::small_humanoid();
  if (!hands) return figure;
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const int arm = figure.find_body(Part::kForearm, side).value();
    const Vec3 wrist = figure.bodies[to_size(arm)].rest_position - Vec3(0, 0.2, 0);
    const std::string name = side == Side::kLeft ? "left_hand" : "right_hand";
    FigureBody hand = capsule_body(name, figure.body_count(), wrist, -Vec3::UnitY(), 0.16, 0.035, 0.45);
    hand.part = Part::kHand;
    hand.side = side;
    hang(figure, arm, hand, wrist, 20);
  }
  return figure;
}

Figure chain(int bodies) {
  Figure figure;
  figure.name = "chain";
  constexpr double kLength = 0.25;
  constexpr double kRadius = 0.05;
  for (int i = 0; i < bodies; ++i) {
    const Vec3 anchor(kLength * i, kRadius, 0);
    const FigureBody body = capsule_body("link" + std::to_string(i), i, anchor, Vec3::UnitX(), kLength, kRadius, 3);
    if (i == 0)
      figure.bodies.push_back(body);
    else
      hang(figure, i - 1, body, anchor, 60);
  }
  return figure;
}

Workload workload(const Figure& figure, Situation situation) {
  Workload work{start_of(figure, situation), {}};
  Rng random(2024, {static_cast<std::uint64_t>(situation)});
  const double speed = situation == Situation::kFlight ? 0.3 : 0.1;
  for (int i = 0; i < kControls; ++i) {
    Control& control = work.controls.emplace_back(holding_control(figure));
    for (AxisControl& axis : control.axes) axis.target = speed * random.normal();
  }
  return work;
}

}  // namespace sinew::bench
