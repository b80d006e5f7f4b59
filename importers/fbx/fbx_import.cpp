#include "importers/fbx/fbx_import.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <map>

#include "importers/fbx/fbx_animation.h"
#include "importers/fbx/fbx_material.h"
#include "importers/fbx/fbx_mesh.h"
#include "importers/fbx/fbx_nodes.h"
#include "libanim/support/text.h"

namespace sinew {
namespace {

using fbx::to_string;

void describe_source(const ufbx_metadata& metadata, SourceInfo& source) {
  source.format = fmt::format("FBX {} {}{}", metadata.version, metadata.ascii ? "ASCII" : "binary",
                              metadata.big_endian ? " big-endian" : "");
  const ufbx_application& program = metadata.original_application;
  source.generator = program.name.length > 0 ? to_string(program.name) + " " + to_string(program.version)
                                             : to_string(metadata.creator);
  source.generator = printable(source.generator);
}

void note_warnings(const ufbx_metadata& metadata, Ledger& ledger) {
  std::map<std::string, std::size_t> counts;
  for (const ufbx_warning& warning : metadata.warnings)
    counts[printable(to_string(warning.description))] += warning.count;
  for (const auto& [description, count] : counts) {
    ledger.add(NoteCode::kSuspect, "file", count > 1 ? fmt::format("{} ({} times)", description, count) : description);
  }
}

void note_ignored(const ufbx_scene& scene, Ledger& ledger) {
  const auto note = [&](std::size_t count, const char* what) {
    if (count > 0) ledger.add(NoteCode::kIgnoredData, "scene", fmt::format("{} {}", count, what));
  };
  note(scene.cameras.count + scene.stereo_cameras.count, "cameras");
  note(scene.lights.count, "lights");
  note(scene.constraints.count, "constraints; the motion is that of the keys alone");
  note(scene.nurbs_curves.count + scene.line_curves.count, "curves");
  note(scene.nurbs_surfaces.count, "NURBS surfaces");
  note(scene.cache_files.count, "geometry caches");
  note(scene.audio_clips.count, "audio clips");
}

}  // namespace

SourceScene read_fbx(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits) {
  const fbx::LoadedScene loaded = fbx::load_scene(bytes, options, limits);
  const ufbx_scene& scene = *loaded.scene;
  SourceScene result;
  describe_source(scene.metadata, result.source);
  note_warnings(scene.metadata, result.ledger);
  const fbx::NodeTable table = fbx::read_nodes(loaded, options, result);
  note_ignored(scene, result.ledger);
  fbx::read_animations(scene, table, options, bytes.size(), result);
  fbx::read_materials(scene, result);
  fbx::read_meshes(table, options.limits, result);
  return result;
}

Asset import_fbx(ByteSpan bytes, const ImportOptions& options, const FbxLimits& limits) {
  return build_asset(read_fbx(bytes, options, limits), options);
}

}  // namespace sinew
