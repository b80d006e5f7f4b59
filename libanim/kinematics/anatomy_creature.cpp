#include "libanim/kinematics/anatomy_creature.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <span>
#include <string>

#include "libanim/kinematics/anatomy_bodies.h"
#include "libanim/kinematics/anatomy_symmetry.h"
#include "libanim/kinematics/anatomy_tips.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// Share of the extent that makes a piece of its own.
constexpr double kMinPiece = 0.05;
constexpr int kMaxLimbPieces = 4;
// What hangs on a head and is shorter than this share of the extent belongs to it: ears, jaws, beaks.
constexpr double kHeadBranch = 0.25;
// A limb's end is on the ground within this share of the height.
constexpr double kGroundShare = 0.08;

/// The first joint that is part of the body: not a bare root on the floor.
int creature_root(const Rig& rig) {
  int root = rig.tree.front();
  while (true) {
    if (rig.weight[to_size(root)] > 0) return root;
    std::vector<int> bodies;
    bool skinned = false;
    for (const int child : rig.children[to_size(root)]) {
      double weight = 0;
      for (const int j : rig.subtree(child)) weight += rig.weight[to_size(j)];
      skinned = skinned || weight > 0;
      if (weight > 0 || rig.children[to_size(child)].size() > 1 || rig.reach[to_size(child)] > kMinPiece * rig.extent)
        bodies.push_back(child);
    }
    const bool bare = skinned || rig.names[to_size(root)].word == JointWord::kReference;
    if (!bare || bodies.size() != 1) return root;
    root = bodies.front();
  }
}

class Division {
 public:
  Division(const Rig& rig, const AnatomyOptions& options, Anatomy& anatomy)
      : rig_(rig),
        options_(options),
        anatomy_(anatomy),
        root_(creature_root(rig)),
        joints_(rig.subtree(root_)),
        symmetry_(find_symmetry(rig, root_)) {
    measure();
    find_head();
  }

  void build() {
    anatomy_.facing = symmetry_.facing;
    double piece = kMinPiece * rig_.extent;
    for (keep_pieces(piece); kept_count() > std::max(options_.max_bodies, 1); keep_pieces(piece)) piece *= 1.25;
    shorten_limbs();
    for (const int j : joints_) {
      if (kept_[to_size(j)]) add_body(j);
    }
    assign_joints(rig_, anatomy_.bodies);
    for (std::size_t b = 0; b < anatomy_.bodies.size(); ++b) finish_body(static_cast<int>(b));
    for (std::size_t b = 0; b < anatomy_.bodies.size(); ++b) name_part(static_cast<int>(b));
  }

 private:
  [[nodiscard]] int pair(int j) const { return symmetry_.pair[to_size(j)]; }
  [[nodiscard]] bool central(int j) const { return pair(j) == j; }
  [[nodiscard]] JointWord word(int j) const { return rig_.names[to_size(j)].word; }

  /// Lengths that decide are means of both sides, so that both get the same pieces.
  [[nodiscard]] double alike(const std::vector<double>& measure, int j) const {
    const int other = pair(j);
    return other < 0 ? measure[to_size(j)] : (measure[to_size(j)] + measure[to_size(other)]) / 2;
  }

  void measure() {
    own_.assign(rig_.parent.size(), 0);
    below_.assign(rig_.parent.size(), 0);
    from_parent_.assign(rig_.parent.size(), 0);
    for (const int j : std::views::reverse(joints_)) {
      const std::size_t here = to_size(j);
      const int single[] = {j};
      if (rig_.children[here].empty()) {
        const bool skin = !rig_.skin[here].empty();
        own_[here] = below_[here] = skin ? (leaf_tip(rig_, single, j, Vec3::Zero()) - rig_.at(j)).norm() : 0;
      }
      if (j == root_) continue;
      const std::size_t parent = to_size(rig_.parent[here]);
      from_parent_[here] = (rig_.at(j) - rig_.at(static_cast<int>(parent))).norm();
      if (below_[here] + from_parent_[here] >= below_[parent]) {
        below_[parent] = below_[here] + from_parent_[here];
        own_[parent] = from_parent_[here];
      }
    }
  }

  void find_head() {
    for (const int j : joints_) {
      if (word(j) == JointWord::kHead && head_ < 0) head_ = j;
    }
    on_head_.assign(rig_.parent.size(), false);
    if (head_ < 0) return;
    for (const int child : rig_.children[to_size(head_)]) {
      const bool part_of_it = below_[to_size(child)] + from_parent_[to_size(child)] < kHeadBranch * rig_.extent;
      if (!part_of_it) continue;
      for (const int j : rig_.subtree(child)) on_head_[to_size(j)] = true;
    }
  }

  [[nodiscard]] bool may_start(int j) const {
    const bool end = rig_.character->skeleton.joints[to_size(j)].end_site;
    // Where the root itself is called hair or the like, the whole thing is.
    const bool part = !rig_.is_minor(j) || word(j) == word(root_);
    return !end && part && !on_head_[to_size(j)];
  }

  void keep_pieces(double piece) {
    kept_.assign(rig_.parent.size(), false);
    std::vector<double> since(rig_.parent.size(), 0);
    kept_[to_size(root_)] = true;
    for (const int j : joints_) {
      if (j == root_) continue;
      const int parent = rig_.parent[to_size(j)];
      since[to_size(j)] = (kept_[to_size(parent)] ? 0 : since[to_size(parent)]) + alike(from_parent_, j);
      const bool long_enough = alike(own_, j) >= piece || (since[to_size(j)] >= piece && alike(below_, j) >= piece);
      const bool worth = long_enough || (j == head_ && below_[to_size(j)] >= piece / 2);
      // A limb may begin where the trunk's joint is; along one line two bodies in one place are one.
      const bool new_limb = !central(j) && central(kept_above(j));
      kept_[to_size(j)] = may_start(j) && worth && (new_limb || since[to_size(j)] >= piece / 2);
    }
    // What one side alone may not start (a twist by name), the other does not either.
    for (const int j : joints_) {
      if (pair(j) >= 0 && !kept_[to_size(pair(j))]) kept_[to_size(j)] = false;
    }
  }

  [[nodiscard]] int kept_count() const { return static_cast<int>(std::count(kept_.begin(), kept_.end(), true)); }

  [[nodiscard]] int kept_above(int j) const {
    int above = rig_.parent[to_size(j)];
    while (above >= 0 && !kept_[to_size(above)]) above = rig_.parent[to_size(above)];
    return above;
  }

  /// Kept joints from the trunk out to `j`, of the limb on which it lies.
  [[nodiscard]] std::vector<int> limb_to(int j) const {
    std::vector<int> limb;
    for (; j >= 0 && j != root_ && !central(j); j = kept_above(j)) limb.push_back(j);
    return limb;
  }

  [[nodiscard]] bool is_last(int j) const {
    return std::none_of(joints_.begin(), joints_.end(), [&](int k) { return kept_[to_size(k)] && kept_above(k) == j; });
  }

  /// Drops the shortest piece of limbs with more than four, but never the first, on which the limb hangs.
  void shorten_limbs() {
    for (const int j : joints_) {
      if (!kept_[to_size(j)] || central(j) || !is_last(j)) continue;
      std::vector<int> limb = limb_to(j);
      while (limb.size() > kMaxLimbPieces) {
        const auto shortest = std::min_element(limb.begin(), limb.end() - 1,
                                               [&](int a, int b) { return alike(own_, a) < alike(own_, b); });
        kept_[to_size(*shortest)] = false;
        if (pair(*shortest) >= 0) kept_[to_size(pair(*shortest))] = false;
        limb.erase(shortest);
      }
    }
  }

  void add_body(int j) {
    AnatomyBody body;
    body.name = rig_.character->skeleton.joints[to_size(j)].name;
    body.joint = body.orientation_joint = j;
    body.start = body.end = rig_.at(j);
    const int above = j == root_ ? -1 : kept_above(j);
    for (std::size_t b = 0; b < anatomy_.bodies.size(); ++b) {
      if (anatomy_.bodies[b].joint == above) body.parent = static_cast<int>(b);
    }
    anatomy_.bodies.push_back(body);
  }

  /// The body that carries a body's bone on: the one towards the head, else the one with most below it.
  [[nodiscard]] int next_body(int b) const {
    int best = -1;
    double longest = -1;
    for (std::size_t c = 0; c < anatomy_.bodies.size(); ++c) {
      if (anatomy_.bodies[c].parent != b) continue;
      const int j = anatomy_.bodies[c].joint;
      const bool to_head = head_ >= 0 && rig_.is_ancestor(j, head_);
      const double below = below_[to_size(j)] + (to_head ? 1e6 * rig_.extent : 0) +
                           (central(j) == central(anatomy_.bodies[to_size(b)].joint) ? rig_.extent : 0);
      if (below > longest) {
        longest = below;
        best = static_cast<int>(c);
      }
    }
    return best;
  }

  void finish_body(int b) {
    AnatomyBody& body = anatomy_.bodies[to_size(b)];
    const int next = next_body(b);
    if (next >= 0) {
      body.end = bone_end(body, anatomy_.bodies[to_size(next)].joint);
      for (const int j : rig_.path(body.joint, anatomy_.bodies[to_size(next)].joint)) {
        if (j != anatomy_.bodies[to_size(next)].joint && may_start(j)) body.orientation_joint = j;
      }
    } else {
      const Vec3 onward =
          body.parent < 0 ? Vec3::Zero() : Vec3(body.start - anatomy_.bodies[to_size(body.parent)].start);
      body.end = leaf_tip(rig_, body.joints, body.joint, onward);
    }
    mirror_of(b);
  }

  /// The next body's joint; where a trunk forks into a pair, the middle between them.
  [[nodiscard]] Vec3 bone_end(const AnatomyBody& body, int next) const {
    const bool fork = central(body.joint) && !central(next) && pair(next) >= 0;
    Vec3 end = fork ? Vec3((rig_.at(next) + rig_.at(pair(next))) / 2) : rig_.at(next);
    if ((end - body.start).norm() > kMinPiece / 5 * rig_.extent) return end;
    return leaf_tip(rig_, body.joints, body.joint, Vec3::Zero());
  }

  void mirror_of(int b) {
    AnatomyBody& body = anatomy_.bodies[to_size(b)];
    const double off = symmetry_.left.dot((body.start + body.end) / 2) - symmetry_.offset;
    if (!central(body.joint)) body.side = off > 0 ? Side::kLeft : Side::kRight;
    for (std::size_t c = 0; c < anatomy_.bodies.size(); ++c) {
      if (anatomy_.bodies[c].joint == pair(body.joint)) body.mirror = static_cast<int>(c);
    }
  }

  [[nodiscard]] double lowest(std::span<const int> joints) const {
    double y = 1e300;
    for (const int j : joints) {
      y = std::min(y, rig_.at(j).y());
      for (const Vec3& p : rig_.skin[to_size(j)]) y = std::min(y, p.y());
    }
    return y;
  }

  [[nodiscard]] double highest(std::span<const int> joints) const {
    double y = -1e300;
    for (const int j : joints) {
      y = std::max(y, rig_.at(j).y());
      for (const Vec3& p : rig_.skin[to_size(j)]) y = std::max(y, p.y());
    }
    return y;
  }

  [[nodiscard]] bool carries_weight(int b) const {
    const AnatomyBody& body = anatomy_.bodies[to_size(b)];
    const double ground = lowest(joints_);
    const double height = highest(joints_) - ground;
    int first = b;
    while (anatomy_.bodies[to_size(first)].parent >= 0 && !central(anatomy_.bodies[to_size(first)].joint) &&
           !central(anatomy_.bodies[to_size(anatomy_.bodies[to_size(first)].parent)].joint))
      first = anatomy_.bodies[to_size(first)].parent;
    const bool hangs = anatomy_.bodies[to_size(first)].start.y() > ground + kGroundShare * height;
    return hangs && std::min(lowest(body.joints), body.end.y()) < ground + kGroundShare * height;
  }

  [[nodiscard]] Part part_of(int b, std::string& reason) const {
    const AnatomyBody& body = anatomy_.bodies[to_size(b)];
    const int j = body.joint;
    const bool last = next_body(b) < 0;
    if (j == head_) return reason = "name", Part::kHead;
    if (!central(j) && pair(j) >= 0) {
      if (last && carries_weight(b)) return reason = "structure: mirrored, ends on the ground", Part::kPaw;
      return reason = "structure: mirrored, off the trunk", Part::kLimb;
    }
    for (int above = j; above >= 0; above = rig_.parent[to_size(above)]) {
      if (word(above) == JointWord::kTail) return reason = "name", Part::kTail;
    }
    const bool trunk = j == root_ || (head_ >= 0 && rig_.is_ancestor(j, head_)) || (head_ < 0 && central(j));
    if (trunk) return reason = "structure: on the line from root to head", Part::kTrunk;
    const Vec3 ahead = symmetry_.facing * Vec3::UnitZ();
    const bool behind = central(j) && (body.end - body.start).dot(ahead) < -0.5 * (body.end - body.start).norm();
    if (behind) return reason = "structure: central, away from the head", Part::kTail;
    return reason = "structure: neither trunk nor paired", Part::kOther;
  }

  void name_part(int b) {
    std::string reason;
    AnatomyBody& body = anatomy_.bodies[to_size(b)];
    body.part = part_of(b, reason);
    anatomy_.matches.push_back({std::string(part_name(body.part)), body.name, reason});
  }

  const Rig& rig_;
  const AnatomyOptions& options_;
  Anatomy& anatomy_;
  int root_;
  std::vector<int> joints_;
  Symmetry symmetry_;
  int head_ = -1;
  std::vector<bool> on_head_;        ///< ears, jaw and the like
  std::vector<bool> kept_;           ///< joints at which a body begins
  std::vector<double> own_;          ///< length of the bone that goes on from each joint (unit: m)
  std::vector<double> below_;        ///< longest way down from each joint, with the last bone's skin (unit: m)
  std::vector<double> from_parent_;  ///< (unit: m)
};

}  // namespace

void add_creature_bodies(const Rig& rig, const AnatomyOptions& options, Anatomy& anatomy) {
  Division(rig, options, anatomy).build();
}

}  // namespace sinew
