#include "libanim/kinematics/anatomy_humanoid.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "libanim/support/index.h"

namespace sinew {

namespace {

// Bones of a limb have at least these shares of the extent; shorter ones are not limbs. Shortest seen: shin
// 0.044, upper arm 0.071 (KayKit's knight).
constexpr double kMinLegBone = 0.02;
constexpr double kMinArmBone = 0.02;

bool usable(const Rig& rig, int joint) { return !rig.character->skeleton.joints[to_size(joint)].end_site; }

/// Joints of the tree on one side with one of these words, parents first; below `above` only, if that is given.
std::vector<int> named(const Rig& rig, Side side, std::initializer_list<JointWord> words, int above = -1) {
  std::vector<int> result;
  for (const int j : rig.tree) {
    const JointName& name = rig.names[to_size(j)];
    const bool fits = std::find(words.begin(), words.end(), name.word) != words.end();
    if (!fits || name.side != side || !usable(rig, j)) continue;
    if (above < 0 || (j != above && rig.is_ancestor(above, j))) result.push_back(j);
  }
  return result;
}

int first_of(const std::vector<int>& joints) { return joints.empty() ? -1 : joints.front(); }

int farthest_reaching(const Rig& rig, const std::vector<int>& joints) {
  int best = first_of(joints);
  for (const int j : joints) {
    if (rig.reach[to_size(j)] > rig.reach[to_size(best)]) best = j;
  }
  return best;
}

double bone(const Rig& rig, int a, int b) { return (rig.at(a) - rig.at(b)).norm(); }

/// The joint between two others that divides the way most evenly.
int middle_of(const Rig& rig, int upper, int end) {
  int best = -1;
  double longest = 0;
  for (const int j : rig.path(upper, end)) {
    const double shorter = std::min(bone(rig, upper, j), bone(rig, j, end));
    if (j != end && shorter > longest) {
      longest = shorter;
      best = j;
    }
  }
  return best;
}

/// The joint that ends a bone when no name says so: the child with most below it, at the end of a real bone.
int next_along(const Rig& rig, int joint, double min_bone) {
  int best = -1;
  for (const int child : rig.children[to_size(joint)]) {
    if (!usable(rig, child) || rig.is_minor(child) || bone(rig, joint, child) < min_bone) continue;
    if (best < 0 || rig.reach[to_size(child)] > rig.reach[to_size(best)]) best = child;
  }
  return best;
}

/// The one toe joint of a foot; -1 when toes are apart.
int find_toe(const Rig& rig, Side side, int foot) {
  const std::vector<int> toes = named(rig, side, {JointWord::kToe, JointWord::kLeg}, foot);
  const int toe = first_of(toes);
  for (const int other : toes) {
    if (!rig.is_ancestor(toe, other)) return -1;
  }
  return toe;
}

LimbJoints leg_by_names(const Rig& rig, Side side) {
  LimbJoints leg;
  leg.upper = first_of(named(rig, side, {JointWord::kThigh}));
  for (const JointWord vague : {JointWord::kPelvis, JointWord::kLeg}) {
    if (leg.upper >= 0) break;
    for (const int j : named(rig, side, {vague})) {
      if (leg.upper >= 0) break;
      const bool has_more = named(rig, side, {JointWord::kShin, JointWord::kFoot, JointWord::kLeg}, j).size() >= 2;
      if (has_more) leg.upper = j;
    }
  }
  if (leg.upper < 0) return leg;
  leg.lower = first_of(named(rig, side, {JointWord::kShin}, leg.upper));
  if (leg.lower < 0) leg.lower = first_of(named(rig, side, {JointWord::kLeg}, leg.upper));
  const int from = leg.lower >= 0 ? leg.lower : leg.upper;
  leg.end = farthest_reaching(rig, named(rig, side, {JointWord::kFoot}, from));
  if (leg.end < 0 && leg.lower >= 0) leg.end = first_of(named(rig, side, {JointWord::kLeg}, leg.lower));
  if (leg.lower < 0 && leg.end >= 0) leg.lower = middle_of(rig, leg.upper, leg.end);
  if (leg.end < 0 && leg.lower >= 0) leg.end = next_along(rig, leg.lower, 0.4 * bone(rig, leg.upper, leg.lower));
  if (leg.end >= 0) leg.tip = find_toe(rig, side, leg.end);
  return leg;
}

LimbJoints arm_by_names(const Rig& rig, Side side) {
  LimbJoints arm;
  arm.upper = first_of(named(rig, side, {JointWord::kUpperArm}));
  for (const JointWord vague : {JointWord::kArm, JointWord::kShoulder}) {
    if (arm.upper >= 0) break;
    for (const int j : named(rig, side, {vague})) {
      if (arm.upper >= 0) break;
      const bool has_more = !named(rig, side, {JointWord::kForearm, JointWord::kHand, JointWord::kArm}, j).empty();
      if (has_more) arm.upper = j;
    }
  }
  if (arm.upper < 0) return arm;
  arm.lower = first_of(named(rig, side, {JointWord::kForearm}, arm.upper));
  if (arm.lower < 0) arm.lower = first_of(named(rig, side, {JointWord::kArm}, arm.upper));
  const int from = arm.lower >= 0 ? arm.lower : arm.upper;
  arm.end = farthest_reaching(rig, named(rig, side, {JointWord::kHand}, from));
  if (arm.end < 0 && arm.lower >= 0) arm.end = first_of(named(rig, side, {JointWord::kArm}, arm.lower));
  if (arm.lower < 0 && arm.end >= 0) arm.lower = middle_of(rig, arm.upper, arm.end);
  return arm;
}

Vec3 middle(const Rig& rig, const std::array<LimbJoints, 2>& limbs) {
  return (rig.at(limbs[0].upper) + rig.at(limbs[1].upper)) / 2;
}

/// Trunk across the legs, arms along them. A human's rest pose has one of these at most.
bool is_four_legged(const Rig& rig, const HumanoidJoints& found) {
  const Vec3 trunk = (middle(rig, found.arms) - middle(rig, found.legs)).normalized();
  Vec3 legs = Vec3::Zero();
  Vec3 arms = Vec3::Zero();
  for (std::size_t s = 0; s < 2; ++s) {
    legs += (rig.at(found.legs[s].end) - rig.at(found.legs[s].upper)).normalized();
    const int arm_end = found.arms[s].end >= 0 ? found.arms[s].end : found.arms[s].lower;
    arms += (rig.at(arm_end) - rig.at(found.arms[s].upper)).normalized();
  }
  // A quarter turn more or less than 50 degrees; arms within 55 degrees of the legs, both sides alike.
  const bool across = std::abs(trunk.dot(legs) / 2) < 0.64;
  return across && legs.norm() > 1.6 && arms.dot(legs) / 4 > 0.57;
}

bool has_length(const Rig& rig, const HumanoidJoints& found) {
  for (std::size_t s = 0; s < 2; ++s) {
    const LimbJoints& leg = found.legs[s];
    const LimbJoints& arm = found.arms[s];
    const double shorter = std::min(bone(rig, leg.upper, leg.lower), bone(rig, leg.lower, leg.end));
    if (shorter < kMinLegBone * rig.extent) return false;
    if (bone(rig, arm.upper, arm.lower) < kMinArmBone * rig.extent) return false;
  }
  return true;
}

/// Pelvis, spine, neck and head from the limbs; false when the limbs do not hang on one trunk.
bool complete_trunk(const Rig& rig, HumanoidJoints& found) {
  const int shoulders = rig.common_ancestor(found.arms[0].upper, found.arms[1].upper);
  const int legs = rig.common_ancestor(found.legs[0].upper, found.legs[1].upper);
  if (shoulders < 0 || legs < 0) return false;
  found.pelvis = rig.common_ancestor(legs, shoulders);
  if (found.pelvis < 0 || found.pelvis == shoulders) return false;
  found.spine = rig.path(found.pelvis, shoulders);
  const bool arm_in_leg =
      rig.is_ancestor(found.legs[0].upper, shoulders) || rig.is_ancestor(found.legs[1].upper, shoulders);
  if (arm_in_leg) return false;
  found.head = find_head(rig, shoulders, found.arms, found.neck);
  return found.head >= 0;
}

int topmost_of_pelvis(const Rig& rig, int pelvis) {
  int hips = pelvis;
  for (int above = rig.parent[to_size(hips)]; above >= 0; above = rig.parent[to_size(above)]) {
    const JointWord word = rig.names[to_size(above)].word;
    if (word != JointWord::kPelvis && word != JointWord::kTrunk) break;
    hips = above;
  }
  return hips;
}

/// A neck and head without names: down the chain as long as it does not branch.
int head_by_structure(const Rig& rig, int base, const std::array<LimbJoints, 2>& arms) {
  int best = -1;
  for (const int child : rig.children[to_size(base)]) {
    const bool arm = rig.is_ancestor(child, arms[0].upper) || rig.is_ancestor(child, arms[1].upper);
    if (arm || !usable(rig, child) || rig.is_minor(child)) continue;
    const auto measure = [&](int j) { return rig.reach[to_size(j)] + bone(rig, j, rig.parent[to_size(j)]); };
    if (best < 0 || measure(child) > measure(best)) best = child;
  }
  while (best >= 0) {
    std::vector<int> next;
    for (const int child : rig.children[to_size(best)]) {
      if (usable(rig, child) && !rig.is_minor(child)) next.push_back(child);
    }
    if (next.size() != 1) break;
    best = next.front();
  }
  return best;
}

}  // namespace

int find_head(const Rig& rig, int base, const std::array<LimbJoints, 2>& arms, std::vector<int>& neck) {
  int head = first_of(named(rig, Side::kCentre, {JointWord::kHead}, base));
  if (head < 0) {
    const std::vector<int> necks = named(rig, Side::kCentre, {JointWord::kNeck}, base);
    if (!necks.empty()) head = necks.back();
  }
  if (head < 0) head = head_by_structure(rig, base, arms);
  neck = head >= 0 ? rig.path(base, head) : std::vector<int>{};
  if (!neck.empty()) neck.pop_back();
  return head;
}

std::optional<HumanoidJoints> humanoid_by_names(const Rig& rig) {
  HumanoidJoints found;
  found.by_name = true;
  const std::array<Side, 2> sides{Side::kLeft, Side::kRight};
  for (std::size_t s = 0; s < 2; ++s) {
    found.legs[s] = leg_by_names(rig, sides[s]);
    found.arms[s] = arm_by_names(rig, sides[s]);
    if (found.legs[s].end < 0 || found.legs[s].lower < 0 || found.arms[s].lower < 0) return std::nullopt;
  }
  if (!complete_trunk(rig, found) || !has_length(rig, found) || is_four_legged(rig, found)) return std::nullopt;
  for (std::size_t s = 0; s < 2; ++s) {
    if (found.legs[0].tip < 0 || found.legs[1].tip < 0) found.legs[s].tip = -1;
    if (found.arms[0].end < 0 || found.arms[1].end < 0) found.arms[s].end = -1;
  }
  found.hips = topmost_of_pelvis(rig, found.pelvis);
  return found;
}

}  // namespace sinew
