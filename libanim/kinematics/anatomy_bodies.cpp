#include "libanim/kinematics/anatomy_bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "libanim/kinematics/anatomy_tips.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// A bone shorter than this share of the extent has no direction worth the name.
constexpr double kMinBone = 0.01;
// A merged hand is loosely closed: the forearm's shape ends this far along it.
constexpr double kClosedHand = 0.6;
// The abdomen ends nearest to this share of the way from pelvis to neck (navel to diaphragm).
constexpr double kAbdomenShare = 0.4;
// Waist above the hip joints, and the least above the pelvis' joint, as shares of the height.
constexpr double kWaist = 0.1;
constexpr double kLowestWaist = 0.03;

std::string body_name(Part part, Side side) {
  const std::string name(part_name(part));
  return side == Side::kCentre ? name : std::string(side_name(side)) + "_" + name;
}

/// Builds the list from the pelvis outwards.
class Assembly {
 public:
  Assembly(const Rig& rig, const HumanoidJoints& found, const AnatomyOptions& options, Anatomy& anatomy)
      : rig_(rig), found_(found), options_(options), anatomy_(anatomy) {}

  void build() {
    const int pelvis = add(Part::kPelvis, Side::kCentre, -1, found_.hips, found_.pelvis);
    const int chest = add_trunk(pelvis);
    add_head(chest);
    for (std::size_t s = 0; s < 2; ++s) add_arm(chest, s);
    for (std::size_t s = 0; s < 2; ++s) add_leg(pelvis, s);
    body(pelvis).end = pelvis_end();
  }

 private:
  [[nodiscard]] static Side side(std::size_t s) { return s == 0 ? Side::kLeft : Side::kRight; }
  [[nodiscard]] AnatomyBody& body(int index) { return anatomy_.bodies[to_size(index)]; }
  [[nodiscard]] Vec3 up() const { return anatomy_.facing * Vec3::UnitY(); }

  int add(Part part, Side side, int parent, int joint, int orientation_joint) {
    AnatomyBody body;
    body.name = body_name(part, side);
    body.part = part;
    body.side = side;
    body.parent = parent;
    body.joint = joint;
    body.orientation_joint = orientation_joint;
    body.start = body.end = rig_.at(joint);
    anatomy_.bodies.push_back(body);
    const std::string reason = found_.by_name ? "name and place in the skeleton" : "structure: no names that say so";
    anatomy_.matches.push_back({body.name, rig_.character->skeleton.joints[to_size(joint)].name, reason});
    return static_cast<int>(anatomy_.bodies.size()) - 1;
  }

  /// The last joint before `next` that is not a twist or roll: what is merged below `joint` and carries the next body.
  [[nodiscard]] int carrier(int joint, int next) const {
    int last = joint;
    for (const int j : rig_.path(joint, next)) {
      if (j != next && !rig_.is_minor(j)) last = j;
    }
    return last;
  }

  int add_trunk(int pelvis) {
    const std::vector<int>& spine = found_.spine;
    const std::size_t split = options_.abdomen && spine.size() > 1 ? abdomen_joints() : 0;
    int below = pelvis;
    if (split > 0) {
      below = add(Part::kAbdomen, Side::kCentre, pelvis, spine.front(), spine[split - 1]);
      body(below).end = rig_.at(spine[split]);
    }
    const int chest = add(Part::kChest, Side::kCentre, below, spine[split], spine.back());
    body(chest).end = chest_end(spine[split]);
    return chest;
  }

  [[nodiscard]] Vec3 neck_base() const { return rig_.at(found_.neck.empty() ? found_.head : found_.neck.front()); }

  /// How many joints of the spine the abdomen takes, at least one and never all.
  [[nodiscard]] std::size_t abdomen_joints() const {
    const std::vector<int>& spine = found_.spine;
    const Vec3 base = rig_.at(found_.pelvis);
    const Vec3 way = neck_base() - base;
    std::size_t best = 1;
    double nearest = 1e300;
    for (std::size_t k = 1; k < spine.size(); ++k) {
      const double share = (rig_.at(spine[k]) - base).dot(way) / std::max(way.squaredNorm(), 1e-12);
      if (std::abs(share - kAbdomenShare) < nearest) {
        nearest = std::abs(share - kAbdomenShare);
        best = k;
      }
    }
    return best;
  }

  [[nodiscard]] Vec3 chest_end(int from) const {
    const Vec3 start = rig_.at(from);
    if ((neck_base() - start).norm() > kMinBone * rig_.extent) return neck_base();
    return 0.5 * (rig_.at(found_.arms[0].upper) + rig_.at(found_.arms[1].upper));
  }

  /// To the spine; where that begins in the pelvis' own joint, to the waist, which is 0.1 of the body's height above
  /// the hip joints (Drillis and Contini 1966: hip joint 0.530, waist 0.630).
  [[nodiscard]] Vec3 pelvis_end() const {
    const Vec3 start = rig_.at(found_.hips);
    const Vec3 spine = rig_.at(found_.spine.front());
    if ((spine - start).norm() > kMinBone * rig_.extent) return spine;
    const Vec3 hips = 0.5 * (rig_.at(found_.legs[0].upper) + rig_.at(found_.legs[1].upper));
    const double height = height_from_legs(rig_, found_);
    return start + up() * std::max(kWaist * height - up().dot(start - hips), kLowestWaist * height);
  }

  void add_head(int chest) {
    const Vec3 top = head_top(rig_, found_);
    int below = chest;
    int joint = found_.neck.empty() ? found_.head : found_.neck.front();
    if (options_.neck && !found_.neck.empty()) {
      below = add(Part::kNeck, Side::kCentre, chest, joint, found_.neck.back());
      body(below).end = rig_.at(found_.head);
      joint = found_.head;
    }
    body(add(Part::kHead, Side::kCentre, below, joint, found_.head)).end = top;
  }

  void add_arm(int chest, std::size_t s) {
    const LimbJoints& arm = found_.arms[s];
    const std::vector<int> shoulder = rig_.path(found_.spine.back(), arm.upper);
    int below = chest;
    if (options_.clavicles && both_have_clavicles()) {
      below = add(Part::kClavicle, side(s), chest, shoulder.front(), carrier(shoulder.front(), arm.upper));
      body(below).end = rig_.at(arm.upper);
    }
    below = add(Part::kUpperArm, side(s), below, arm.upper, carrier(arm.upper, arm.lower));
    body(below).end = rig_.at(arm.lower);
    const bool hand = options_.hands && arm.end >= 0;
    below = add(Part::kForearm, side(s), below, arm.lower, hand ? carrier(arm.lower, arm.end) : arm.lower);
    const Vec3 tip = hand_tip(rig_, found_, arm);
    const Vec3 wrist = arm.end >= 0 ? rig_.at(arm.end) : tip;
    body(below).end = hand ? wrist : Vec3(wrist + kClosedHand * (tip - wrist));
    if (hand) body(add(Part::kHand, side(s), below, arm.end, arm.end)).end = tip;
  }

  [[nodiscard]] bool both_have_clavicles() const {
    return std::all_of(found_.arms.begin(), found_.arms.end(), [&](const LimbJoints& arm) {
      const std::vector<int> shoulder = rig_.path(found_.spine.back(), arm.upper);
      return shoulder.size() > 1 && (rig_.at(shoulder.front()) - rig_.at(arm.upper)).norm() > kMinBone * rig_.extent;
    });
  }

  void add_leg(int pelvis, std::size_t s) {
    const LimbJoints& leg = found_.legs[s];
    int below = add(Part::kThigh, side(s), pelvis, leg.upper, carrier(leg.upper, leg.lower));
    body(below).end = rig_.at(leg.lower);
    below = add(Part::kShin, side(s), below, leg.lower, carrier(leg.lower, leg.end));
    body(below).end = rig_.at(leg.end);
    const bool toes = options_.toes && leg.tip >= 0;
    below = add(Part::kFoot, side(s), below, leg.end, toes ? carrier(leg.end, leg.tip) : leg.end);
    const Vec3 tip = foot_tip(rig_, found_, leg);
    body(below).end = toes ? rig_.at(leg.tip) : tip;
    if (toes) body(add(Part::kToes, side(s), below, leg.tip, leg.tip)).end = tip;
  }

  const Rig& rig_;
  const HumanoidJoints& found_;
  const AnatomyOptions& options_;
  Anatomy& anatomy_;
};

/// Sides mirror each other part by part; what is central mirrors itself.
void pair_sides(std::vector<AnatomyBody>& bodies) {
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    if (bodies[a].side == Side::kCentre) bodies[a].mirror = static_cast<int>(a);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const bool opposite =
          bodies[a].side != Side::kCentre && bodies[b].side != Side::kCentre && bodies[a].side != bodies[b].side;
      if (opposite && bodies[a].part == bodies[b].part) bodies[a].mirror = static_cast<int>(b);
    }
  }
}

}  // namespace

void assign_joints(const Rig& rig, std::vector<AnatomyBody>& bodies) {
  std::vector<int> owner(rig.parent.size(), -1);
  std::vector<int> starts(rig.parent.size(), -1);
  for (std::size_t b = 0; b < bodies.size(); ++b) starts[to_size(bodies[b].joint)] = static_cast<int>(b);
  for (const int j : rig.tree) {
    const int parent = rig.parent[to_size(j)];
    owner[to_size(j)] = starts[to_size(j)] >= 0 ? starts[to_size(j)] : (parent >= 0 ? owner[to_size(parent)] : -1);
    if (owner[to_size(j)] >= 0) bodies[to_size(owner[to_size(j)])].joints.push_back(j);
  }
}

void add_humanoid_bodies(const Rig& rig, const HumanoidJoints& found, const AnatomyOptions& options, Anatomy& anatomy) {
  Assembly(rig, found, options, anatomy).build();
  pair_sides(anatomy.bodies);
  assign_joints(rig, anatomy.bodies);
}

}  // namespace sinew
