#pragma once

#include <vector>

#include "libanim/kinematics/anatomy.h"
#include "libanim/kinematics/anatomy_names.h"
#include "libanim/math/transform.h"
#include "libanim/model/character.h"

namespace sinew {

/// Everything that the search for body parts looks at, gathered once: the tree, names, rest pose, and the skin.
struct Rig {
  const Character* character = nullptr;
  std::vector<JointName> names;
  /// The tree of bones. It is the skeleton's, except that a chain which a rig keeps apart (feet that hang on the root
  /// because an IK target drives them) hangs on the end of the limb it belongs to.
  std::vector<int> parent;
  std::vector<std::vector<int>> children;
  std::vector<int> enter;       ///< place of each joint in a walk through the trees, children right after parents
  std::vector<int> leave;       ///< place after the last joint below it
  std::vector<Transform> rest;  ///< world_from_joint in the rest pose
  /// World_from_joint of the pose in which the skin was modelled, or the rest pose where that is unusable: the better
  /// evidence of how the creature stands, as a rest pose may be a frame of some animation.
  std::vector<Transform> stand;
  std::vector<double> weight;  ///< sum of the skin weights of each joint
  std::vector<std::vector<Vec3>>
      skin;  ///< rest positions of the vertices that follow mostly this joint, attachments' left out (unit: m)
  std::vector<double> reach;        ///< length of the longest path of bones below each joint (unit: m)
  std::vector<int> tree;            ///< joints of the tree that was taken, root first
  double extent = 0;                ///< diagonal of the box around the tree's joints and skin (unit: m)
  std::vector<AnatomyMatch> notes;  ///< what was left out or hung elsewhere

  [[nodiscard]] int size() const { return static_cast<int>(parent.size()); }
  /// Helpers, details and attachments move with the joint they hang on and never start a body.
  [[nodiscard]] bool is_minor(int joint) const {
    const JointWord word = names[static_cast<std::size_t>(joint)].word;
    return word == JointWord::kHelper || word == JointWord::kDetail || word == JointWord::kAttachment;
  }
  [[nodiscard]] Vec3 at(int joint) const { return rest[static_cast<std::size_t>(joint)].translation; }
  /// What a joint turns from `stand` to the rest pose.
  [[nodiscard]] Quat rest_from_stand(int joint) const {
    const auto j = static_cast<std::size_t>(joint);
    return (rest[j].rotation * stand[j].rotation.conjugate()).normalized();
  }
  [[nodiscard]] bool is_ancestor(int ancestor, int joint) const;  ///< or the same
  [[nodiscard]] int common_ancestor(int a, int b) const;          ///< -1 when they are in different trees
  /// Joints from `ancestor` (left out) down to `joint` (included).
  [[nodiscard]] std::vector<int> path(int ancestor, int joint) const;
  /// `joint` and everything below it, parents first.
  [[nodiscard]] std::vector<int> subtree(int joint) const;
};

/// Throws Error (kAsset) when neither joints nor skin have any extent.
[[nodiscard]] Rig make_rig(const Character& character);

}  // namespace sinew
