#include "libanim/kinematics/anatomy_tips.h"

#include <algorithm>

#include "libanim/kinematics/anatomy_stance.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// Shares of body height (Drillis and Contini 1966, as in Winter's "Biomechanics and Motor Control of Human Movement").
constexpr double kThighAndShank = 0.491;
constexpr double kHead = 0.130;
constexpr double kHand = 0.108;
constexpr double kAnkleHeight = 0.039;
// Foot length is 0.152; the ankle stands about a quarter of it before the heel, the ball of the foot at 0.7 of it.
constexpr double kAnkleToTip = 0.114;
constexpr double kBallToTip = 0.045;
// A tip joint nearer than this share of the extent marks no end (SNU's end sites lie on their joints).
constexpr double kMinTip = 0.01;

/// A direction without its part along `up`.
Vec3 level(const Vec3& v, const Vec3& up) { return v - up * v.dot(up); }

}  // namespace

std::optional<Vec3> tip_joint(const Rig& rig, int joint) {
  std::optional<Vec3> best;
  double longest = kMinTip * rig.extent;
  for (const int child : rig.children[to_size(joint)]) {
    const bool tip =
        rig.character->skeleton.joints[to_size(child)].end_site || rig.names[to_size(child)].word == JointWord::kHelper;
    const double length = (rig.at(child) - rig.at(joint)).norm();
    if (tip && rig.reach[to_size(child)] <= kMinTip * rig.extent && length > longest) {
      longest = length;
      best = rig.at(child);
    }
  }
  return best;
}

double reach_along(const Rig& rig, std::span<const int> joints, const Vec3& from, const Vec3& direction) {
  double farthest = 0;
  for (const int j : joints) {
    farthest = std::max(farthest, (rig.at(j) - from).dot(direction));
    for (const Vec3& p : rig.skin[to_size(j)]) farthest = std::max(farthest, (p - from).dot(direction));
  }
  return farthest;
}

double height_from_legs(const Rig& rig, const HumanoidJoints& found) {
  double sum = 0;
  for (const LimbJoints& leg : found.legs)
    sum += (rig.at(leg.upper) - rig.at(leg.lower)).norm() + (rig.at(leg.lower) - rig.at(leg.end)).norm();
  return sum / 2 / kThighAndShank;
}

Vec3 head_top(const Rig& rig, const HumanoidJoints& found) {
  const Vec3 up = rig.rest_from_stand(found.head) * (humanoid_facing(rig, found, rig.stand) * Vec3::UnitY());
  const Vec3 base = rig.at(found.head);
  const auto tip = tip_joint(rig, found.head);
  const Vec3 direction = tip ? Vec3((*tip - base).normalized()) : up;
  const double length = reach_along(rig, rig.subtree(found.head), base, direction);
  // Eyes and jaws of a face without skin do not reach the top of the head.
  const bool seen = tip || !rig.skin[to_size(found.head)].empty();
  return base + direction * (seen ? length : std::max(length, kHead * height_from_legs(rig, found)));
}

Vec3 foot_tip(const Rig& rig, const HumanoidJoints& found, const LimbJoints& leg) {
  const double height = height_from_legs(rig, found);
  const Quat facing = humanoid_facing(rig, found, rig.stand);
  const int last = leg.tip >= 0 ? leg.tip : leg.end;
  const Vec3 base = rig.at(last);
  const auto tip = tip_joint(rig, last);
  if (tip) return *tip;
  Vec3 up = facing * Vec3::UnitY();
  Vec3 ahead = facing * Vec3::UnitZ();
  if (leg.tip >= 0) {
    const Vec3 along = rig.stand[to_size(leg.tip)].translation - rig.stand[to_size(leg.end)].translation;
    const Vec3 flat = level(along, up);
    // Where the foot stands on its toes or the rest pose is none, the foot's own line is all there is.
    ahead = flat.norm() > 0.5 * along.norm() ? flat.normalized() : along.normalized();
  }
  up = rig.rest_from_stand(last) * up;
  ahead = rig.rest_from_stand(last) * ahead;
  const double skin = reach_along(rig, rig.subtree(last), base, ahead);
  if (skin > kMinTip * rig.extent) {
    const Vec3 end = base + ahead * skin;
    return leg.tip >= 0 ? end : end - up * reach_along(rig, rig.subtree(last), base, -up);
  }
  if (leg.tip >= 0) return base + ahead * kBallToTip * height;
  return base + ahead * kAnkleToTip * height - up * kAnkleHeight * height;
}

Vec3 hand_tip(const Rig& rig, const HumanoidJoints& found, const LimbJoints& arm) {
  const double height = height_from_legs(rig, found);
  const Vec3 elbow = rig.at(arm.lower);
  if (arm.end < 0) {
    const auto tip = tip_joint(rig, arm.lower);
    const Vec3 along = ((tip ? *tip : elbow) - rig.at(tip ? arm.lower : arm.upper)).normalized();
    const double skin = reach_along(rig, rig.subtree(arm.lower), elbow, along);
    // Without a hand joint the forearm reaches to the fingertips: 0.146 + 0.108 of the height.
    return elbow + along * (skin > kMinTip * rig.extent ? skin : 0.254 * height);
  }
  const Vec3 wrist = rig.at(arm.end);
  const Vec3 along = (wrist - elbow).normalized();
  const double seen = reach_along(rig, rig.subtree(arm.end), wrist, along);
  return wrist + along * (seen > kMinTip * rig.extent ? seen : kHand * height);
}

Vec3 leaf_tip(const Rig& rig, std::span<const int> joints, int joint, const Vec3& onward) {
  const Vec3 base = rig.at(joint);
  Vec3 farthest = base;
  Vec3 middle = Vec3::Zero();
  std::size_t count = 0;
  for (const int j : joints) {
    // Ears and jaws hang on a head, its bone does not go there.
    const bool detail = j != joint && rig.names[to_size(j)].word == JointWord::kDetail;
    if (!detail && (rig.at(j) - base).norm() > (farthest - base).norm()) farthest = rig.at(j);
    if (detail) continue;
    for (const Vec3& p : rig.skin[to_size(j)]) middle += p - base;
    count += rig.skin[to_size(j)].size();
  }
  Vec3 direction = farthest - base;
  if (direction.norm() < kMinTip * rig.extent && count > 0) direction = middle / static_cast<double>(count);
  if (direction.norm() < 1e-3 * rig.extent) direction = onward;
  if (direction.norm() < 1e-9) direction = Vec3::UnitY();
  direction.normalize();
  const double length = reach_along(rig, joints, base, direction);
  // Half the bone before it, where neither joint nor skin says more.
  return base + direction * (length > 1e-3 * rig.extent ? length : std::max(0.5 * onward.norm(), kMinTip * rig.extent));
}

}  // namespace sinew
