#include "libanim/stages/retarget/joint_drivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "libanim/kinematics/same_skeleton.h"
#include "libanim/stages/retarget/finger_names.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Of the bodies of a creature, the share that must find a counterpart.
constexpr double kEnoughInCommon = 0.6;

/// A chain of joints with a place between 0 (the body it grows from) and 1 (its last joint) for each.
struct Chain {
  std::vector<int> joints;
  std::vector<double> place;
};

/// A joint turns the bone that begins in it, so its place is that bone's middle; `base` and `tip` are where the chain
/// begins and ends.
Chain make_chain(const RetargetRig& rig, int base, std::vector<int> joints, const Vec3& tip) {
  joints.insert(joints.begin(), base);
  Chain chain{std::move(joints), {}};
  double along = 0;
  for (std::size_t i = 0; i < chain.joints.size(); ++i) {
    const Vec3 here = rig.rest[to_size(chain.joints[i])].translation;
    const Vec3 next = i + 1 < chain.joints.size() ? rig.rest[to_size(chain.joints[i + 1])].translation : tip;
    const double bone = (next - here).norm();
    chain.place.push_back(along + 0.5 * bone);
    along += bone;
  }
  const double first = chain.place.front();
  const double way = std::max(chain.place.back() - first, 1e-9);
  for (double& place : chain.place) place = (place - first) / way;
  return chain;
}

/// Finds the pairs of two humanoids.
class HumanPairs {
 public:
  HumanPairs(const RetargetRig& source, const RetargetRig& target) : source_(source), target_(target) {}

  RetargetMap find() {
    pair_spine();
    pair_neck();
    for (const AnatomyBody& body : target_.anatomy.bodies) pair_part(body);
    pair_fingers();
    pair_names();
    return map_;
  }

 private:
  [[nodiscard]] const std::string& source_name(int j) const { return source_.skeleton.joints[to_size(j)].name; }
  [[nodiscard]] const std::string& target_name(int j) const { return target_.skeleton.joints[to_size(j)].name; }

  void add(int target, int source, std::string reason, int toward = -1, double share = 0) {
    if (!done_.emplace(target, source).second) return;
    JointPair pair{target_name(target), source_name(source), "", 0, std::move(reason)};
    if (toward >= 0 && share > 1e-6) {
      pair.toward = source_name(toward);
      pair.share = share;
    }
    map_.pairs.push_back(std::move(pair));
  }

  void pair_chains(const Chain& source, const Chain& target, const std::string& reason) {
    const bool same = source.joints.size() == target.joints.size();
    for (std::size_t i = 1; i < target.joints.size(); ++i) {
      if (same) {
        add(target.joints[i], source.joints[i], reason);
        continue;
      }
      std::size_t k = 1;
      while (k + 1 < source.joints.size() && source.place[k] < target.place[i]) ++k;
      const double gap = source.place[k] - source.place[k - 1];
      const double share = gap > 1e-9 ? std::clamp((target.place[i] - source.place[k - 1]) / gap, 0.0, 1.0) : 1;
      if (share > 1 - 1e-6) {
        add(target.joints[i], source.joints[k], reason);
      } else {
        add(target.joints[i], source.joints[k - 1], reason, source.joints[k], share);
      }
    }
  }

  [[nodiscard]] static Chain spine(const RetargetRig& rig) {
    const AnatomyBody& chest = *rig.find(Part::kChest);
    return make_chain(rig, rig.find(Part::kPelvis)->orientation_joint, rig.chain({Part::kAbdomen, Part::kChest}),
                      chest.end);
  }
  [[nodiscard]] static Chain neck(const RetargetRig& rig) {
    const AnatomyBody& head = *rig.find(Part::kHead);
    std::vector<int> joints = rig.chain({Part::kNeck});
    joints.push_back(head.joint);
    return make_chain(rig, rig.find(Part::kChest)->orientation_joint, std::move(joints), head.end);
  }

  void pair_spine() { pair_chains(spine(source_), spine(target_), "spine"); }
  void pair_neck() { pair_chains(neck(source_), neck(target_), "neck and head"); }

  void pair_part(const AnatomyBody& body) {
    const AnatomyBody* other = source_.find(body.part, body.side);
    if (other) add(body.joint, other->orientation_joint, body.name);
  }

  void pair_fingers() {
    const auto theirs = finger_joints(source_.skeleton);
    for (const auto& [name, joint] : finger_joints(target_.skeleton)) {
      const auto found = theirs.find(name);
      if (found != theirs.end()) add(joint, found->second, name);
    }
  }

  /// Face, twists and whatever else has the same name in both and is no joint of the parts.
  void pair_names() {
    const SkeletonMatch match = match_by_name(source_.skeleton, target_.skeleton);
    for (int j = 0; j < target_.skeleton.size(); ++j) {
      const int k = match.source_of[to_size(j)];
      if (k < 0 || target_.skeleton.joints[to_size(j)].end_site || source_.skeleton.joints[to_size(k)].end_site)
        continue;
      // Joints above the pelvis carry no part of the pose, and the root's path is the hips'.
      if (target_.body_of[to_size(j)] < 0 || source_.body_of[to_size(k)] < 0) continue;
      if (is_inside_part(target_, j)) continue;
      add(j, k, "same name");
    }
  }

  /// On the way from a part's first joint to its orientation joint: the part moves as one there.
  [[nodiscard]] static bool is_inside_part(const RetargetRig& rig, int joint) {
    const AnatomyBody& body = rig.anatomy.bodies[to_size(rig.body_of[to_size(joint)])];
    int j = body.orientation_joint;
    while (j != kNoParent && j != joint && j != body.joint) j = rig.skeleton.joints[to_size(j)].parent;
    return j == joint;
  }

  const RetargetRig& source_;
  const RetargetRig& target_;
  std::map<int, int> done_;
  RetargetMap map_;
};

/// Letters and digits in lower case: what spellings of one name have in common.
std::string plain_name(std::string_view name) {
  std::string result;
  for (const char c : bare_name(name)) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

RetargetMap creature_pairs(const RetargetRig& source, const RetargetRig& target, bool has_map) {
  std::map<std::string, int> by_name;
  for (int j = 0; j < source.skeleton.size(); ++j) {
    const Joint& joint = source.skeleton.joints[to_size(j)];
    if (source.body_of[to_size(j)] >= 0 && !joint.end_site) by_name.emplace(plain_name(joint.name), j);
  }
  RetargetMap map;
  std::size_t bodies = 0;
  for (int j = 0; j < target.skeleton.size(); ++j) {
    const Joint& joint = target.skeleton.joints[to_size(j)];
    const auto found = by_name.find(plain_name(joint.name));
    const int body = target.body_of[to_size(j)];
    if (found == by_name.end() || body < 0 || joint.end_site) continue;
    map.pairs.push_back({joint.name, source.skeleton.joints[to_size(found->second)].name, "", 0, "same name"});
    if (target.anatomy.bodies[to_size(body)].joint == j) ++bodies;
  }
  const std::size_t all = target.anatomy.bodies.size();
  if (!has_map && static_cast<double>(bodies) < kEnoughInCommon * static_cast<double>(all)) {
    throw Error::asset("skeleton",
                       fmt::format("no humanoid, and only {} of its {} bodies have a joint of the same name in the "
                                   "motion; expected {:.0f} % (a map file can name the pairs)",
                                   bodies, all, 100 * kEnoughInCommon));
  }
  return map;
}

int index_of(const Skeleton& skeleton, const std::string& name, const char* which) {
  const auto found = skeleton.find(name);
  if (!found) throw Error::asset("joint map", fmt::format("the {} has no joint \"{}\"", which, name));
  return *found;
}

}  // namespace

RetargetMap find_pairs(const RetargetRig& source, const RetargetRig& target, bool has_map) {
  if (source.anatomy.humanoid != target.anatomy.humanoid && !has_map) {
    const auto kind = [](bool humanoid) { return humanoid ? "a humanoid" : "no humanoid"; };
    throw Error::asset("skeleton",
                       fmt::format("it is {}, but the motion's skeleton is {}; expected two of a kind, or a "
                                   "map file",
                                   kind(target.anatomy.humanoid), kind(source.anatomy.humanoid)));
  }
  const bool humans = source.anatomy.humanoid && target.anatomy.humanoid;
  return humans ? HumanPairs(source, target).find() : creature_pairs(source, target, has_map);
}

RetargetMap override_pairs(const RetargetMap& found, const RetargetMap& map, const Skeleton& source,
                           const Skeleton& target) {
  RetargetMap result = found;
  for (const JointPair& pair : map.pairs) {
    index_of(target, pair.target, "character");
    if (!pair.source.empty()) index_of(source, pair.source, "motion");
    if (!pair.toward.empty()) index_of(source, pair.toward, "motion");
    const auto old = std::ranges::find(result.pairs, pair.target, &JointPair::target);
    if (old != result.pairs.end()) {
      *old = pair;
    } else {
      result.pairs.push_back(pair);
    }
  }
  return result;
}

std::vector<JointDriver> make_drivers(const RetargetMap& map, const Skeleton& source, const Skeleton& target) {
  std::vector<JointDriver> drivers;
  for (const JointPair& pair : map.pairs) {
    if (pair.source.empty()) continue;
    JointDriver driver{index_of(target, pair.target, "character"), index_of(source, pair.source, "motion"), -1, 0};
    if (!pair.toward.empty()) {
      driver.toward = index_of(source, pair.toward, "motion");
      driver.share = pair.share;
    }
    drivers.push_back(driver);
  }
  std::ranges::sort(drivers, {}, &JointDriver::target);
  return drivers;
}

}  // namespace sinew
