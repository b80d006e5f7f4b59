#include "importers/scene/build_asset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "importers/scene/bake.h"
#include "importers/scene/bind_meshes.h"
#include "importers/scene/unique_names.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

bool is_one(const Vec3& scale) { return (scale - Vec3::Ones()).cwiseAbs().maxCoeff() <= 1e-6; }

void note_source(const SourceInfo& source, Ledger& ledger) {
  if (std::abs(source.unit - 1) > 1e-12) {
    ledger.add(NoteCode::kUnitScale, "", fmt::format("1 file unit = {} m: lengths scaled to metres", source.unit));
  }
  if (source.up != 'Y') {
    ledger.add(NoteCode::kAxisTurn, "", fmt::format("the file's up axis is {}: turned to Y up", source.up));
  }
}

void note_scales(const SourceScene& scene, Ledger& ledger) {
  const auto scaled =
      std::ranges::count_if(scene.nodes, [](const SourceNode& node) { return !is_one(node.local.scale); });
  if (scaled > 0) {
    ledger.add(NoteCode::kBakedScale, "rest pose", fmt::format("scale of {} nodes folded into translations", scaled));
  }
  for (const SourceAnimation& animation : scene.animations) {
    const auto animated = std::ranges::count_if(animation.tracks, [&](const SourceTrack& track) {
      const Vec3 rest = scene.nodes[to_size(track.node)].local.scale;
      return std::ranges::any_of(track.samples,
                                 [&](const Trs& s) { return (s.scale - rest).cwiseAbs().maxCoeff() > 1e-4; });
    });
    if (animated == 0) continue;
    ledger.add(
        NoteCode::kBakedScale, "animation " + printable(animation.name),
        fmt::format("{} nodes change their scale: joints move as in the file, the mesh keeps its size", animated));
  }
}

void check_vertices(const SourceScene& scene, std::size_t limit) {
  std::size_t vertices = 0;
  for (const SourceMesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) vertices += primitive.positions.size();
  }
  if (vertices > limit) throw Error::asset("meshes", fmt::format("{} vertices, the limit is {}", vertices, limit));
}

}  // namespace

Asset build_asset(SourceScene scene, const ImportOptions& options) {
  check_vertices(scene, options.limits.max_vertices);
  const JointSelection selection = select_joints(scene, options.limits.max_joints);
  note_source(scene.source, scene.ledger);
  note_scales(scene, scene.ledger);
  Asset asset;
  asset.character.skeleton = bake_skeleton(scene, selection);
  UniqueNames names;
  for (std::size_t i = 0; i < scene.animations.size(); ++i) {
    const SourceAnimation& animation = scene.animations[i];
    Clip clip = bake_clip(scene, selection, asset.character.skeleton, animation, options.limits);
    clip.name = names.take(animation.name, fmt::format("animation_{}", i));
    if (clip.name != animation.name && !animation.name.empty()) {
      scene.ledger.add(NoteCode::kRename, "clip " + clip.name, "was \"" + printable(animation.name) + "\"");
    }
    asset.clips.push_back(std::move(clip));
  }
  bind_meshes(scene, selection, asset.character);
  asset.source = std::move(scene.source);
  asset.ledger = std::move(scene.ledger);
  asset.validate();
  return asset;
}

}  // namespace sinew
