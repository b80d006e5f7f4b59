#pragma once

#include "libanim/model/asset.h"

namespace sinew::test {

/// Hips - Spine - Head - end site, and LeftArm, RightArm on the spine: symmetric about x = 0, Y up, metres.
inline Skeleton small_skeleton() {
  Skeleton skeleton;
  const auto add = [&](std::string name, int parent, Vec3 offset, bool end_site = false) {
    skeleton.joints.push_back({std::move(name), parent, {offset, Quat::Identity()}, end_site});
  };
  add("Hips", kNoParent, {0, 1, 0});
  add("Spine", 0, {0, 0.3, 0});
  add("Head", 1, {0, 0.3, 0});
  add("Head_end", 2, {0, 0.2, 0}, true);
  add("LeftArm", 1, {0.2, 0.2, 0});
  add("RightArm", 1, {-0.2, 0.2, 0});
  return skeleton;
}

/// One triangle on the small skeleton's head.
inline Character small_character() {
  Character character;
  character.name = "small";
  character.skeleton = small_skeleton();
  Skin skin;
  skin.name = "skin";
  skin.joints = {1, 2};
  skin.inverse_bind = {Transform{{0, -1.3, 0}, Quat::Identity()}.matrix(),
                       Transform{{0, -1.6, 0}, Quat::Identity()}.matrix()};
  character.skins = {skin};
  Primitive primitive;
  primitive.material = 0;
  primitive.positions = {{0, 1.6F, 0}, {0.1F, 1.6F, 0}, {0, 1.8F, 0}};
  primitive.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
  primitive.indices = {0, 1, 2};
  primitive.influences = {
      {{{0, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}, {{0.25F, 0.75F, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}}};
  character.meshes = {{"mesh", 0, {primitive}}};
  character.materials.resize(1);
  return character;
}

}  // namespace sinew::test
