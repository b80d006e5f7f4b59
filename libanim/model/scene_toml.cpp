#include "libanim/model/scene_toml.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "libanim/model/ground_toml.h"
#include "libanim/model/terrain.h"
#include "libanim/model/toml_values.h"
#include "libanim/support/error.h"
#include "libanim/support/toml_document.h"

namespace sinew {

namespace {

constexpr TomlRange kMass{1e-6, 1e9};
constexpr TomlRange kTime{0, 1e6};
constexpr TomlRange kShare{0, 1};
constexpr double kMostSteps = 10'000;
constexpr double kDefaultFriction = 0.8;
constexpr std::array<std::string_view, 2> kObjectKinds = {"ball", "box"};

double friction(const TomlTable& table) { return table.number("friction", kDefaultFriction, kFrictionRange); }

std::string name_of(const TomlTable& table, std::string_view kind, std::size_t index) {
  return table.text("name", fmt::format("{}_{}", kind, index + 1));
}

StaticBox read_box(const TomlTable& table) {
  StaticBox box;
  box.pose = {table.vector("position"), read_rotation(table)};
  box.half = table.vector("size", kLengthRange) / 2;
  box.friction = friction(table);
  return box;
}

StaticBox read_wall(const TomlTable& table) {
  const Vec3 from = table.vector("from");
  const Vec3 to = table.vector("to");
  if (std::hypot(to.x() - from.x(), to.z() - from.z()) < kLengthRange.lowest) {
    throw table.error("to", "the wall has no length: expected another place than from");
  }
  StaticBox box =
      wall_box(from, to, table.number("height", kLengthRange), table.number("thickness", 0.1, kLengthRange));
  box.friction = friction(table);
  return box;
}

Stairs read_stairs(const TomlTable& table) {
  Stairs stairs;
  stairs.start = table.vector("start");
  stairs.heading = read_heading(table);
  stairs.rise = table.number("rise", kLengthRange);
  stairs.run = table.number("run", kLengthRange);
  stairs.count = static_cast<int>(table.integer("count", {1, kMostSteps}));
  stairs.width = table.number("width", stairs.width, kLengthRange);
  stairs.landing = table.number("landing", stairs.landing, {0, kLengthRange.highest});
  stairs.friction = friction(table);
  return stairs;
}

void read_boxes(const TomlTable& root, Scene& scene) {
  const auto boxes = root.tables("boxes");
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    scene.boxes.push_back(read_box(boxes[i]));
    scene.boxes.back().name = name_of(boxes[i], "box", i);
  }
  const auto walls = root.tables("walls");
  for (std::size_t i = 0; i < walls.size(); ++i) {
    scene.boxes.push_back(read_wall(walls[i]));
    scene.boxes.back().name = name_of(walls[i], "wall", i);
  }
  const auto flights = root.tables("stairs");
  for (std::size_t i = 0; i < flights.size(); ++i) {
    Stairs stairs = read_stairs(flights[i]);
    stairs.name = name_of(flights[i], "stairs", i);
    for (StaticBox& box : stair_boxes(stairs)) scene.boxes.push_back(std::move(box));
  }
}

Vec3 read_velocity(const TomlTable& table, const Vec3& position, const Vec3& gravity) {
  if (!table.has("target")) return table.vector("velocity", Vec3::Zero());
  if (table.has("velocity")) throw table.error("velocity", "expected either a velocity or a target with a flight");
  return throw_velocity(position, table.vector("target"), table.number("flight", {1e-3, 1e3}), gravity);
}

DynamicObject read_object(const TomlTable& table, const Vec3& gravity) {
  DynamicObject object;
  object.kind = table.choice("kind", kObjectKinds) == 0 ? ObjectKind::kBall : ObjectKind::kBox;
  if (object.kind == ObjectKind::kBall) object.radius = table.number("radius", kLengthRange);
  if (object.kind == ObjectKind::kBox) object.half = table.vector("size", kLengthRange) / 2;
  object.mass = table.number("mass", kMass);
  object.pose = {table.vector("position"), read_rotation(table)};
  object.velocity = read_velocity(table, object.pose.translation, gravity);
  object.spin = table.vector("spin", Vec3::Zero());
  object.friction = friction(table);
  object.restitution = table.number("restitution", 0, kShare);
  object.release = table.number("release", 0, kTime);
  return object;
}

Push read_push(const TomlTable& table) {
  Push push;
  push.body = table.text("body");
  push.start = table.number("start", kTime);
  push.point = table.vector("point", Vec3::Zero());
  if (table.has("impulse")) {
    if (table.has("force")) throw table.error("force", "expected either a force with a duration or an impulse");
    push.impulse = table.vector("impulse");
    return push;
  }
  push.force = table.vector("force");
  push.duration = table.number("duration", {1e-6, kTime.highest});
  return push;
}

}  // namespace

Scene read_scene(const TomlTable& table) {
  Scene scene;
  scene.name = table.text("name", "");
  scene.gravity = table.vector("gravity", scene.gravity, {-1e4, 1e4});
  if (table.has("ground")) scene.ground = read_ground(table.table("ground"));
  read_boxes(table, scene);
  const auto objects = table.tables("objects");
  for (std::size_t i = 0; i < objects.size(); ++i) {
    scene.objects.push_back(read_object(objects[i], scene.gravity));
    scene.objects.back().name = name_of(objects[i], "object", i);
  }
  for (const TomlTable& push : table.tables("pushes")) scene.pushes.push_back(read_push(push));
  return scene;
}

Scene scene_from_toml(std::string_view text, std::string_view file) {
  const TomlDocument document(text, file);
  Scene scene = read_scene(document.root());
  document.finish();
  try {
    scene.validate();
  } catch (const Error& error) {
    throw error.in_file(file);
  }
  return scene;
}

}  // namespace sinew
