#include "tools/sinew/figure_text.h"

#include <fmt/format.h>

#include <numbers>

#include "libanim/kinematics/figure_words.h"
#include "libanim/support/index.h"
#include "tools/sinew/text_table.h"

namespace sinew {

namespace {

std::string head_text(const Figure& figure) {
  return fmt::format("{}: {}, {:.3f} m, {:.2f} kg; {} bodies, {} joints, {} actuated axes\n", figure.name,
                     figure.humanoid ? "humanoid" : "no humanoid", figure.height, figure.mass(), figure.body_count(),
                     figure.joints.size(), figure.axis_count());
}

std::string matches_text(const Anatomy& anatomy) {
  TextTable table({"part", "joint", "because of"});
  for (const AnatomyMatch& match : anatomy.matches) table.add_row({match.part, match.joint, match.reason});
  return "  what was taken for what\n" + table.text(4);
}

std::string size_text(const FigureShape& shape) {
  switch (shape.kind) {
    case ShapeKind::kSphere: return fmt::format("radius {:.3f}", shape.radius);
    case ShapeKind::kCapsule:
      return fmt::format("radius {:.3f}, length {:.3f}", shape.radius, 2 * (shape.half_length + shape.radius));
    case ShapeKind::kBox: break;
  }
  return fmt::format("{:.3f} x {:.3f} x {:.3f}", 2 * shape.half.x(), 2 * shape.half.y(), 2 * shape.half.z());
}

std::string bodies_text(const Figure& figure, const Skeleton& skeleton) {
  TextTable table({"body", "part", "side", "joint", ">joints", "shape", "size (m)", ">mass (kg)", ">share (%)"});
  const double total = figure.mass();
  for (const FigureBody& body : figure.bodies) {
    std::string shapes;
    std::string sizes;
    for (const FigureShape& shape : body.shapes) {
      shapes += (shapes.empty() ? "" : " + ") + std::string(shape_kind_name(shape.kind));
      sizes += (sizes.empty() ? "" : " + ") + size_text(shape);
    }
    table.add_row({body.name, std::string(part_name(body.part)), std::string(side_name(body.side)),
                   skeleton.joints[to_size(body.joint)].name, std::to_string(body.joints.size()), shapes, sizes,
                   fmt::format("{:.3f}", body.mass), fmt::format("{:.2f}", 100 * body.mass / total)});
  }
  return "  bodies\n" + table.text(4);
}

std::string range_text(const FigureJoint& joint, std::size_t axis) {
  if (joint.kind == JointKind::kHinge && axis != 1) return "-";
  constexpr double kDegrees = 180 / std::numbers::pi;
  return fmt::format("{:.0f} to {:.0f}", kDegrees * joint.lower[axis], kDegrees * joint.upper[axis]);
}

std::string torque_text(const FigureJoint& joint) {
  if (joint.kind == JointKind::kHinge) return fmt::format("-, {:.0f}, -", joint.torque[1]);
  return fmt::format("{:.0f}, {:.0f}, {:.0f}", joint.torque[0], joint.torque[1], joint.torque[2]);
}

std::string joints_text(const Figure& figure) {
  if (figure.joints.empty()) return "";
  TextTable table(
      {"joint of", "to", "kind", ">twist x (deg)", ">flexion y (deg)", ">swing z (deg)", ">torque x, y, z (N m)"});
  for (const FigureJoint& joint : figure.joints) {
    table.add_row({figure.bodies[to_size(joint.child)].name, figure.bodies[to_size(joint.parent)].name,
                   std::string(joint_kind_name(joint.kind)), range_text(joint, 0), range_text(joint, 1),
                   range_text(joint, 2), torque_text(joint)});
  }
  return "  joints\n" + table.text(4);
}

Json vector_json(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }
Json rotation_json(const Quat& q) { return Json::array({q.x(), q.y(), q.z(), q.w()}); }

Json shape_json(const FigureShape& shape) {
  Json json = {{"kind", shape_kind_name(shape.kind)},
               {"position", vector_json(shape.body_from_shape.translation)},
               {"rotation", rotation_json(shape.body_from_shape.rotation)}};
  if (shape.kind == ShapeKind::kBox) json["half"] = vector_json(shape.half);
  if (shape.kind != ShapeKind::kBox) json["radius"] = shape.radius;
  if (shape.kind == ShapeKind::kCapsule) json["half_length"] = shape.half_length;
  return json;
}

Json body_json(const FigureBody& body, const Figure& figure, const Skeleton& skeleton) {
  const auto joint_name = [&](int joint) { return skeleton.joints[to_size(joint)].name; };
  Json joints = Json::array();
  for (const int joint : body.joints) joints.push_back(joint_name(joint));
  Json shapes = Json::array();
  for (const FigureShape& shape : body.shapes) shapes.push_back(shape_json(shape));
  return {{"name", body.name},
          {"part", part_name(body.part)},
          {"side", side_name(body.side)},
          {"mirror", body.mirror < 0 ? Json() : Json(figure.bodies[to_size(body.mirror)].name)},
          {"joint", joint_name(body.joint)},
          {"orientation_joint", joint_name(body.orientation_joint)},
          {"joints", joints},
          {"rest_position", vector_json(body.rest_position)},
          {"mass", body.mass},
          {"share", body.mass / figure.mass()},
          {"shapes", shapes}};
}

Json joint_json(const FigureJoint& joint, const Figure& figure) {
  return {{"child", figure.bodies[to_size(joint.child)].name},
          {"parent", figure.bodies[to_size(joint.parent)].name},
          {"kind", joint_kind_name(joint.kind)},
          {"lower", joint.lower},
          {"upper", joint.upper},
          {"torque", joint.torque}};
}

}  // namespace

std::string figure_text(const BuiltFigure& built, const Skeleton& skeleton) {
  return head_text(built.figure) + matches_text(built.anatomy) + bodies_text(built.figure, skeleton) +
         joints_text(built.figure);
}

Json figure_json(const BuiltFigure& built, const Skeleton& skeleton) {
  const Figure& figure = built.figure;
  Json matches = Json::array();
  for (const AnatomyMatch& match : built.anatomy.matches) {
    matches.push_back({{"part", match.part}, {"joint", match.joint}, {"reason", match.reason}});
  }
  Json bodies = Json::array();
  for (const FigureBody& body : figure.bodies) bodies.push_back(body_json(body, figure, skeleton));
  Json joints = Json::array();
  for (const FigureJoint& joint : figure.joints) joints.push_back(joint_json(joint, figure));
  Json points = Json::array();
  for (const FigureContactPoint& point : figure.points) {
    points.push_back({{"name", point.name},
                      {"body", figure.bodies[to_size(point.body)].name},
                      {"position", vector_json(point.position)}});
  }
  return {{"name", figure.name},
          {"humanoid", figure.humanoid},
          {"height", figure.height},
          {"mass", figure.mass()},
          {"axes", figure.axis_count()},
          {"matches", matches},
          {"bodies", bodies},
          {"joints", joints},
          {"points", points}};
}

}  // namespace sinew
