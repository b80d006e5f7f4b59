#include <fmt/format.h>

#include <numbers>

#include "libanim/kinematics/figure_toml.h"
#include "libanim/kinematics/figure_words.h"
#include "libanim/model/toml_values.h"
#include "libanim/support/index.h"
#include "libanim/support/toml_writer.h"

namespace sinew {

namespace {

std::string in_degrees(const std::array<double, 3>& angles) {
  constexpr double kDegrees = 180 / std::numbers::pi;
  return fmt::format("degrees: {:.1f}, {:.1f}, {:.1f}", kDegrees * angles[0], kDegrees * angles[1],
                     kDegrees * angles[2]);
}

std::string shape_text(const FigureShape& shape) {
  const bool box = shape.kind == ShapeKind::kBox;
  const bool capsule = shape.kind == ShapeKind::kCapsule;
  std::string text =
      fmt::format("  {{ kind = \"{}\", position = {}, rotation = {}", shape_kind_name(shape.kind),
                  toml_text(shape.body_from_shape.translation), toml_text(xyzw(shape.body_from_shape.rotation)));
  if (box) text += ", half = " + toml_text(shape.half);
  if (!box) text += ", radius = " + toml_text(shape.radius);
  if (capsule) text += ", half_length = " + toml_text(shape.half_length);
  return text + " },\n";
}

void write_head(const Figure& figure, TomlWriter& writer) {
  writer.comment(fmt::format("A figure of {} bodies, {} joints, {} actuated axes; {:.2f} kg, {:.3f} m.",
                             figure.body_count(), figure.joints.size(), figure.axis_count(), figure.mass(),
                             figure.height));
  writer.comment(
      "Metres, kilograms, radians, newton metres; quaternions are [x, y, z, w]. A body's frame has its origin in the\n"
      "centre of mass and the world's axes in the rest pose.");
  writer.blank_line();
  writer.value("name", figure.name);
  writer.value("humanoid", figure.humanoid);
  writer.value("height", figure.height);
  writer.value("facing", xyzw(figure.facing), "world_from_figure: x to the left, y up, z ahead");
  writer.value("root_neutral", xyzw(figure.root_neutral), "rotation of the first body in the neutral stance");
}

void write_body(const FigureBody& body, const Figure& figure, const Skeleton& skeleton, TomlWriter& writer) {
  const auto joint_name = [&](int joint) { return skeleton.joints[to_size(joint)].name; };
  std::vector<std::string> joints;
  joints.reserve(body.joints.size());
  for (const int joint : body.joints) joints.push_back(joint_name(joint));
  writer.table_of_array("bodies");
  writer.value("name", body.name);
  writer.value("part", part_name(body.part));
  writer.value("side", side_name(body.side));
  if (body.mirror >= 0) writer.value("mirror", figure.bodies[to_size(body.mirror)].name);
  writer.value("joint", joint_name(body.joint));
  writer.value("orientation_joint", joint_name(body.orientation_joint));
  writer.value("joints", joints);
  writer.value("rest_position", body.rest_position);
  writer.value("mass", body.mass);
  const Mat3 rows = body.inertia.transpose();
  writer.value("inertia", std::span<const double>(rows.data(), 9), "3 x 3, row by row");
  std::string shapes = "[\n";
  for (const FigureShape& shape : body.shapes) shapes += shape_text(shape);
  writer.line("shapes", shapes + "]");
}

void write_joint(const FigureJoint& joint, const Figure& figure, TomlWriter& writer) {
  writer.table_of_array("joints");
  writer.value("child", figure.bodies[to_size(joint.child)].name);
  writer.value("parent", figure.bodies[to_size(joint.parent)].name);
  writer.value("kind", joint_kind_name(joint.kind));
  writer.value("parent_anchor", joint.parent_anchor);
  writer.value("child_anchor", joint.child_anchor);
  writer.value("axes", xyzw(joint.axes));
  writer.value("neutral", xyzw(joint.neutral));
  writer.value("lower", joint.lower, in_degrees(joint.lower));
  writer.value("upper", joint.upper, in_degrees(joint.upper));
  writer.value("torque", joint.torque);
}

void write_point(const FigureContactPoint& point, const Figure& figure, TomlWriter& writer) {
  writer.table_of_array("points");
  writer.value("name", point.name);
  writer.value("body", figure.bodies[to_size(point.body)].name);
  writer.value("position", point.position);
}

}  // namespace

std::string figure_to_toml(const Figure& figure, const Skeleton& skeleton) {
  TomlWriter writer;
  write_head(figure, writer);
  for (const FigureBody& body : figure.bodies) write_body(body, figure, skeleton, writer);
  if (!figure.joints.empty()) {
    writer.blank_line();
    writer.comment(
        "Angles of a joint are twist about x (along the child's bone), then the swing about y (flexion) and z; a hinge "
        "has\ny alone. In place of lower and upper, lower_deg and upper_deg are read too.");
  }
  for (const FigureJoint& joint : figure.joints) write_joint(joint, figure, writer);
  for (const FigureContactPoint& point : figure.points) write_point(point, figure, writer);
  return writer.text();
}

}  // namespace sinew
