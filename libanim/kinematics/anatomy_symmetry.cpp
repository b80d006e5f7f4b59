#include "libanim/kinematics/anatomy_symmetry.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/math/upper_median.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// Mirrored joints meet within this share of the extent. Most lopsided pairs seen: 0.006 (Quaternius' horse), and 0.03
// (Kenney's arms, which names pair).
constexpr double kPlaceTolerance = 0.03;
// A head within this share of the extent above the root says nothing about ahead.
constexpr double kMinAhead = 0.1;
// A joint with more children than this gets no pairs by place.
constexpr std::size_t kMaxSiblings = 64;

Vec3 level(const Vec3& v) { return {v.x(), 0, v.z()}; }

Vec3 mirrored(const Symmetry& s, const Vec3& p) { return p - 2 * (s.left.dot(p) - s.offset) * s.left; }

/// Where the names' left is; nothing when no pair of names says so.
std::optional<Vec3> named_left(const Rig& rig, const std::vector<int>& joints, const std::vector<int>& names) {
  Vec3 sum = Vec3::Zero();
  for (const int j : joints) {
    if (names[to_size(j)] != j && rig.names[to_size(j)].side == Side::kLeft)
      sum += level(rig.at(j) - rig.at(names[to_size(j)]));
  }
  if (sum.norm() < kPlaceTolerance * rig.extent) return std::nullopt;
  return sum.normalized();
}

/// The child of `parent` that stands nearest to where the mirror has `child`.
int nearest_place(const Rig& rig, const Symmetry& s, int child, int parent) {
  const Vec3 place = mirrored(s, rig.at(child));
  int best = -1;
  double nearest = kPlaceTolerance * rig.extent;
  if (rig.children[to_size(parent)].size() > kMaxSiblings) return -1;
  for (const int other : rig.children[to_size(parent)]) {
    const double distance = (rig.at(other) - place).norm() + (other == child ? 0 : 1e-9);
    if (distance < nearest) {
      nearest = distance;
      best = other;
    }
  }
  return best;
}

void find_pairs(const Rig& rig, int root, const std::vector<int>& names, Symmetry& s) {
  s.pair.assign(rig.parent.size(), -1);
  s.pair[to_size(root)] = root;
  for (const int j : rig.subtree(root)) {
    const int parent = rig.parent[to_size(j)];
    if (j == root || s.pair[to_size(parent)] < 0) continue;
    const int across = s.pair[to_size(parent)];
    const int named = names[to_size(j)];
    const bool by_name = named != j && rig.parent[to_size(named)] == across;
    s.pair[to_size(j)] = by_name ? named : nearest_place(rig, s, j, across);
  }
  for (std::size_t j = 0; j < s.pair.size(); ++j) {
    if (s.pair[j] >= 0 && s.pair[to_size(s.pair[j])] != static_cast<int>(j)) s.pair[j] = -1;
  }
}

int count_pairs(const Symmetry& s) {
  int count = 0;
  for (std::size_t j = 0; j < s.pair.size(); ++j) count += s.pair[j] >= 0 && s.pair[j] != static_cast<int>(j) ? 1 : 0;
  return count;
}

/// Away from the tail's side, towards the head, level; nothing when there is no head or it is above the root.
std::optional<Vec3> towards_head(const Rig& rig, int root) {
  const std::vector<int> joints = rig.subtree(root);
  const auto head =
      std::find_if(joints.begin(), joints.end(), [&](int j) { return rig.names[to_size(j)].word == JointWord::kHead; });
  if (head == joints.end()) return std::nullopt;
  Vec3 middle = Vec3::Zero();
  for (const int j : joints) middle += rig.at(j) / static_cast<double>(joints.size());
  const Vec3 ahead = level(rig.at(*head) - (*head == root ? middle : rig.at(root)));
  if (ahead.norm() < kMinAhead * rig.extent) return std::nullopt;
  return ahead.normalized();
}

/// The plane through the root with this normal; the median of the pairs' middles where names give pairs.
double plane_offset(const Rig& rig, const std::vector<int>& joints, const std::vector<int>& names, int root,
                    const Vec3& left) {
  std::vector<double> middles;
  for (const int j : joints) {
    const int other = names[to_size(j)];
    if (other != j) middles.push_back(left.dot(rig.at(j) + rig.at(other)) / 2);
  }
  return middles.empty() ? left.dot(rig.at(root)) : upper_median(std::move(middles));
}

}  // namespace

Symmetry find_symmetry(const Rig& rig, int root) {
  const std::vector<int> joints = rig.subtree(root);
  const std::vector<int> names = mirror_pairs(rig.character->skeleton);
  const auto by_name = named_left(rig, joints, names);
  const auto ahead = towards_head(rig, root);
  std::vector<Vec3> normals{Vec3::UnitX(), Vec3::UnitZ()};
  if (by_name) {
    normals = {*by_name};
  } else if (ahead) {
    normals = {Vec3::UnitY().cross(*ahead), Vec3::UnitX(), Vec3::UnitZ()};
  }
  Symmetry best;
  int most = -1;
  for (const Vec3& normal : normals) {
    Symmetry trial;
    trial.left = normal;
    trial.offset = plane_offset(rig, joints, names, root, normal);
    find_pairs(rig, root, names, trial);
    if (count_pairs(trial) > most) {
      most = count_pairs(trial);
      best = trial;
    }
  }
  Vec3 front = best.left.cross(Vec3::UnitY());
  // Without names a plane's normal points either way; with them a head on the other end says that they lie.
  const Vec3 expected = ahead ? *ahead : (by_name ? front : Vec3::UnitZ());
  if (front.dot(expected) < -0.1) {
    best.left = -best.left;
    best.offset = -best.offset;
    front = -front;
  }
  Mat3 frame;
  frame << best.left, Vec3::UnitY(), front;
  best.facing = Quat(frame).normalized();
  return best;
}

}  // namespace sinew
