#include <iomanip>
#include <numbers>
#include <sstream>

#include "libanim/support/index.h"
#include "tests/benchmarks/mujoco_peer.h"

namespace sinew::bench {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

/// Damping of a joint's axis per torque limit (unit: s/rad), the gain of the velocity servo: the full torque at
/// 1 rad/s.
constexpr double kServoGain = 1;

std::string numbers(const Vec3& v) {
  std::ostringstream text;
  text << std::setprecision(12) << v.x() << ' ' << v.y() << ' ' << v.z();
  return text.str();
}

std::string numbers(const Quat& q) {
  std::ostringstream text;
  text << std::setprecision(12) << q.w() << ' ' << q.x() << ' ' << q.y() << ' ' << q.z();
  return text.str();
}

void write_shape(std::ostream& out, const FigureShape& shape) {
  // A capsule lies along z there, along y here.
  const Quat upright = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitY());
  const bool box = shape.kind == ShapeKind::kBox;
  const Quat turn = box ? shape.body_from_shape.rotation : Quat(shape.body_from_shape.rotation * upright);
  out << "<geom contype=\"0\" conaffinity=\"1\" friction=\"0.8 0 0\" pos=\""
      << numbers(shape.body_from_shape.translation) << "\" quat=\"" << numbers(turn) << "\" ";
  if (box)
    out << "type=\"box\" size=\"" << numbers(shape.half) << "\"/>\n";
  else if (shape.kind == ShapeKind::kSphere)
    out << "type=\"sphere\" size=\"" << shape.radius << "\"/>\n";
  else
    out << "type=\"capsule\" size=\"" << shape.radius << ' ' << shape.half_length << "\"/>\n";
}

void write_joint(std::ostream& out, const Figure& figure, int body) {
  if (body == 0) {
    out << "<freejoint/>\n";
    return;
  }
  const FigureJoint& joint = figure.joints[to_size(body - 1)];
  out << "<joint name=\"j" << body << "\" pos=\"" << numbers(joint.child_anchor) << "\" limited=\"true\" damping=\""
      << kServoGain * joint.torque[1] << "\" ";
  if (joint.kind == JointKind::kHinge) {
    out << "type=\"hinge\" axis=\"" << numbers(joint.axes * Vec3::UnitY()) << "\" range=\"" << joint.lower[1] * kDegrees
        << ' ' << joint.upper[1] * kDegrees << "\"/>\n";
  } else {
    double most = 0;
    for (int k = 0; k < 3; ++k) most = std::max({most, joint.upper[to_size(k)], -joint.lower[to_size(k)]});
    out << "type=\"ball\" range=\"0 " << most * kDegrees << "\"/>\n";
  }
}

void write_body(std::ostream& out, const Figure& figure, int index) {
  const FigureBody& body = figure.bodies[to_size(index)];
  const int parent = index == 0 ? -1 : figure.joints[to_size(index - 1)].parent;
  const Vec3 origin = parent < 0 ? Vec3(Vec3::Zero()) : figure.bodies[to_size(parent)].rest_position;
  const Mat3& i = body.inertia;
  out << "<body name=\"" << body.name << "\" pos=\"" << numbers(Vec3(body.rest_position - origin)) << "\">\n";
  write_joint(out, figure, index);
  out << "<inertial pos=\"0 0 0\" mass=\"" << body.mass << "\" fullinertia=\"" << i(0, 0) << ' ' << i(1, 1) << ' '
      << i(2, 2) << ' ' << i(0, 1) << ' ' << i(0, 2) << ' ' << i(1, 2) << "\"/>\n";
  for (const FigureShape& shape : body.shapes) write_shape(out, shape);
  for (const FigureJoint& joint : figure.joints)
    if (joint.parent == index) write_body(out, figure, joint.child);
  out << "</body>\n";
}

void write_motors(std::ostream& out, const Figure& figure) {
  for (const FigureJoint& joint : figure.joints) {
    for (int k = 0; k < joint.axis_count(); ++k) {
      const double torque = joint.torque[to_size(joint.kind == JointKind::kHinge ? 1 : k)];
      const Vec3 axis = joint.kind == JointKind::kHinge ? Vec3::UnitX() : Vec3(joint.axes * Vec3::Unit(k));
      out << "<motor joint=\"j" << joint.child << "\" gear=\"" << numbers(axis) << " 0 0 0\" ctrllimited=\"true\" "
          << "ctrlrange=\"" << -torque << ' ' << torque << "\"/>\n";
    }
  }
}

}  // namespace

std::string mujoco_model(const Figure& figure) {
  std::ostringstream out;
  out << std::setprecision(12);
  out << "<mujoco><compiler angle=\"degree\"/>\n"
      << "<option timestep=\"" << 1.0 / 120 << "\" gravity=\"0 -9.81 0\" integrator=\"Euler\" solver=\"Newton\"/>\n"
      << "<worldbody>\n<geom type=\"plane\" size=\"0 0 1\" quat=\"0.70710678 -0.70710678 0 0\" contype=\"1\" "
      << "conaffinity=\"0\" friction=\"0.8 0 0\"/>\n";
  write_body(out, figure, 0);
  out << "</worldbody>\n<actuator>\n";
  write_motors(out, figure);
  out << "</actuator></mujoco>\n";
  return out.str();
}

}  // namespace sinew::bench
