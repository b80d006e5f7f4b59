#include "tools/sinew/inspect_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

std::string source_text(const Asset& asset) {
  const SourceInfo& source = asset.source;
  std::string text = fmt::format("{}\n  format     {}\n", source.file, source.format);
  if (!source.generator.empty()) text += fmt::format("  written by {}\n", source.generator);
  const char* unit_origin = asset.ledger.has(NoteCode::kUnitGuess) ? " (inferred)" : "";
  const char* up_origin = asset.ledger.has(NoteCode::kAxisGuess) ? " (inferred)" : "";
  const bool negative = source.up >= 'a';
  text += fmt::format("  unit       1 unit = {:.6g} m{}\n", source.unit, unit_origin);
  text += fmt::format("  up axis    {}{}{}\n", negative ? "-" : "", negative ? char(source.up - 'a' + 'A') : source.up,
                      up_origin);
  return text;
}

std::string skeleton_text(const Skeleton& skeleton) {
  const auto end_sites = std::ranges::count(skeleton.joints, true, &Joint::end_site);
  const Vec3 size = joint_bounds(rest_world(skeleton)).size();
  return fmt::format(
      "  skeleton   {} joints ({} end sites), {} root(s); rest pose {:.3f} m wide, {:.3f} m high, {:.3f} m deep\n",
      skeleton.size(), end_sites, skeleton.roots().size(), size.x(), size.y(), size.z());
}

std::string mesh_text(const Character& character) {
  if (character.meshes.empty()) return "  mesh       none\n";
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      vertices += primitive.positions.size();
      triangles += primitive.indices.size() / 3;
    }
  }
  return fmt::format("  mesh       {} mesh(es), {} vertices, {} triangles, {} skin(s), {} material(s), {} image(s)\n",
                     character.meshes.size(), vertices, triangles, character.skins.size(), character.materials.size(),
                     character.images.size());
}

std::string clips_text(const Asset& asset) {
  if (asset.clips.empty()) return "  clips      none\n";
  std::string text = fmt::format("  clips      {}\n", asset.clips.size());
  std::size_t width = 0;
  for (const Clip& clip : asset.clips) width = std::max(width, clip.name.size());
  for (const Clip& clip : asset.clips) {
    text += fmt::format("    {:<{}}  {:>6} frames at {:g} Hz, {:.3f} s\n", clip.name, std::min<std::size_t>(width, 40),
                        clip.frames(), clip.frame_rate, clip.duration());
  }
  return text;
}

std::string tree_text(const Skeleton& skeleton) {
  std::vector<int> depth(skeleton.joints.size());
  std::string text = "  joints\n";
  const auto children = skeleton.children();
  std::vector<int> open = skeleton.roots();
  std::ranges::reverse(open);
  while (!open.empty()) {
    const auto joint = static_cast<std::size_t>(open.back());
    open.pop_back();
    const int parent = skeleton.joints[joint].parent;
    depth[joint] = parent == kNoParent ? 0 : depth[static_cast<std::size_t>(parent)] + 1;
    text += fmt::format("    {:{}}{}{}\n", "", 2 * depth[joint], skeleton.joints[joint].name,
                        skeleton.joints[joint].end_site ? " (end)" : "");
    open.insert(open.end(), children[joint].rbegin(), children[joint].rend());
  }
  return text;
}

}  // namespace

std::string inspection_text(const Asset& asset) {
  return source_text(asset) + skeleton_text(asset.character.skeleton) + mesh_text(asset.character) + clips_text(asset) +
         tree_text(asset.character.skeleton);
}

}  // namespace sinew
