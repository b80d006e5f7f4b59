#include "libanim/kinematics/anatomy_rig.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <span>
#include <utility>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// A vertex belongs to the joint that has more than half of it; seams between bones belong to none.
constexpr double kMostly = 0.5;
// A detached chain is no farther from the limb's last joint than this share of the extent. Seen: 0.09 to 0.15 (hooves
// and paws of Quaternius' horse and wolf, feet of RobotExpressive).
constexpr double kAdoptionReach = 0.2;
// Bones of the bind pose may differ from the rest pose's by this share, else the bind matrices are not a pose.
constexpr double kBindTolerance = 0.02;
// More detached chains than this are no limbs: hostile or not a creature.
constexpr std::size_t kMaxDetached = 32;

void add_skin(Rig& rig, const Skin& skin, const Primitive& primitive) {
  std::vector<Mat4> world_from_bind;
  for (std::size_t k = 0; k < skin.joints.size(); ++k)
    world_from_bind.emplace_back(rig.rest[to_size(skin.joints[k])].matrix() * skin.inverse_bind[k]);
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    for (const InfluenceSet& set : primitive.influences) {
      for (std::size_t k = 0; k < 4; ++k) {
        const double w = set.weights[v][k];
        const std::size_t slot = set.joints[v][k];
        const std::size_t joint = to_size(skin.joints[slot]);
        rig.weight[joint] += w;
        if (w <= kMostly || rig.names[joint].word == JointWord::kAttachment) continue;
        const Float3& p = primitive.positions[v];
        const Eigen::Vector4d bound(p[0], p[1], p[2], 1);
        rig.skin[joint].emplace_back((world_from_bind[slot] * bound).head<3>());
      }
    }
  }
}

/// Without recursion: a skeleton may be deep.
void number_joints(Rig& rig) {
  rig.enter.assign(rig.parent.size(), 0);
  rig.leave.assign(rig.parent.size(), 0);
  std::vector<int> open;
  for (int j = rig.size() - 1; j >= 0; --j) {
    if (rig.parent[to_size(j)] < 0) open.push_back(j);
  }
  std::vector<int> walk;
  while (!open.empty()) {
    const int j = open.back();
    open.pop_back();
    rig.enter[to_size(j)] = static_cast<int>(walk.size());
    walk.push_back(j);
    open.insert(open.end(), rig.children[to_size(j)].rbegin(), rig.children[to_size(j)].rend());
  }
  for (const int j : std::views::reverse(walk)) {
    int& leave = rig.leave[to_size(j)];
    leave = std::max(leave, rig.enter[to_size(j)] + 1);
    const int parent = rig.parent[to_size(j)];
    if (parent >= 0) rig.leave[to_size(parent)] = std::max(rig.leave[to_size(parent)], leave);
  }
}

void collect_children(Rig& rig) {
  rig.children.assign(rig.parent.size(), {});
  for (int j = 0; j < rig.size(); ++j) {
    if (rig.parent[to_size(j)] >= 0) rig.children[to_size(rig.parent[to_size(j)])].push_back(j);
  }
  number_joints(rig);
}

double subtree_weight(const Rig& rig, int joint) {
  double sum = 0;
  for (const int j : rig.subtree(joint)) sum += rig.weight[to_size(j)];
  return sum;
}

double bone_sum(const Rig& rig, int root) {
  double sum = 0;
  for (const int j : rig.subtree(root)) {
    if (j != root) sum += (rig.at(j) - rig.at(rig.parent[to_size(j)])).norm();
  }
  return sum;
}

/// The tree with most skin weight; without a skin the one with most bone.
int main_root(const Rig& rig) {
  int best = -1;
  double most_weight = -1;
  double most_bone = -1;
  for (int j = 0; j < rig.size(); ++j) {
    if (rig.parent[to_size(j)] >= 0) continue;
    const double weight = subtree_weight(rig, j);
    const double bone = bone_sum(rig, j);
    if (weight > most_weight || (weight == most_weight && bone > most_bone)) {
      best = j;
      most_weight = weight;
      most_bone = bone;
    }
  }
  return best;
}

double joints_extent(const Rig& rig, std::span<const int> joints) {
  Eigen::AlignedBox3d box;
  for (const int j : joints) {
    box.extend(rig.at(j));
    for (const Vec3& p : rig.skin[to_size(j)]) box.extend(p);
  }
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

/// The last joint of a limb of two or more bones: nothing below it, and its parent has no other child.
bool ends_limb(const Rig& rig, int joint) {
  const int parent = rig.parent[to_size(joint)];
  return parent >= 0 && rig.children[to_size(joint)].empty() && rig.children[to_size(parent)].size() == 1 &&
         !rig.character->skeleton.joints[to_size(joint)].end_site;
}

bool sides_agree(Side a, Side b) { return a == b || a == Side::kCentre || b == Side::kCentre; }

/// Roots of chains with skin that hang on nothing (or on a bare root joint) instead of on their limb.
std::vector<int> detached_chains(const Rig& rig, int root) {
  std::vector<int> result;
  for (int j = 0; j < rig.size(); ++j) {
    if (rig.parent[to_size(j)] < 0 && j != root && subtree_weight(rig, j) > 0) result.push_back(j);
  }
  if (rig.weight[to_size(root)] > 0) return result;
  double heaviest = 0;
  for (const int child : rig.children[to_size(root)]) heaviest = std::max(heaviest, subtree_weight(rig, child));
  for (const int child : rig.children[to_size(root)]) {
    const double weight = subtree_weight(rig, child);
    if (weight > 0 && weight < 0.2 * heaviest) result.push_back(child);
  }
  return result;
}

int limb_end_near(const Rig& rig, std::span<const int> limb_ends, int chain) {
  int best = -1;
  double nearest = kAdoptionReach * rig.extent;
  for (const int j : limb_ends) {
    if (rig.at(chain).y() > rig.at(j).y()) continue;
    if (!sides_agree(rig.names[to_size(j)].side, rig.names[to_size(chain)].side)) continue;
    const double distance = (rig.at(j) - rig.at(chain)).norm();
    if (distance < nearest) {
      nearest = distance;
      best = j;
    }
  }
  return best;
}

void adopt_detached_chains(Rig& rig, int root) {
  const auto& joints = rig.character->skeleton.joints;
  const std::vector<int> chains = detached_chains(rig, root);
  if (chains.size() > kMaxDetached) return;
  std::vector<int> limb_ends;
  for (const int j : rig.subtree(root)) {
    const bool apart = std::any_of(chains.begin(), chains.end(), [&](int c) { return rig.is_ancestor(c, j); });
    if (!apart && ends_limb(rig, j)) limb_ends.push_back(j);
  }
  std::vector<std::pair<int, int>> adopted;
  for (const int chain : chains) {
    const int limb = limb_end_near(rig, limb_ends, chain);
    if (limb >= 0) adopted.emplace_back(chain, limb);
  }
  for (const auto& [chain, limb] : adopted) {
    rig.parent[to_size(chain)] = limb;
    rig.notes.push_back({"adopted", joints[to_size(chain)].name,
                         "structure: kept apart in the skeleton, taken for the end of " + joints[to_size(limb)].name});
  }
  collect_children(rig);
}

void note_left_out_trees(Rig& rig, int root) {
  for (int j = 0; j < rig.size(); ++j) {
    if (rig.parent[to_size(j)] >= 0 || j == root) continue;
    rig.notes.push_back({"left out", rig.character->skeleton.joints[to_size(j)].name,
                         "structure: a tree of its own with less skin or bone than " +
                             rig.character->skeleton.joints[to_size(root)].name});
  }
}

/// Adopted chains may come before their new parent in the skeleton's order, so this goes by the tree's.
void measure_reach(Rig& rig) {
  rig.reach.assign(rig.parent.size(), 0);
  for (auto j = rig.tree.rbegin(); j != rig.tree.rend(); ++j) {
    const int parent = rig.parent[to_size(*j)];
    if (parent < 0) continue;
    const double here = rig.reach[to_size(*j)] + (rig.at(*j) - rig.at(parent)).norm();
    rig.reach[to_size(parent)] = std::max(rig.reach[to_size(parent)], here);
  }
}

bool same_lengths(const Rig& rig, const std::vector<Transform>& bind) {
  for (const int j : rig.tree) {
    const int parent = rig.character->skeleton.joints[to_size(j)].parent;
    if (parent < 0) continue;
    const double rest = (rig.at(j) - rig.at(parent)).norm();
    const double bound = (bind[to_size(j)].translation - bind[to_size(parent)].translation).norm();
    if (std::abs(rest - bound) > kBindTolerance * rig.extent) return false;
  }
  return true;
}

/// The pose in which the largest skin was modelled; joints without a bind matrix stand to their parent as at rest.
std::vector<Transform> bind_pose(const Rig& rig) {
  const Character& character = *rig.character;
  const auto skin = std::max_element(character.skins.begin(), character.skins.end(),
                                     [](const Skin& a, const Skin& b) { return a.joints.size() < b.joints.size(); });
  if (skin == character.skins.end()) return rig.rest;
  std::vector<int> slot(rig.parent.size(), -1);
  for (std::size_t k = 0; k < skin->joints.size(); ++k) slot[to_size(skin->joints[k])] = static_cast<int>(k);
  std::vector<Transform> bind = rig.rest;
  for (std::size_t j = 0; j < bind.size(); ++j) {
    const Joint& joint = character.skeleton.joints[j];
    if (slot[j] >= 0) {
      const Mat4 world = skin->inverse_bind[to_size(slot[j])].inverse();
      if (!world.allFinite()) return rig.rest;
      bind[j] = {world.topRightCorner<3, 1>(), nearest_rotation(world.topLeftCorner<3, 3>())};
    } else if (joint.parent >= 0) {
      bind[j] = bind[to_size(joint.parent)] * joint.rest;
    }
  }
  return same_lengths(rig, bind) ? bind : rig.rest;
}

}  // namespace

bool Rig::is_ancestor(int ancestor, int joint) const {
  return enter[to_size(ancestor)] <= enter[to_size(joint)] && enter[to_size(joint)] < leave[to_size(ancestor)];
}

int Rig::common_ancestor(int a, int b) const {
  while (a >= 0 && !is_ancestor(a, b)) a = parent[to_size(a)];
  return a;
}

std::vector<int> Rig::path(int ancestor, int joint) const {
  std::vector<int> result;
  for (; joint >= 0 && joint != ancestor; joint = parent[to_size(joint)]) result.push_back(joint);
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<int> Rig::subtree(int joint) const {
  std::vector<int> result{joint};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto& below = children[to_size(result[i])];
    result.insert(result.end(), below.begin(), below.end());
  }
  return result;
}

Rig make_rig(const Character& character) {
  Rig rig;
  rig.character = &character;
  const Skeleton& skeleton = character.skeleton;
  if (skeleton.joints.empty()) throw Error::asset("skeleton", "has no joints; expected at least one");
  for (const Joint& joint : skeleton.joints) {
    rig.names.push_back(read_joint_name(joint.name));
    rig.parent.push_back(joint.parent);
  }
  rig.rest = rest_world(skeleton);
  rig.weight.assign(rig.parent.size(), 0);
  rig.skin.resize(rig.parent.size());
  for (const Mesh& mesh : character.meshes) {
    for (const Primitive& primitive : mesh.primitives) add_skin(rig, character.skins[to_size(mesh.skin)], primitive);
  }
  collect_children(rig);
  const int root = main_root(rig);
  rig.extent = joints_extent(rig, rig.subtree(root));
  if (rig.extent < 1e-6) {
    throw Error::asset("skeleton",
                       "all joints of " + skeleton.joints[to_size(root)].name +
                           "'s tree stand at one point of the rest pose and no skin hangs on them; expected "
                           "bones with a length");
  }
  adopt_detached_chains(rig, root);
  note_left_out_trees(rig, root);
  rig.tree = rig.subtree(root);
  measure_reach(rig);
  rig.stand = bind_pose(rig);
  return rig;
}

}  // namespace sinew
