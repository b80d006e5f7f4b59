#include "libanim/kinematics/anatomy_stance.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "libanim/kinematics/anatomy_sole.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
// Bends below this are noise of the rig.
constexpr double kMinBend = 10 * kDegree;
// Trunks lean and necks slope; more than this is no standing pose.
constexpr double kMaxLean = 25 * kDegree;
constexpr double kMaxNeckSlope = 45 * kDegree;
// A line across the hips is level to this in a standing pose.
constexpr double kMaxHipTilt = 3 * kDegree;

double angle(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

/// The smallest turn from a to b; for nearly opposite directions half a turn about `flip` first.
Quat swing(const Vec3& a, const Vec3& b, const Vec3& flip) {
  if (angle(a, b) < 150 * kDegree) return Quat::FromTwoVectors(a, b);
  const Quat half(Eigen::AngleAxisd(std::numbers::pi, flip));
  return Quat::FromTwoVectors(half * a, b) * half;
}

/// The turn that takes direction a to b exactly and side u as near to v as that allows.
Quat turn_frame(const Vec3& a, const Vec3& u, const Vec3& b, const Vec3& v) {
  const auto frame = [](const Vec3& main, const Vec3& side) {
    Mat3 m;
    m.col(0) = main.normalized();
    m.col(2) = main.cross(side).normalized();
    m.col(1) = m.col(2).cross(m.col(0));
    return m;
  };
  return Quat(frame(b, v) * frame(a, u).transpose()).normalized();
}

Vec3 up_of(const HumanoidJoints& found, std::span<const Transform> world) {
  const int top = found.neck.empty() ? found.head : found.neck.front();
  const auto at = [&](int j) { return world[to_size(j)].translation; };
  const Vec3 up = at(found.spine.back()) - at(found.pelvis);
  return (at(top) - at(found.pelvis)).norm() > up.norm() ? Vec3(at(top) - at(found.pelvis)) : up;
}

/// Across hips and shoulders, where the limbs begin: these say left and right in any rest pose.
Vec3 left_of(const Rig& rig, const HumanoidJoints& found, std::span<const Transform> world, const Vec3& up) {
  const auto at = [&](int j) { return world[to_size(j)].translation; };
  const auto across = [&](int l, int r) {
    const Vec3 d = at(l) - at(r);
    return Vec3(d - up * d.dot(up));
  };
  const auto first = [&](std::size_t s) { return rig.path(found.spine.back(), found.arms[s].upper).front(); };
  const Vec3 roots = across(found.legs[0].upper, found.legs[1].upper) + across(first(0), first(1));
  if (roots.norm() > 0.01 * rig.extent) return roots.normalized();
  const Vec3 arms = across(found.arms[0].lower, found.arms[1].lower);
  if (arms.norm() > 0.01 * rig.extent) return arms.normalized();
  return up.unitOrthogonal();
}

bool is_upright(const Vec3& up) { return angle(up, Vec3::UnitY()) < 45 * kDegree; }

/// The stance in the making: everything in the figure's axes (x left, y up, z ahead).
class Stance {
 public:
  Stance(const Rig& rig, const HumanoidJoints& found, Anatomy& anatomy) : rig_(rig), found_(found), anatomy_(anatomy) {
    upright_ = is_upright(up_of(found, rig.stand));
    figure_from_world_ = humanoid_facing(rig, found, rig.stand).conjugate();
    heading_ = is_upright(up_of(found, rig.rest)) ? anatomy.facing : Quat::Identity();
    for (const AnatomyBody& body : anatomy.bodies)
      stand_from_rest_.push_back(rig.rest_from_stand(body.orientation_joint).conjugate());
    turn_.assign(anatomy.bodies.size(), Quat::Identity());
  }

  void set() {
    for (std::size_t b = 0; b < anatomy_.bodies.size(); ++b) turn_[b] = turn_of(b);
    level_feet();
    for (std::size_t b = 0; b < anatomy_.bodies.size(); ++b)
      anatomy_.bodies[b].neutral = (heading_ * turn_[b] * figure_from_world_ * stand_from_rest_[b]).normalized();
  }

 private:
  [[nodiscard]] const AnatomyBody& body(std::size_t b) const { return anatomy_.bodies[b]; }

  [[nodiscard]] Quat parent_turn(std::size_t b) const {
    return body(b).parent < 0 ? Quat::Identity() : turn_[to_size(body(b).parent)];
  }

  /// A vector of the rest pose that is fixed to a body, in the figure's axes of the standing pose.
  [[nodiscard]] Vec3 seen(std::size_t b, const Vec3& rest_vector) const {
    return figure_from_world_ * (stand_from_rest_[b] * rest_vector);
  }
  [[nodiscard]] Vec3 bone(std::size_t b) const { return seen(b, body(b).end - body(b).start); }

  [[nodiscard]] std::size_t find(Part part, Side side) const {
    std::size_t b = 0;
    while (b < anatomy_.bodies.size() && (body(b).part != part || body(b).side != side)) ++b;
    return b;
  }

  [[nodiscard]] Quat turn_of(std::size_t b) const {
    Quat start = parent_turn(b);
    switch (body(b).part) {
      case Part::kPelvis: return level_pelvis(b);
      case Part::kAbdomen:
      case Part::kChest: return raise(start, bone(b), kMaxLean);
      case Part::kNeck: return raise(start, bone(b), kMaxNeckSlope);
      case Part::kHead: return raise(start, seen(b, body(b).end - rig_.at(body(b).orientation_joint)), kMaxLean);
      case Part::kUpperArm: return hang_upper(b, Part::kForearm, -Vec3::UnitX(), Vec3::UnitZ());
      case Part::kForearm: return hang_lower(b, -Vec3::UnitX(), Vec3::UnitZ());
      case Part::kThigh: return hang_upper(b, Part::kShin, Vec3::UnitX(), Vec3::UnitX());
      case Part::kShin: return hang_lower(b, Vec3::UnitX(), Vec3::UnitX());
      default: return start;
    }
  }

  [[nodiscard]] Quat level_pelvis(std::size_t b) const {
    const Vec3 hips = seen(b, rig_.at(found_.legs[0].upper) - rig_.at(found_.legs[1].upper));
    const bool tilted = hips.norm() > 0.02 * rig_.extent && angle(hips, Vec3::UnitX()) > kMaxHipTilt;
    return tilted ? swing(hips, Vec3::UnitX(), Vec3::UnitY()) : Quat::Identity();
  }

  [[nodiscard]] static Quat raise(const Quat& start, const Vec3& bone, double most) {
    const Vec3 now = start * bone;
    if (now.norm() < 1e-9 || angle(now, Vec3::UnitY()) <= most) return start;
    return swing(now, Vec3::UnitY(), Vec3::UnitX()) * start;
  }

  /// The axis about which a knee or elbow is bent in the standing pose, if it is; in the figure's axes there.
  [[nodiscard]] std::optional<Vec3> bend_axis(std::size_t upper, std::size_t lower, const Vec3& flexion) const {
    const Vec3 a = bone(upper);
    const Vec3 b = bone(lower);
    if (angle(a, b) < kMinBend) return std::nullopt;
    const Vec3 axis = a.cross(b).normalized();
    // A bend the wrong way round, or sideways, is no bend of that joint.
    const Quat hanging = swing(parent_turn(upper) * a, -Vec3::UnitY(), Vec3::UnitX()) * parent_turn(upper);
    return (hanging * axis).dot(flexion) > 0.3 ? std::optional<Vec3>(axis) : std::nullopt;
  }

  [[nodiscard]] Quat hang_upper(std::size_t b, Part next, const Vec3& flexion, const Vec3& flip) const {
    const Quat start = parent_turn(b);
    const Vec3 along = start * bone(b);
    const auto axis = bend_axis(b, find(next, body(b).side), flexion);
    if (axis) return turn_frame(bone(b), *axis, -Vec3::UnitY(), flexion);
    if (body(b).part == Part::kThigh && lies_sideways(b)) {
      // Both legs along one side: the rest pose is none, each bone lies along its own x axis. Such joints flex about z
      // (the custom of Maya's joint tool).
      return turn_frame(bone(b), Vec3::UnitZ(), -Vec3::UnitY(), Vec3::UnitX());
    }
    return swing(along, -Vec3::UnitY(), flip) * start;
  }

  [[nodiscard]] bool lies_sideways(std::size_t b) const {
    const std::size_t other = find(Part::kThigh, body(b).side == Side::kLeft ? Side::kRight : Side::kLeft);
    if (other >= anatomy_.bodies.size()) return false;
    const Vec3 here = bone(b).normalized();
    return std::abs(here.x()) > 0.8 && here.dot(bone(other).normalized()) > 0.8;
  }

  [[nodiscard]] Quat hang_lower(std::size_t b, const Vec3& flexion, const Vec3& flip) const {
    const auto axis = bend_axis(to_size(body(b).parent), b, flexion);
    if (axis) return turn_frame(bone(b), *axis, -Vec3::UnitY(), flexion);
    const Quat start = parent_turn(b);
    return swing(start * bone(b), -Vec3::UnitY(), flip) * start;
  }

  void level_feet() {
    const std::size_t left = find(Part::kFoot, Side::kLeft);
    const std::size_t right = find(Part::kFoot, Side::kRight);
    const std::array<Vec3, 2> toes{foot_line(left), foot_line(right)};
    const std::array<Quat, 2> roll = bare_roll(left, right);
    const FootStance stance = stand_feet({roll[0] * toes[0], roll[1] * toes[1]}, upright_);
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t b = s == 0 ? left : right;
      const Quat shin = parent_turn(b);
      const Vec3 target = stance.direction[s];
      if (stance.stands) {
        turn_[b] = turn_heading(roll[s] * toes[s], target) * roll[s];
      } else {
        turn_[b] = swing(shin * toes[s], target, Vec3::UnitX()) * shin;
      }
      turn_[b] = level_sole(rest_sole(b), turn_[b], target) * turn_[b];
      const std::size_t toe = find(Part::kToes, body(b).side);
      if (toe < anatomy_.bodies.size()) turn_[toe] = turn_[b];
    }
  }

  /// How feet without skin roll; those with skin stand on it.
  [[nodiscard]] std::array<Quat, 2> bare_roll(std::size_t left, std::size_t right) const {
    std::array<BareFoot, 2> feet;
    for (std::size_t s = 0; s < 2; ++s) {
      const std::size_t b = s == 0 ? left : right;
      const int toe = found_.legs[s].tip;
      if (toe < 0 || !rest_sole(b).empty()) return {Quat::Identity(), Quat::Identity()};
      const Vec3 instep = seen(b, rig_.at(toe) - body(b).start);
      feet[s] = {bone(to_size(body(b).parent)), instep, foot_line(b) - instep};
    }
    return undo_splay(feet);
  }

  [[nodiscard]] Vec3 foot_line(std::size_t b) const {
    const std::size_t toe = find(Part::kToes, body(b).side);
    return seen(b, (toe < anatomy_.bodies.size() ? body(toe).end : body(b).end) - body(b).start);
  }

  /// Skin of foot and toes about the ankle, in the figure's axes of the standing pose.
  [[nodiscard]] std::vector<Vec3> rest_sole(std::size_t b) const {
    std::vector<Vec3> points;
    for (const int j : rig_.subtree(body(b).joint)) {
      for (const Vec3& p : rig_.skin[to_size(j)]) points.push_back(seen(b, p - body(b).start));
    }
    return points;
  }

  const Rig& rig_;
  const HumanoidJoints& found_;
  Anatomy& anatomy_;
  bool upright_ = false;
  Quat figure_from_world_ = Quat::Identity();  ///< of the standing pose
  Quat heading_ = Quat::Identity();            ///< world_from_figure of the neutral stance
  std::vector<Quat> stand_from_rest_;          ///< what each body turns from the rest pose to rig.stand
  std::vector<Quat> turn_;                     ///< from there to the neutral stance, in the figure's axes
};

}  // namespace

Quat humanoid_facing(const Rig& rig, const HumanoidJoints& found, std::span<const Transform> world) {
  const Vec3 trunk = up_of(found, world);
  const Vec3 up = is_upright(trunk) ? Vec3::UnitY() : Vec3(trunk.normalized());
  const Vec3 left = left_of(rig, found, world, up);
  Mat3 frame;
  frame.col(0) = left;
  frame.col(1) = up;
  frame.col(2) = left.cross(up);
  return Quat(frame).normalized();
}

bool stands(const HumanoidJoints& found, std::span<const Transform> world) { return is_upright(up_of(found, world)); }

bool sides_are_swapped(const Rig& rig, const HumanoidJoints& found) {
  if (!is_upright(up_of(found, rig.stand))) return false;
  const Vec3 ahead = humanoid_facing(rig, found, rig.stand) * Vec3::UnitZ();
  const auto at = [&](int j) { return rig.stand[to_size(j)].translation; };
  double along = 0;
  for (const LimbJoints& leg : found.legs) {
    const Vec3 thigh = (at(leg.lower) - at(leg.upper)).normalized();
    const Vec3 shin = (at(leg.end) - at(leg.lower)).normalized();
    if (thigh.y() > -0.7 || shin.y() > -0.7) return false;
    Vec3 foot = Vec3::Zero();
    for (const int j : rig.subtree(leg.end)) {
      const Vec3 d = at(j) - at(leg.end);
      if (d.norm() > foot.norm()) foot = d;
    }
    along += foot.dot(ahead);
  }
  return along < -0.04 * rig.extent;
}

void set_humanoid_stance(const Rig& rig, const HumanoidJoints& found, Anatomy& anatomy) {
  Stance(rig, found, anatomy).set();
}

Vec3 in_stance(const Anatomy& anatomy, int body, const Vec3& rest_point) {
  Vec3 point = rest_point;
  // p' = s' + N (p - s) with s' the joint's own place in the stance, which the parent gives in the same way.
  Vec3 offset = Vec3::Zero();
  for (int b = body; b >= 0; b = anatomy.bodies[to_size(b)].parent) {
    const AnatomyBody& here = anatomy.bodies[to_size(b)];
    offset += here.neutral * (point - here.start);
    point = here.start;
  }
  return anatomy.bodies.front().start + offset;
}

double stance_height(const Rig& rig, const Anatomy& anatomy) {
  double lowest = 1e300;
  double highest = -1e300;
  for (std::size_t b = 0; b < anatomy.bodies.size(); ++b) {
    const AnatomyBody& body = anatomy.bodies[b];
    const Vec3 start = in_stance(anatomy, static_cast<int>(b), body.start);
    const auto add = [&](const Vec3& p) {
      const double y = (start + body.neutral * (p - body.start)).y();
      lowest = std::min(lowest, y);
      highest = std::max(highest, y);
    };
    add(body.end);
    for (const int j : body.joints) {
      // Tips, helpers and details are often astray (SNU's end sites) or beyond the figure (IK targets).
      if (!rig.is_minor(j)) add(rig.at(j));
      for (const Vec3& p : rig.skin[to_size(j)]) add(p);
    }
  }
  return highest - lowest;
}

}  // namespace sinew
