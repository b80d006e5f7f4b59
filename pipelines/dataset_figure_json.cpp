#include "pipelines/dataset_figure_json.h"

#include <fmt/format.h>

#include "libanim/learning/control_targets.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json vector_json(const Eigen::VectorXd& v) { return std::vector<double>(v.begin(), v.end()); }
Json vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Json rotation_json(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

Json bodies_json(const Figure& figure) {
  Json bodies = Json::array();
  for (const FigureBody& body : figure.bodies) {
    bodies.push_back({{"name", body.name},
                      {"part", part_name(body.part)},
                      {"side", side_name(body.side)},
                      {"mass", body.mass},
                      {"rest_position", vector_json(body.rest_position)}});
  }
  return bodies;
}

Json joint_json(const Figure& figure, const FigureJoint& joint) {
  const auto side = [&](const std::array<double, 3>& numbers) {
    return joint.kind == JointKind::kHinge ? Json::array({numbers[1]}) : Json(numbers);
  };
  const std::string& child = figure.bodies[to_size(joint.child)].name;
  return {{"name", child},
          {"parent", figure.bodies[to_size(joint.parent)].name},
          {"child", child},
          {"type", joint.kind == JointKind::kHinge ? "hinge" : "ball"},
          {"axes", joint.kind == JointKind::kHinge ? Json::array({"y"}) : Json::array({"x", "y", "z"})},
          {"parent_from_axes", rotation_json(joint.axes)},
          {"neutral", rotation_json(joint.neutral)},
          {"parent_anchor", vector_json(joint.parent_anchor)},
          {"child_anchor", vector_json(joint.child_anchor)},
          {"lower", side(joint.lower)},
          {"upper", side(joint.upper)},
          {"torque", side(joint.torque)}};
}

Json figure_json(const Figure& figure) {
  Json joints = Json::array();
  for (const FigureJoint& joint : figure.joints) joints.push_back(joint_json(figure, joint));
  return {{"name", figure.name},           {"mass", figure.mass()},
          {"height", figure.height},       {"facing", rotation_json(figure.facing)},
          {"bodies", bodies_json(figure)}, {"joints", joints},
          {"axes", axis_names(figure)}};
}

Json conventions_json() {
  return {
      {"units", "metres, kilograms, seconds, radians"},
      {"up", "+y"},
      {"handedness", "right"},
      {"rotation", "quaternion (x, y, z, w), world_from_body; a body's axes are the world's in the rest pose"},
      {"angles",
       "r = axes^-1 (R_parent^-1 R_child neutral^-1) axes = swing * twist: x is the twist about the bone, y and z "
       "are the swing's rotation vector; a hinge has y alone"},
      {"reward", "minus the cost of the step, or the logarithm of the plan's fitness; no unit"},
      {"ends",
       "terminations: control was lost; truncations: the reference ended. The last row has one of them, and dones"}};
}

/// One entry of an array's layout.
Json entry(const std::string& name, std::size_t& offset, std::size_t size, const std::string& unit) {
  Json json = {{"name", name}, {"offset", offset}, {"size", size}, {"unit", unit}};
  offset += size;
  return json;
}

Json state_layout(const Figure& figure) {
  Json layout = Json::array();
  std::size_t at = 0;
  layout.push_back(entry("physics_step", at, 1, ""));
  for (const FigureBody& body : figure.bodies) {
    layout.push_back(entry(body.name + ".position", at, 3, "m"));
    layout.push_back(entry(body.name + ".rotation", at, 4, ""));
    layout.push_back(entry(body.name + ".velocity", at, 3, "m/s"));
    layout.push_back(entry(body.name + ".spin", at, 3, "rad/s"));
  }
  return layout;
}

Json axes_layout(const Figure& figure, const std::string& first, const std::string& unit) {
  Json layout = Json::array();
  std::size_t at = 0;
  for (const std::string& axis : axis_names(figure)) layout.push_back(entry(axis + first, at, 1, unit));
  return layout;
}

Json control_layout(const Figure& figure, const std::string& target, const std::string& unit) {
  Json layout = axes_layout(figure, target, unit);
  std::size_t at = layout.size();
  for (const std::string& axis : axis_names(figure)) layout.push_back(entry(axis + ".torque_limit", at, 1, "N m"));
  return layout;
}

Json spline_layout(const Figure& figure, std::size_t size) {
  Json layout = Json::array();
  const std::size_t axes = to_size(figure.axis_count());
  std::size_t at = 0;
  for (int point = 0; at < size; ++point) {
    layout.push_back(entry(fmt::format("point_{}.angles", point), at, axes, "rad"));
    layout.push_back(entry(fmt::format("point_{}.torque_share_torso_arms_legs", point), at, 3, ""));
    layout.push_back(entry(fmt::format("point_{}.duration", point), at, 1, "s"));
  }
  return layout;
}

Json observation_layout(const Figure& figure, const FeatureOptions& options) {
  Json layout = Json::array();
  for (const FeatureBlock& block : feature_layout(figure, options)) {
    layout.push_back({{"name", block.name},
                      {"offset", block.offset},
                      {"size", block.size},
                      {"unit", block.unit},
                      {"items", block.items},
                      {"meaning", block.meaning}});
  }
  return layout;
}

Json reference_layout(const Figure& figure) {
  Json layout = Json::array();
  std::size_t at = 0;
  layout.push_back(entry("root.position", at, 3, "m"));
  layout.push_back(entry("root.rotation", at, 4, ""));
  for (const std::string& axis : axis_names(figure)) layout.push_back(entry(axis, at, 1, "rad"));
  return layout;
}

std::string type_name(ArrayType type) {
  switch (type) {
    case ArrayType::kFloat32: return "float32";
    case ArrayType::kFloat64: return "float64";
    case ArrayType::kInt32: return "int32";
    case ArrayType::kInt64: return "int64";
    case ArrayType::kBool: return "bool";
    case ArrayType::kUint8: break;
  }
  return "uint8";
}

struct ArrayWords {
  const char* name;
  const char* rows;
  const char* meaning;
};

constexpr ArrayWords kArrays[] = {
    {"states", "T", "raw: the world before the step, bit for bit; after the figure's bodies come the scene's objects"},
    {"next_states", "T", "raw: the world after the step, bit for bit"},
    {"controls", "T", "raw: what the motors got, bit for bit"},
    {"control_mode", "T", "raw: 0 velocity motors, 1 implicit PD"},
    {"splines", "T", "raw: the plan of the near future that the control is the beginning of"},
    {"spline_bounds", "2", "raw: lower and upper bound of every entry of a spline"},
    {"rewards", "T", "raw: see conventions"},
    {"frames", "T", "raw: frame of the reference at the state"},
    {"terminations", "T", "raw: control was lost in this step"},
    {"truncations", "T", "the reference ended with this step"},
    {"dones", "T", "1 in the last row"},
    {"observations", "T+1", "features of every state and of the last one"},
    {"actions", "T", "target angles and torque limits, scaled from their bounds to [-1, 1]"},
    {"spline_actions", "T", "splines, scaled from their bounds to [-1, 1]"},
    {"contact_forces", "T", "sum of the contact forces on every body, mean over the step (N); (body, xyz), world"},
    {"motor_torques", "T", "torque of every axis' motor, mean over the step (N m)"},
    {"reference", "T+1", "the pose that was to be followed"},
    {"setting", "", "raw: character, figure, scene, options and reference as a .take file"},
};

Json arrays_json(const Take& setting, const TrainingEpisode& episode, const DatasetForm& form) {
  const Figure& figure = setting.figure;
  const auto splines = episode.arrays.find("splines");
  const std::size_t plan = splines == episode.arrays.end() ? 0 : splines->second.shape.back();
  const bool pd =
      !episode.array("control_mode").bytes.empty() && episode.array("control_mode").bytes[0] != std::byte{0};
  std::map<std::string, Json> layouts = {{"states", state_layout(figure)},
                                         {"next_states", state_layout(figure)},
                                         {"controls", control_layout(figure, ".target", pd ? "rad" : "rad/s")},
                                         {"actions", control_layout(figure, ".target_angle", "rad")},
                                         {"observations", observation_layout(figure, form.features)},
                                         {"motor_torques", axes_layout(figure, "", "N m")},
                                         {"reference", reference_layout(figure)},
                                         {"splines", spline_layout(figure, plan)},
                                         {"spline_actions", spline_layout(figure, plan)}};
  Json arrays = Json::object();
  for (const ArrayWords& words : kArrays) {
    const auto found = episode.arrays.find(words.name);
    if (found == episode.arrays.end()) continue;
    Json json = {{"type", type_name(found->second.type)}, {"rows", words.rows}, {"meaning", words.meaning}};
    if (const auto layout = layouts.find(words.name); layout != layouts.end()) json["layout"] = layout->second;
    arrays[words.name] = json;
  }
  return arrays;
}

Json control_json(const Take& setting, const TrainingEpisode& episode) {
  const TargetBounds bounds = target_bounds(setting.figure);
  const bool pd = episode.array("control_mode").bytes.at(0) != std::byte{0};
  const SimulationOptions& simulation = setting.simulation;
  return {{"mode", pd ? "pd" : "velocity"},
          {"meaning", pd ? "a spring and damper towards a target angle within the torque limit"
                         : "a motor that reaches the target angular velocity within the step, as far as its torque "
                           "limit allows"},
          {"control_dt", 1 / simulation.control_rate},
          {"physics_dt", 1 / (simulation.control_rate * simulation.substeps)},
          {"action", "value = lower + (action + 1) / 2 * (upper - lower); target angle per axis, then torque limit"},
          {"action_lower", vector_json(bounds.lower)},
          {"action_upper", vector_json(bounds.upper)}};
}

Json scene_json(const Scene& scene) {
  constexpr const char* kKinds[] = {"none", "plane", "field"};
  return {{"name", scene.name},
          {"gravity", vector_json(scene.gravity)},
          {"ground", kKinds[static_cast<std::size_t>(scene.ground.kind)]},
          {"friction", scene.ground.friction},
          {"boxes", scene.boxes.size()},
          {"pushes", scene.pushes.size()}};
}

}  // namespace

Json kind_json(const Take& take) {
  return {{"figure", figure_json(take.figure)},
          {"control_rate", take.simulation.control_rate},
          {"substeps", take.simulation.substeps}};
}

Json common_json(const Take& setting, const TrainingEpisode& episode, const DatasetForm& form) {
  return {{"figure", figure_json(setting.figure)},
          {"conventions", conventions_json()},
          {"control", control_json(setting, episode)},
          {"arrays", arrays_json(setting, episode, form)}};
}

Json episode_json(const Take& setting, const TrainingEpisode& episode) {
  const Provenance& made = setting.provenance;
  Json inputs = Json::array();
  for (const TakeInput& input : made.inputs) {
    inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
  }
  Json objects = Json::array();
  for (const DynamicObject& object : setting.scene.objects) objects.push_back(object.name);
  const bool terminated = episode.array("terminations").bytes.back() != std::byte{0};
  return {{"name", episode.name},
          {"pairs", episode.pairs()},
          {"split", episode.split},
          {"end", terminated ? "terminated" : "truncated"},
          {"seed", episode.seed},
          {"take", setting.name},
          {"clip", setting.reference.name},
          {"scene", scene_json(setting.scene)},
          {"objects", objects},
          {"sinew", made.version},
          {"fingerprint", made.fingerprint},
          {"configuration", made.configuration},
          {"inputs", inputs}};
}

}  // namespace sinew
