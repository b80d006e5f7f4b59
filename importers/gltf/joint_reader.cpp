#include "importers/gltf/joint_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>

#include "libanim/support/error.h"

namespace sinew {

namespace {

void check_skin(const tinygltf::Model& model, std::size_t index) {
  const std::string place = fmt::format("skins/{}", index);
  const tinygltf::Skin& skin = model.skins[index];
  if (skin.joints.empty()) throw Error::asset(place, "has no joints");
  if (skin.skeleton >= 0 && static_cast<std::size_t>(skin.skeleton) >= model.nodes.size()) {
    throw Error::asset(
        place, fmt::format("skeleton node {} does not exist; the file has {}", skin.skeleton, model.nodes.size()));
  }
  std::vector<int> sorted = skin.joints;
  std::ranges::sort(sorted);
  if (static_cast<std::size_t>(sorted.back()) >= model.nodes.size()) {
    throw Error::asset(place,
                       fmt::format("joint node {} does not exist; the file has {}", sorted.back(), model.nodes.size()));
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) throw Error::asset(place, fmt::format("node {} is listed as a joint twice", *twice));
}

/// Many skins may list the same joints, and each is followed up to its root.
void check_joint_count(const GltfContext& context) {
  std::size_t count = 0;
  for (const tinygltf::Skin& skin : context.model->skins) count += skin.joints.size();
  const std::size_t limit = context.options.limits.max_joints * 100;
  if (count > limit) {
    throw Error::asset("skins", fmt::format("list {} joints altogether; at most {} are read", count, limit));
  }
}

/// The nodes above a node, itself included.
std::vector<int> ancestors(const SourceScene& scene, int node) {
  std::vector<int> chain;
  for (; node != kNoParent; node = scene.nodes[static_cast<std::size_t>(node)].parent) chain.push_back(node);
  return chain;
}

/// Against the rules, but the joints can be followed all the same.
void note_odd_skin(const GltfContext& context, const SourceScene& scene, std::size_t index) {
  const tinygltf::Skin& skin = context.model->skins[index];
  const int top = ancestors(scene, skin.joints.front()).back();
  bool common_root = true;
  bool below_skeleton = true;
  for (const int joint : skin.joints) {
    const std::vector<int> chain = ancestors(scene, joint);
    common_root = common_root && chain.back() == top;
    below_skeleton = below_skeleton && (skin.skeleton < 0 || std::ranges::find(chain, skin.skeleton) != chain.end());
  }
  const std::string place = fmt::format("skins/{}", index);
  if (!common_root) context.ledger.add(NoteCode::kSuspect, place, "its joints have no common root");
  if (!below_skeleton) {
    context.ledger.add(NoteCode::kSuspect, place,
                       fmt::format("node {} is named as its skeleton but is not above all its joints", skin.skeleton));
  }
}

std::vector<bool> used_skins(const tinygltf::Model& model, const std::vector<bool>& active) {
  std::vector<bool> used(model.skins.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const int skin = model.nodes[i].skin;
    if (skin < 0) continue;
    if (static_cast<std::size_t>(skin) >= model.skins.size()) {
      throw Error::asset(fmt::format("nodes/{}", i),
                         fmt::format("skin {} does not exist; the file has {}", skin, model.skins.size()));
    }
    if (active[i] && model.nodes[i].mesh >= 0) used[static_cast<std::size_t>(skin)] = true;
  }
  return used;
}

void read_end_sites(const GltfContext& context, SourceScene& scene) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const tinygltf::Node& node = context.model->nodes[i];
    if (!node.extras.Has("sinew")) continue;
    const tinygltf::Value& sinew = node.extras.Get("sinew");
    const bool marked = sinew.Has("end_site") && sinew.Get("end_site").Get<bool>();
    scene.nodes[i].end_site = marked && node.children.empty() && scene.nodes[i].is_joint;
  }
}

}  // namespace

void mark_joints(const GltfContext& context, SourceScene& scene, std::vector<bool>& active) {
  const tinygltf::Model& model = *context.model;
  check_joint_count(context);
  const std::vector<bool> used = used_skins(model, active);
  std::size_t fetched = 0;
  for (std::size_t i = 0; i < model.skins.size(); ++i) {
    check_skin(model, i);
    note_odd_skin(context, scene, i);
    for (const int joint : model.skins[i].joints) {
      const auto node = static_cast<std::size_t>(joint);
      if (used[i] && !active[node]) ++fetched;
      if (used[i]) active[node] = true;
      if (active[node]) scene.nodes[node].is_joint = true;
    }
  }
  if (fetched > 0) {
    context.ledger.add(NoteCode::kSuspect, "skins",
                       fmt::format("{} joints are not in the scene of the mesh they move", fetched));
  }
  for (const int node : context.json.humanoid_nodes) {
    if (static_cast<std::size_t>(node) < scene.nodes.size() && active[static_cast<std::size_t>(node)]) {
      scene.nodes[static_cast<std::size_t>(node)].is_joint = true;
    }
  }
  read_end_sites(context, scene);
}

}  // namespace sinew
