#pragma once

#include "importers/scene/source_scene.h"
#include "libanim/math/rotation.h"

namespace sinew::test {

/// Armature (turned and scaled by 0.01) - hip - knee - ankle, lengths in centimetres, one mesh on the leg.
inline SourceScene leg_scene() {
  SourceScene scene;
  const auto add = [&](std::string name, int parent, Vec3 translation, bool joint) {
    SourceNode node;
    node.name = std::move(name);
    node.parent = parent;
    node.local.translation = translation;
    node.is_joint = joint;
    scene.nodes.push_back(node);
  };
  add("Armature", kNoParent, {0, 0, 0}, false);
  scene.nodes[0].local.rotation = exp_rotation({-1.5707963267948966, 0, 0});  // Z up inside
  scene.nodes[0].local.scale = Vec3::Constant(0.01);
  add("hip", 0, {0, 0, 90}, true);
  add("knee", 1, {0, 0, -45}, true);
  add("ankle", 2, {0, 0, -40}, true);
  return scene;
}

/// Keeps every node of `animation` in its rest pose in `frames` frames, with a track for `node` to fill.
inline SourceAnimation one_track(const SourceScene& scene, int node, int frames) {
  SourceAnimation animation;
  animation.name = "move";
  animation.frames = frames;
  animation.tracks = {
      {node, std::vector<Trs>(static_cast<std::size_t>(frames), scene.nodes[static_cast<std::size_t>(node)].local)}};
  return animation;
}

}  // namespace sinew::test
