#include "tests/importers/fbx/ascii_fbx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>
#include <stdexcept>

#include "libanim/kinematics/pose.h"

namespace sinew::test {
namespace {

constexpr double kTicks = 46186158000.0;

long long ticks(double seconds) { return std::llround(seconds * kTicks); }

template <typename T>
std::string array(const char* name, const std::vector<T>& values) {
  return fmt::format("{}: *{} {{ a: {} }}\n", name, values.size(), fmt::join(values, ","));
}

std::string vector_property(const std::string& name, Triple v) {
  return fmt::format("P: \"{}\", \"{}\", \"\", \"A\",{},{},{}\n", name, name.starts_with("Lcl") ? name : "Vector3D",
                     v[0], v[1], v[2]);
}

}  // namespace

void AsciiFbx::setting(const std::string& name, int value) {
  settings_ += fmt::format("P: \"{}\", \"int\", \"Integer\", \"\",{}\n", name, value);
}

void AsciiFbx::setting(const std::string& name, double value) {
  settings_ += fmt::format("P: \"{}\", \"double\", \"Number\", \"\",{}\n", name, value);
}

void AsciiFbx::units(double metres) { setting("UnitScaleFactor", metres * 100); }

void AsciiFbx::axes(char right, char up, char front) {
  const auto axis = [&](const char* name, char letter) {
    setting(name, std::tolower(letter) - 'x');
    setting(std::string(name) + "Sign", std::isupper(letter) ? 1 : -1);
  };
  axis("CoordAxis", right);
  axis("UpAxis", up);
  axis("FrontAxis", front);
}

AsciiFbx::Model& AsciiFbx::find(int id) {
  for (Model& model : models_) {
    if (model.id == id) return model;
  }
  throw std::logic_error("no such node");
}

int AsciiFbx::model(const std::string& name, const std::string& kind, int parent, Triple translation) {
  const int id = next_id();
  models_.push_back({id, name, kind, vector_property("Lcl Translation", translation)});
  connect(id, parent);
  return id;
}

int AsciiFbx::bone(const std::string& name, int parent, Triple translation) {
  const int id = model(name, "LimbNode", parent, translation);
  const int attribute = next_id();
  objects_ +=
      fmt::format("NodeAttribute: {}, \"NodeAttribute::\", \"LimbNode\" {{ TypeFlags: \"Skeleton\" }}\n", attribute);
  connect(attribute, id);
  return id;
}

int AsciiFbx::null(const std::string& name, int parent, Triple translation) {
  return model(name, "Null", parent, translation);
}

int AsciiFbx::mesh(const std::string& name, int parent, Triple translation) {
  const int id = model(name, "Mesh", parent, translation);
  const int geometry = next_id();
  objects_ += fmt::format("Geometry: {}, \"Geometry::\", \"Mesh\" {{\n", geometry);
  objects_ += array<double>("Vertices", {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  objects_ += array<int>("PolygonVertexIndex", {0, 1, -3, 0, 2, -4});
  objects_ += "GeometryVersion: 124\n}\n";
  connect(geometry, id);
  find(id).geometry = geometry;
  return id;
}

void AsciiFbx::property(int node, const std::string& name, Triple value) {
  find(node).properties += vector_property(name, value);
}

void AsciiFbx::property(int node, const std::string& name, int value) {
  find(node).properties += fmt::format("P: \"{}\", \"enum\", \"\", \"\",{}\n", name, value);
}

void AsciiFbx::skin(int mesh_node, const std::vector<Influence>& influences) {
  const int skin = next_id();
  objects_ += fmt::format("Deformer: {}, \"Deformer::\", \"Skin\" {{ Version: 101 }}\n", skin);
  connect(skin, find(mesh_node).geometry);
  for (const Influence& influence : influences) {
    const int cluster = next_id();
    const Triple p = influence.bind_position;
    objects_ += fmt::format("Deformer: {}, \"SubDeformer::\", \"Cluster\" {{\n", cluster);
    objects_ += array("Indexes", influence.vertices) + array("Weights", influence.weights);
    objects_ += array<double>("Transform", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -p[0], -p[1], -p[2], 1});
    objects_ += array<double>("TransformLink", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, p[0], p[1], p[2], 1});
    objects_ += "}\n";
    connect(cluster, skin);
    connect(influence.bone, cluster);
  }
}

void AsciiFbx::blend_shape(int mesh_node, const std::string& name, int vertex, Triple offset) {
  const int deformer = next_id();
  const int channel = next_id();
  const int shape = next_id();
  objects_ += fmt::format("Deformer: {}, \"Deformer::\", \"BlendShape\" {{ Version: 100 }}\n", deformer);
  objects_ += fmt::format("Deformer: {}, \"SubDeformer::{}\", \"BlendShapeChannel\" {{ {} }}\n", channel, name,
                          array<double>("FullWeights", {100}));
  objects_ +=
      fmt::format("Geometry: {}, \"Geometry::{}\", \"Shape\" {{ {} {} }}\n", shape, name,
                  array<int>("Indexes", {vertex}), array<double>("Vertices", {offset[0], offset[1], offset[2]}));
  connect(deformer, find(mesh_node).geometry);
  connect(channel, deformer);
  connect(shape, channel);
}

int AsciiFbx::stack(const std::string& name, double start, double stop) {
  const int id = next_id();
  objects_ += fmt::format(
      "AnimationStack: {}, \"AnimStack::{}\", \"\" {{ Properties70: {{\n"
      "P: \"LocalStart\", \"KTime\", \"Time\", \"\",{}\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",{}\n}} }}\n",
      id, name, ticks(start), ticks(stop));
  return id;
}

int AsciiFbx::layer(int stack) {
  const int id = next_id();
  objects_ += fmt::format("AnimationLayer: {}, \"AnimLayer::\", \"\" {{ }}\n", id);
  connect(id, stack);
  return id;
}

void AsciiFbx::curve(int layer, int node, const std::string& property, int axis, const Keys& keys, Join join) {
  const int value = next_id();
  const int curve = next_id();
  objects_ += fmt::format("AnimationCurveNode: {}, \"AnimCurveNode::\", \"\" {{ }}\n", value);
  std::vector<long long> times;
  std::vector<double> values;
  for (const auto& [time, number] : keys) {
    times.push_back(ticks(time));
    values.push_back(number);
  }
  objects_ += fmt::format("AnimationCurve: {}, \"AnimCurve::\", \"\" {{ Default: 0\nKeyVer: 4008\n", curve);
  objects_ +=
      array("KeyTime", times) + array("KeyValueFloat", values) + array<int>("KeyAttrFlags", {static_cast<int>(join)});
  objects_ += array<double>("KeyAttrDataFloat", {0, 0, 0, 0}) +
              array<int>("KeyAttrRefCount", {static_cast<int>(keys.size())}) + "}\n";
  connect(value, layer);
  connect(value, node, property);
  connect(curve, value, fmt::format("d|{}", "XYZ"[axis]));
}

void AsciiFbx::connect(int child, int parent, const std::string& property) {
  connections_ += property.empty() ? fmt::format("C: \"OO\",{},{}\n", child, parent)
                                   : fmt::format("C: \"OP\",{},{}, \"{}\"\n", child, parent, property);
}

std::string AsciiFbx::text() const {
  std::string models;
  for (const Model& model : models_) {
    models += fmt::format("Model: {}, \"Model::{}\", \"{}\" {{\nVersion: 232\nProperties70: {{\n{}}}\n}}\n", model.id,
                          model.name, model.kind, model.properties);
  }
  return fmt::format(
      "; FBX 7.4.0 project file\n"
      "FBXHeaderExtension: {{\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}}\n"
      "GlobalSettings: {{\nVersion: 1000\nProperties70: {{\n{}}}\n}}\n"
      "Objects: {{\n{}{}}}\nConnections: {{\n{}}}\n",
      settings_, models, objects_, connections_);
}

SourceScene read(const AsciiFbx& file, const ImportOptions& options) {
  return read_fbx(as_bytes(file.text()), options);
}

Asset import(const AsciiFbx& file, const ImportOptions& options) { return import_fbx(as_bytes(file.text()), options); }

Vec3 position(const Asset& asset, const std::string& joint, int frame) {
  const Skeleton& skeleton = asset.character.skeleton;
  const auto index = skeleton.find(joint);
  if (!index) throw std::runtime_error("no joint " + joint);
  const auto world = frame < 0 ? rest_world(skeleton) : world_at(skeleton, asset.clips.at(0), frame);
  return world[static_cast<std::size_t>(*index)].translation;
}

}  // namespace sinew::test
