#include "tools/sinew/json_output.h"

#include <iostream>

#include "libanim/kinematics/pose.h"
#include "tools/sinew/version.h"

namespace sinew {

namespace {

constexpr int kSchema = 1;

Json envelope(const std::string& command, int exit_code) {
  return {
      {"schema", kSchema}, {"sinew", kVersion}, {"command", command}, {"ok", exit_code == 0}, {"exit_code", exit_code}};
}

/// Names come from files and may hold what is not UTF-8 in messages: replace instead of throwing.
void print(const Json& json) { std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n'; }

Json vector_json(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }
Json rotation_json(const Quat& q) { return Json::array({q.x(), q.y(), q.z(), q.w()}); }

const char* kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return "usage";
    case ErrorKind::kAsset: return "asset";
    case ErrorKind::kIo: return "io";
    case ErrorKind::kInternal: break;
  }
  return "internal";
}

Json skeleton_json(const Skeleton& skeleton) {
  Json joints = Json::array();
  for (const Joint& joint : skeleton.joints) {
    joints.push_back({{"name", joint.name},
                      {"parent", joint.parent},
                      {"end_site", joint.end_site},
                      {"rest_translation", vector_json(joint.rest.translation)},
                      {"rest_rotation", rotation_json(joint.rest.rotation)}});
  }
  const Bounds bounds = joint_bounds(rest_world(skeleton));
  return {{"joints", joints},
          {"rest_lower", vector_json(bounds.lower)},
          {"rest_upper", vector_json(bounds.upper)},
          {"height", bounds.size().y()}};
}

Json mesh_json(const Mesh& mesh, const Character& character) {
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const Primitive& primitive : mesh.primitives) {
    vertices += primitive.positions.size();
    triangles += primitive.indices.size() / 3;
  }
  return {{"name", mesh.name},
          {"skin_joints", character.skins[static_cast<std::size_t>(mesh.skin)].joints.size()},
          {"primitives", mesh.primitives.size()},
          {"vertices", vertices},
          {"triangles", triangles},
          {"morph_targets", mesh.primitives.front().targets.size()}};
}

}  // namespace

void print_result(const std::string& command, int exit_code, const Json& data) {
  Json json = envelope(command, exit_code);
  json["data"] = data;
  print(json);
}

void print_error(const std::string& command, int exit_code, const Error& error) {
  Json json = envelope(command, exit_code);
  json["error"] = {{"kind", kind_name(error.kind())},
                   {"file", error.file()},
                   {"place", error.place()},
                   {"message", error.message()}};
  print(json);
}

Json ledger_json(const Ledger& ledger) {
  Json notes = Json::array();
  for (const Note& note : ledger.notes) {
    notes.push_back({{"code", code_name(note.code)},
                     {"problem", is_problem(note.code)},
                     {"place", note.place},
                     {"message", note.message}});
  }
  return notes;
}

Json source_json(const SourceInfo& source) {
  return {{"file", source.file},
          {"format", source.format},
          {"generator", source.generator},
          {"sha256", source.sha256},
          {"unit", source.unit},
          {"up", std::string(1, source.up)},
          {"frame_rate", source.frame_rate}};
}

Json clip_json(const Clip& clip, const Skeleton& skeleton) {
  Json translated = Json::array();
  for (const int joint : clip.translated) translated.push_back(skeleton.joints[static_cast<std::size_t>(joint)].name);
  return {{"name", clip.name},           {"frames", clip.frames()},       {"frame_rate", clip.frame_rate},
          {"duration", clip.duration()}, {"start_time", clip.start_time}, {"translated", translated}};
}

Json inspection_json(const Asset& asset) {
  Json clips = Json::array();
  for (const Clip& clip : asset.clips) clips.push_back(clip_json(clip, asset.character.skeleton));
  Json meshes = Json::array();
  for (const Mesh& mesh : asset.character.meshes) meshes.push_back(mesh_json(mesh, asset.character));
  return {{"source", source_json(asset.source)},
          {"skeleton", skeleton_json(asset.character.skeleton)},
          {"clips", clips},
          {"meshes", meshes},
          {"materials", asset.character.materials.size()},
          {"images", asset.character.images.size()},
          {"ledger", ledger_json(asset.ledger)}};
}

}  // namespace sinew
