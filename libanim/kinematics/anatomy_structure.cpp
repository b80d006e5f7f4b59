#include <algorithm>
#include <cmath>

#include "libanim/kinematics/anatomy_humanoid.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// A trunk or limb has at least this share of the extent below it.
constexpr double kMinBranch = 0.12;
// Left and right differ in length by less than this share. Most lopsided person seen: 0.05 (CMU subject 10).
constexpr double kMaxLopsided = 0.15;
// More branches than this at one joint are not those of a pelvis or chest.
constexpr std::size_t kMaxBranches = 8;

bool is_end(const Rig& rig, int joint) { return rig.character->skeleton.joints[to_size(joint)].end_site; }
double bone(const Rig& rig, int a, int b) { return (rig.at(a) - rig.at(b)).norm(); }
double branch_length(const Rig& rig, int joint) {
  return rig.reach[to_size(joint)] + bone(rig, joint, rig.parent[to_size(joint)]);
}

std::vector<int> branches(const Rig& rig, int joint, double min_length) {
  std::vector<int> result;
  for (const int child : rig.children[to_size(joint)]) {
    if (!is_end(rig, child) && branch_length(rig, child) >= min_length) result.push_back(child);
  }
  return result;
}

std::vector<int> longest_path(const Rig& rig, int joint) {
  std::vector<int> result{joint};
  while (true) {
    int next = -1;
    for (const int child : rig.children[to_size(result.back())]) {
      if (next < 0 || branch_length(rig, child) > branch_length(rig, next)) next = child;
    }
    if (next < 0) return result;
    result.push_back(next);
  }
}

/// Upper, lower and end joint: the two bones that make most of the chain and are most alike.
std::optional<LimbJoints> divide(const Rig& rig, int first) {
  std::vector<int> path = longest_path(rig, first);
  // Fingers and toes add joints, never this many before the wrist.
  if (path.size() > 10) path.resize(10);
  const double total = branch_length(rig, first);
  std::optional<LimbJoints> best;
  double best_score = -1;
  for (std::size_t u = 0; u < path.size(); ++u) {
    for (std::size_t l = u + 1; l < path.size(); ++l) {
      for (std::size_t e = l + 1; e < path.size(); ++e) {
        if (is_end(rig, path[e])) continue;
        const double upper = bone(rig, path[u], path[l]);
        const double lower = bone(rig, path[l], path[e]);
        if (upper + lower <= 0) continue;
        const double score = (upper + lower) / total - 2 * std::abs(upper - lower) / (upper + lower);
        if (score > best_score) {
          best_score = score;
          best = LimbJoints{path[u], path[l], path[e], -1};
        }
      }
    }
  }
  return best_score > 0 ? best : std::nullopt;
}

/// The toe joint: the first joint below the ankle that has something below it.
int toe_of(const Rig& rig, int foot) {
  const std::vector<int> below = branches(rig, foot, 0);
  return below.size() == 1 ? below.front() : -1;
}

struct Pair {
  int a = -1;
  int b = -1;
};

/// The two branches that are most alike, if any are.
std::optional<Pair> like_pair(const Rig& rig, const std::vector<int>& from) {
  std::optional<Pair> best;
  double least = kMaxLopsided;
  if (from.size() > kMaxBranches) return std::nullopt;
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (std::size_t k = i + 1; k < from.size(); ++k) {
      const double a = branch_length(rig, from[i]);
      const double b = branch_length(rig, from[k]);
      const double unlike = std::abs(a - b) / std::max(a, b);
      if (unlike < least) {
        least = unlike;
        best = Pair{from[i], from[k]};
      }
    }
  }
  return best;
}

Vec3 direction(const Rig& rig, const LimbJoints& limb) { return (rig.at(limb.end) - rig.at(limb.upper)).normalized(); }

/// Legs point away from the trunk, the line from hips to shoulders: 120 degrees or more. It keeps quadrupeds and birds
/// out.
bool legs_leave_trunk(const Rig& rig, const HumanoidJoints& found) {
  const Vec3 shoulders = rig.at(found.arms[0].upper) + rig.at(found.arms[1].upper);
  const Vec3 hips = rig.at(found.legs[0].upper) + rig.at(found.legs[1].upper);
  const Vec3 trunk = (shoulders - hips).normalized();
  return direction(rig, found.legs[0]).dot(trunk) < -0.5 && direction(rig, found.legs[1]).dot(trunk) < -0.5;
}

bool set_limbs(const Rig& rig, std::array<LimbJoints, 2>& limbs, const Pair& pair) {
  auto a = divide(rig, pair.a);
  auto b = divide(rig, pair.b);
  if (!a || !b) return false;
  if (rig.at(a->lower).x() < rig.at(b->lower).x()) std::swap(a, b);
  limbs = {*a, *b};
  return true;
}

std::optional<HumanoidJoints> from_pelvis(const Rig& rig, int pelvis) {
  const std::vector<int> around = branches(rig, pelvis, kMinBranch * rig.extent);
  const auto legs = around.size() >= 3 ? like_pair(rig, around) : std::nullopt;
  if (!legs) return std::nullopt;
  for (const int trunk : around) {
    if (trunk == legs->a || trunk == legs->b) continue;
    for (const int chest : longest_path(rig, trunk)) {
      const auto arms = like_pair(rig, branches(rig, chest, 0.3 * branch_length(rig, legs->a)));
      if (!arms) continue;
      HumanoidJoints found;
      found.hips = found.pelvis = pelvis;
      found.spine = rig.path(pelvis, chest);
      if (!set_limbs(rig, found.legs, *legs) || !set_limbs(rig, found.arms, *arms)) break;
      found.head = find_head(rig, chest, found.arms, found.neck);
      if (found.head < 0 || !legs_leave_trunk(rig, found)) break;
      const std::array<int, 2> toes{toe_of(rig, found.legs[0].end), toe_of(rig, found.legs[1].end)};
      for (std::size_t s = 0; s < 2; ++s) found.legs[s].tip = toes[0] >= 0 && toes[1] >= 0 ? toes[s] : -1;
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<HumanoidJoints> humanoid_by_structure(const Rig& rig) {
  for (const int j : rig.tree) {
    auto found = from_pelvis(rig, j);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace sinew
