#include "exporters/gltf/prepare_character.h"

#include <fmt/format.h>

#include <algorithm>

#include "exporters/gltf/gltf_buffer.h"
#include "exporters/gltf/prepare_materials.h"
#include "exporters/gltf/prepare_vertices.h"
#include "exporters/gltf/proxy_mesh.h"
#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

void drop_empty_primitives(Character& character, Ledger& ledger) {
  for (std::size_t m = 0; m < character.meshes.size(); ++m) {
    Mesh& mesh = character.meshes[m];
    const auto dropped = std::erase_if(mesh.primitives, [](const Primitive& p) { return p.indices.empty(); });
    if (dropped == 0) continue;
    ledger.add(NoteCode::kDroppedMesh, part_name("mesh", m, mesh.name),
               fmt::format("{} of its primitives have no triangles and are left out", dropped));
  }
  std::erase_if(character.meshes, [](const Mesh& mesh) { return mesh.primitives.empty(); });
}

/// Removes the items that are not used; returns the new index of each old one.
template <typename T>
std::vector<int> keep_used(std::vector<T>& items, const std::vector<bool>& used, std::string_view kind,
                           Ledger& ledger) {
  std::vector<int> moved(items.size(), -1);
  std::vector<T> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!used[i]) {
      ledger.add(NoteCode::kIgnoredData, part_name(kind, i, items[i].name), "nothing uses it; left out");
      continue;
    }
    moved[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(items[i]));
  }
  items = std::move(kept);
  return moved;
}

void drop_unused_skins(Character& character, Ledger& ledger) {
  std::vector<bool> used(character.skins.size(), false);
  for (const Mesh& mesh : character.meshes) used[static_cast<std::size_t>(mesh.skin)] = true;
  const std::vector<int> moved = keep_used(character.skins, used, "skin", ledger);
  for (Mesh& mesh : character.meshes) mesh.skin = moved[static_cast<std::size_t>(mesh.skin)];
}

void drop_unused_materials(Character& character, Ledger& ledger) {
  std::vector<bool> used(character.materials.size(), false);
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.material >= 0) used[static_cast<std::size_t>(primitive.material)] = true;
    }
  }
  const std::vector<int> moved = keep_used(character.materials, used, "material", ledger);
  for (Mesh& mesh : character.meshes) {
    for (Primitive& primitive : mesh.primitives) {
      if (primitive.material >= 0) primitive.material = moved[static_cast<std::size_t>(primitive.material)];
    }
  }
}

void drop_unused_images(Character& character, Ledger& ledger) {
  std::vector<bool> used(character.images.size(), false);
  for (Material& material : character.materials) {
    for_each_texture(material, [&](const auto& use) { used[static_cast<std::size_t>(use->image)] = true; });
  }
  const std::vector<int> moved = keep_used(character.images, used, "image", ledger);
  for (Material& material : character.materials) {
    for_each_texture(material, [&](auto& use) { use->image = moved[static_cast<std::size_t>(use->image)]; });
  }
}

/// Blender makes bones only from joints that a skin lists, and so would lose the others with their motion.
void complete_first_skin(Character& character, std::span<const Transform> rest, Ledger& ledger) {
  std::vector<bool> listed(character.skeleton.joints.size(), false);
  for (const Skin& skin : character.skins) {
    for (const int joint : skin.joints) listed[static_cast<std::size_t>(joint)] = true;
  }
  Skin& first = character.skins.front();
  const std::size_t before = first.joints.size();
  for (std::size_t j = 0; j < listed.size(); ++j) {
    if (listed[j]) continue;
    first.joints.push_back(static_cast<int>(j));
    first.inverse_bind.push_back(rest[j].inverse().matrix());
  }
  if (first.joints.size() == before) return;
  ledger.add(NoteCode::kAddedJoint, part_name("skin", 0, first.name),
             fmt::format("{} joints that no skin lists are added to its list, without weights, so that tools keep them",
                         first.joints.size() - before));
}

/// Tools invert these matrices; what has no inverse says nothing about where the joint stood.
void repair_binds(Skin& skin, std::size_t index, std::span<const Transform> rest, Ledger& ledger) {
  std::size_t replaced = 0;
  std::size_t apart = 0;
  double shift = 0;
  double turn = 0;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    const Transform& world_from_joint = rest[static_cast<std::size_t>(skin.joints[i])];
    Mat4& joint_from_bind = skin.inverse_bind[i];
    if (std::abs(joint_from_bind.topLeftCorner<3, 3>().determinant()) < 1e-12) {
      joint_from_bind = world_from_joint.inverse().matrix();
      ++replaced;
    }
    const Mat4 rest_from_bind = world_from_joint.matrix() * joint_from_bind;
    const Mat4 difference = rest_from_bind - Mat4::Identity();
    if (difference.cwiseAbs().maxCoeff() > 1e-3) ++apart;
    shift = std::max(shift, difference.topRightCorner<3, 1>().norm());
    turn = std::max(turn, difference.topLeftCorner<3, 3>().cwiseAbs().maxCoeff());
  }
  const std::string place = part_name("skin", index, skin.name);
  if (replaced > 0) {
    ledger.add(NoteCode::kRepairedBind, place,
               fmt::format("{} inverse bind matrices without an inverse replaced by those of the rest pose", replaced));
  }
  if (apart > 0) {
    ledger.add(NoteCode::kSuspect, place,
               fmt::format(
                   "bind pose and rest pose differ at {} of {} joints (by up to {:.3g} m, axes by up to {:.3g}): tools "
                   "that rebuild the rest pose from the skin show the bind pose",
                   apart, skin.joints.size(), shift, turn));
  }
}

void check_limits(const Skeleton& skeleton) {
  // JOINTS_n has 16 bits, and a skin lists a joint once.
  constexpr int kMaxJoints = 65535;
  if (skeleton.size() > kMaxJoints) {
    throw Error::asset(
        "skeleton", fmt::format("{} joints; glTF's vertex weights can name {} at most", skeleton.size(), kMaxJoints));
  }
}

}  // namespace

Character prepare_character(const Character& character, std::span<const Clip> clips, Ledger& ledger) {
  check_limits(character.skeleton);
  Character result = character;
  drop_empty_primitives(result, ledger);
  if (result.meshes.empty()) {
    add_proxy_mesh(result, clips);
    ledger.add(NoteCode::kProxyMesh, "meshes", "the character has none; capsules along its bones stand in for it");
  }
  drop_unused_skins(result, ledger);
  drop_unused_materials(result, ledger);
  prepare_images(result, ledger);
  drop_unused_images(result, ledger);
  prepare_materials(result, ledger);
  const std::vector<Transform> rest = rest_world(result.skeleton);
  for (std::size_t s = 0; s < result.skins.size(); ++s) repair_binds(result.skins[s], s, rest, ledger);
  complete_first_skin(result, rest, ledger);
  for (std::size_t m = 0; m < result.meshes.size(); ++m) {
    prepare_vertices(result.meshes[m], part_name("mesh", m, result.meshes[m].name), result.materials, ledger);
  }
  return result;
}

}  // namespace sinew
