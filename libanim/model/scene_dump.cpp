#include "libanim/model/ground_toml.h"
#include "libanim/model/scene_toml.h"
#include "libanim/model/toml_values.h"

namespace sinew {

namespace {

void write_pose(const Transform& pose, TomlWriter& writer) {
  writer.value("position", pose.translation);
  writer.value("rotation", xyzw(pose.rotation));
}

void write_box(const StaticBox& box, TomlWriter& writer) {
  writer.table_of_array("boxes");
  writer.value("name", box.name);
  write_pose(box.pose, writer);
  writer.value("size", Vec3(2 * box.half));
  writer.value("friction", box.friction);
}

void write_object(const DynamicObject& object, TomlWriter& writer) {
  const bool ball = object.kind == ObjectKind::kBall;
  writer.table_of_array("objects");
  writer.value("name", object.name);
  writer.value("kind", ball ? "ball" : "box");
  if (ball) writer.value("radius", object.radius);
  if (!ball) writer.value("size", Vec3(2 * object.half));
  writer.value("mass", object.mass);
  write_pose(object.pose, writer);
  writer.value("velocity", object.velocity);
  writer.value("spin", object.spin);
  writer.value("friction", object.friction);
  writer.value("restitution", object.restitution);
  writer.value("release", object.release);
}

void write_push(const Push& push, TomlWriter& writer) {
  writer.table_of_array("pushes");
  writer.value("body", push.body);
  writer.value("start", push.start);
  if (push.duration > 0) {
    writer.value("force", push.force);
    writer.value("duration", push.duration);
  } else {
    writer.value("impulse", push.impulse);
  }
  writer.value("point", push.point);
}

}  // namespace

std::string scene_to_toml(const Scene& scene) {
  TomlWriter writer;
  writer.value("name", scene.name);
  writer.value("gravity", scene.gravity);
  write_ground(scene.ground, writer);
  for (const StaticBox& box : scene.boxes) write_box(box, writer);
  for (const DynamicObject& object : scene.objects) write_object(object, writer);
  for (const Push& push : scene.pushes) write_push(push, writer);
  return writer.text();
}

}  // namespace sinew
