#include "libanim/kinematics/figure_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "libanim/kinematics/figure_words.h"
#include "libanim/kinematics/pose.h"
#include "libanim/model/toml_values.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"
#include "libanim/support/toml_document.h"

namespace sinew {

namespace {

/// Figure::validate has the rules; this is for those errors that are better with a line. Characters in a wrong unit are
/// a hundred times too large, and have torques of 1e10.
constexpr TomlRange kNotNegative{.lowest = 0};

FigureOptions read_options(const TomlTable& table, FigureOptions options) {
  AnatomyOptions& anatomy = options.anatomy;
  for (const auto& [key, flag] : {std::pair{"abdomen", &anatomy.abdomen}, std::pair{"neck", &anatomy.neck},
                                  std::pair{"clavicles", &anatomy.clavicles}, std::pair{"hands", &anatomy.hands},
                                  std::pair{"toes", &anatomy.toes}}) {
    *flag = table.flag(key, *flag);
  }
  anatomy.max_bodies = static_cast<int>(table.integer("max_bodies", anatomy.max_bodies, {1, 1000}));
  options.mass = table.number("mass", options.mass, {0, 1e6});
  options.density = table.number("density", options.density, {1, 1e5});
  options.torque_scale = table.number("torque_scale", options.torque_scale, {0, 1e6});
  if (table.has("feet")) options.feet = static_cast<FootShape>(table.choice("feet", kFootWords));
  if (table.has("ankles")) options.ankles = static_cast<JointKind>(table.choice("ankles", kJointWords));
  return options;
}

/// Reads the [[bodies]], [[joints]] and [[points]] of a complete description.
class FigureReader {
 public:
  FigureReader(const TomlTable& root, const Skeleton& skeleton) : root_(root), skeleton_(skeleton) {
    for (int j = 0; j < skeleton.size(); ++j) joint_of_.emplace(skeleton.joints[to_size(j)].name, j);
  }

  [[nodiscard]] Figure read() {
    figure_.name = root_.text("name", "");
    figure_.humanoid = root_.flag("humanoid");
    figure_.height = root_.number("height", kNotNegative);
    figure_.facing = read_quaternion(root_, "facing");
    figure_.root_neutral = read_quaternion(root_, "root_neutral");
    const std::vector<TomlTable> bodies = root_.tables("bodies");
    for (const TomlTable& table : bodies) {
      body_of_.emplace(table.text("name"), figure_.body_count());
      figure_.bodies.push_back(read_body(table));
    }
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (bodies[b].has("mirror")) figure_.bodies[b].mirror = body_index(bodies[b], "mirror");
    }
    read_joints();
    for (const TomlTable& table : root_.tables("points")) {
      figure_.points.push_back({table.text("name"), body_index(table, "body"), table.vector("position")});
    }
    return std::move(figure_);
  }

 private:
  [[nodiscard]] int skeleton_joint(const TomlTable& table, std::string_view key, const std::string& name) const {
    if (const auto joint = joint_of_.find(name); joint != joint_of_.end()) return joint->second;
    std::vector<std::string> names;
    names.reserve(skeleton_.joints.size());
    for (const Joint& joint : skeleton_.joints) names.push_back(joint.name);
    const std::string nearest = nearest_word(name, names);
    throw table.error(key, fmt::format("the character has no joint \"{}\"{}", printable(name),
                                       nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }

  [[nodiscard]] int body_index(const TomlTable& table, std::string_view key) const {
    const std::string name = table.text(key);
    if (const auto body = body_of_.find(name); body != body_of_.end()) return body->second;
    throw table.error(key, fmt::format("there is no body \"{}\"", printable(name)));
  }

  [[nodiscard]] FigureBody read_body(const TomlTable& table) const {
    FigureBody body;
    body.name = table.text("name");
    read_place(table, body);
    body.joint = skeleton_joint(table, "joint", table.text("joint"));
    const std::string orientation = table.text("orientation_joint", skeleton_.joints[to_size(body.joint)].name);
    body.orientation_joint = skeleton_joint(table, "orientation_joint", orientation);
    for (const std::string& name : table.texts("joints")) body.joints.push_back(skeleton_joint(table, "joints", name));
    body.rest_position = table.vector("rest_position");
    body.mass = table.number("mass", kNotNegative);
    const std::vector<double> inertia = table.numbers("inertia", 9);
    body.inertia = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(inertia.data());
    for (const TomlTable& shape : table.tables("shapes")) body.shapes.push_back(read_shape(shape));
    return body;
  }

  static void read_place(const TomlTable& table, FigureBody& body) {
    const auto part = part_from_name(table.text("part"));
    if (!part) throw table.error("part", "expected \"pelvis\", \"thigh\" or another part; a dump shows them");
    body.part = *part;
    const auto side = side_from_name(table.text("side"));
    if (!side) throw table.error("side", "expected \"centre\", \"left\" or \"right\"");
    body.side = *side;
  }

  static FigureShape read_shape(const TomlTable& table) {
    FigureShape shape;
    shape.kind = static_cast<ShapeKind>(table.choice("kind", kShapeWords));
    shape.body_from_shape = {table.vector("position"), read_quaternion(table, "rotation")};
    if (shape.kind == ShapeKind::kBox) shape.half = table.vector("half", kNotNegative);
    if (shape.kind != ShapeKind::kBox) shape.radius = table.number("radius", kNotNegative);
    if (shape.kind == ShapeKind::kCapsule) shape.half_length = table.number("half_length", kNotNegative);
    return shape;
  }

  void read_joints() {
    const std::vector<TomlTable> tables = root_.tables("joints");
    figure_.joints.resize(figure_.bodies.size() - 1);
    for (const TomlTable& table : tables) {
      FigureJoint joint = read_joint(table);
      if (joint.child == 0) throw table.error("child", "the first body is the root and hangs on nothing");
      FigureJoint& place = figure_.joints[to_size(joint.child - 1)];
      if (place.child >= 0) throw table.error("child", "this body has a joint already");
      place = joint;
    }
    for (std::size_t i = 0; i < figure_.joints.size(); ++i) {
      if (figure_.joints[i].child < 0) {
        throw root_.error("joints", fmt::format("body {} has no joint", printable(figure_.bodies[i + 1].name)));
      }
    }
  }

  [[nodiscard]] FigureJoint read_joint(const TomlTable& table) const {
    FigureJoint joint;
    joint.child = body_index(table, "child");
    joint.parent = body_index(table, "parent");
    if (joint.parent >= joint.child && joint.child > 0) {
      throw table.error("parent", "expected a body that stands before the child");
    }
    joint.kind = static_cast<JointKind>(table.choice("kind", kJointWords));
    joint.parent_anchor = table.vector("parent_anchor");
    joint.child_anchor = table.vector("child_anchor");
    joint.axes = read_quaternion(table, "axes");
    joint.neutral = read_quaternion(table, "neutral");
    joint.lower = read_angles(table, "lower", "lower_deg", {-std::numbers::pi, 0});
    joint.upper = read_angles(table, "upper", "upper_deg", {0, std::numbers::pi});
    joint.torque = three(table.numbers("torque", 3, kNotNegative));
    return joint;
  }

  static std::array<double, 3> three(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

  static std::array<double, 3> read_angles(const TomlTable& table, std::string_view key, std::string_view key_deg,
                                           const TomlRange& range) {
    if (!table.has(key_deg)) return three(table.numbers(key, 3, range));
    if (table.has(key)) throw table.error(key_deg, fmt::format("expected either {} or {}", key, key_deg));
    constexpr double kDegrees = 180 / std::numbers::pi;
    std::array<double, 3> angles =
        three(table.numbers(key_deg, 3, {range.lowest * kDegrees, range.highest * kDegrees}));
    for (double& angle : angles) angle = std::clamp(angle / kDegrees, range.lowest, range.highest);
    return angles;
  }

  const TomlTable& root_;
  const Skeleton& skeleton_;
  std::map<std::string_view, int> joint_of_;
  std::map<std::string, int> body_of_;
  Figure figure_;
};

void check_anchors(const Figure& figure, const Skeleton& skeleton) {
  const std::vector<Transform> world = rest_world(skeleton);
  for (const FigureJoint& joint : figure.joints) {
    const FigureBody& body = figure.bodies[to_size(joint.child)];
    const Vec3& place = world[to_size(body.joint)].translation;
    const double distance = (body.rest_position + joint.child_anchor - place).norm();
    if (distance <= kSamePlace) continue;
    throw Error::asset(
        "body " + printable(body.name),
        fmt::format("its anchor is {:.4f} m from the character's joint {}: expected at most {} m; the file "
                    "is for another character",
                    distance, skeleton.joints[to_size(body.joint)].name, kSamePlace));
  }
}

BuiltFigure complete_figure(const TomlDocument& document, const Skeleton& skeleton) {
  BuiltFigure built;
  built.figure = FigureReader(document.root(), skeleton).read();
  document.finish();
  built.figure.validate(skeleton);
  check_anchors(built.figure, skeleton);
  built.anatomy.humanoid = built.figure.humanoid;
  built.anatomy.height = built.figure.height;
  built.anatomy.facing = built.figure.facing;
  for (const FigureBody& body : built.figure.bodies) {
    built.anatomy.matches.push_back({body.name, skeleton.joints[to_size(body.joint)].name, "figure file"});
  }
  return built;
}

}  // namespace

BuiltFigure figure_from_toml(std::string_view text, std::string_view file, const Character& character,
                             const FigureOptions& options) {
  const TomlDocument document(text, file);
  const TomlTable& root = document.root();
  try {
    if (root.has("bodies")) {
      if (root.has("options")) {
        throw root.error("options", "the file has bodies, so that nothing is built: expected one of the two");
      }
      if (root.tables("bodies").empty()) throw root.error("bodies", "expected at least one body");
      return complete_figure(document, character.skeleton);
    }
    FigureOptions chosen = root.has("options") ? read_options(root.table("options"), options) : options;
    document.finish();
    chosen.validate();
    return build_figure(character, chosen);
  } catch (const Error& error) {
    throw error.in_file(file);
  }
}

}  // namespace sinew
