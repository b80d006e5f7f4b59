#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/stages/synthesise/synth_character_bend.h"
#include "libanim/stages/synthesise/synth_character_parts.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Patches are no smaller than this, so that a point can carry a weight at all (unit: m).
constexpr double kLeastPatch = 0.005;
/// Of a hand's length from the wrist, the palm's part: its middle and half of its length.
constexpr double kPalmMiddle = 0.45;
constexpr double kPalmHalf = 0.3;
/// The palm is no farther than this share of the hand's length from the wrist's line: a thumb that points inwards makes
/// the hand's box thick (Rocketbox: 0.37).
constexpr double kThickestPalm = 0.2;
/// A leg whose knee is less than this share of its length off the line from hip to ankle counts as straight.
constexpr double kStraight = 0.06;

Quat axes(const Vec3& y, const Vec3& z) {
  Mat3 R;
  R.col(2) = z.normalized();
  R.col(1) = (y - R.col(2) * R.col(2).dot(y)).normalized();
  R.col(0) = R.col(1).cross(R.col(2));
  return Quat(R).normalized();
}

/// Extent of a body along an axis: from and to.
std::array<double, 2> extent(const SynthRig& rig, int body, const Vec3& axis) {
  const FigureBody& shaped = rig.figure.bodies[to_size(body)];
  const Transform& pose = rig.bodies[to_size(body)];
  return {-reach_along(shaped, pose, -axis), reach_along(shaped, pose, axis)};
}

/// Where a bone ends.
Vec3 bone_end(const SynthRig& rig, int body) {
  const AnatomyBody& bone = rig.anatomy.bodies[to_size(body)];
  return rig.bodies[to_size(body)] * (bone.end - rig.figure.bodies[to_size(body)].rest_position);
}

/// Level, where the toes point.
Vec3 toe_direction(const SynthRig& rig, int body) {
  Vec3 along = bone_end(rig, body) - rig.start(body);
  const double length = along.norm();
  along.y() = 0;
  return along.norm() > 0.3 * length ? along.normalized() : Vec3(Vec3::UnitZ());
}

/// The level rectangle below a body.
EffectorPatch sole(const SynthRig& rig, int body) {
  EffectorPatch patch;
  patch.pose.rotation = axes(Vec3::UnitY(), toe_direction(rig, body));
  const Vec3 x = patch.pose.rotation * Vec3::UnitX();
  const Vec3 z = patch.pose.rotation * Vec3::UnitZ();
  const auto across = extent(rig, body, x);
  const auto along = extent(rig, body, z);
  const double lowest = extent(rig, body, Vec3::UnitY())[0];
  patch.pose.translation = 0.5 * (across[0] + across[1]) * x + 0.5 * (along[0] + along[1]) * z + lowest * Vec3::UnitY();
  patch.half_width = 0.5 * (across[1] - across[0]);
  patch.half_length = 0.5 * (along[1] - along[0]);
  return patch;
}

/// The tip of a leg or arm that has no sole.
EffectorPatch tip(const SynthRig& rig, const SynthChain& chain) {
  const int last = chain.bones.back();
  EffectorPatch patch;
  const double radius = radius_of(rig, std::array{last});
  patch.pose.translation = chain.joint() - radius * Vec3::UnitY();
  patch.pose.rotation = axes(Vec3::UnitY(), toe_direction(rig, last));
  patch.half_width = patch.half_length = 0.7 * radius;
  return patch;
}

EffectorPatch paw(const SynthRig& rig, const SynthChain& chain) {
  if (chain.end < 0) return tip(rig, chain);
  return sole(rig, chain.end);
}

/// The palm. Arms hang at the sides with palms towards the thighs.
EffectorPatch palm(const SynthRig& rig, const SynthChain& chain) {
  const Vec3 outward = (chain.base().x() > 0 ? 1 : -1) * Vec3::UnitX();
  if (chain.end < 0) {
    EffectorPatch patch = tip(rig, chain);
    patch.pose.rotation = axes(outward, chain.joint() - chain.middle());
    return patch;
  }
  EffectorPatch patch;
  patch.pose.rotation = axes(outward, bone_end(rig, chain.end) - chain.joint());
  const Vec3 x = patch.pose.rotation * Vec3::UnitX();
  const Vec3 y = patch.pose.rotation * Vec3::UnitY();
  const Vec3 z = patch.pose.rotation * Vec3::UnitZ();
  const auto across = extent(rig, chain.end, x);
  const double length = extent(rig, chain.end, z)[1] - z.dot(chain.joint());
  patch.half_width = 0.5 * (across[1] - across[0]);
  patch.half_length = kPalmHalf * length;
  const double surface = std::max(extent(rig, chain.end, y)[0], y.dot(chain.joint()) - kThickestPalm * length);
  patch.pose.translation =
      0.5 * (across[0] + across[1]) * x + surface * y + (z.dot(chain.joint()) + kPalmMiddle * length) * z;
  return patch;
}

/// Knees of people point ahead, elbows back; other legs as the rest pose bends them, or like a dog's when straight.
Vec3 pole_of(const SynthRig& rig, const SynthChain& chain) {
  const Vec3 along = (chain.joint() - chain.base()).normalized();
  Vec3 pole = chain.middle() - chain.base();
  pole -= along * along.dot(pole);
  const bool straight = pole.norm() < kStraight * chain.length(0, static_cast<int>(chain.bones.size()));
  if (rig.anatomy.humanoid || straight) {
    const bool ahead = rig.anatomy.humanoid ? chain.kind == EffectorKind::kFoot : chain.base().z() <= 0;
    pole = (ahead ? 1 : -1) * Vec3::UnitZ();
  }
  return (pole - along * along.dot(pole)).normalized();
}

double distance_to(const SynthCapsule& capsule, const Vec3& point) {
  const Vec3 along = capsule.end - capsule.start;
  const double share = (point - capsule.start).dot(along) / std::max(along.squaredNorm(), 1e-12);
  return (point - capsule.start - std::clamp(share, 0.0, 1.0) * along).norm() - capsule.radius;
}

/// Arms that hang straight down go through a stout trunk: they are turned outwards until elbow, wrist and palm are
/// clear of it, or as clear as they get.
Transform hang_clear(const SynthChain& chain, const Vec3& palm, double radius, std::span<const SynthCapsule> trunk) {
  constexpr int kSteps = 50;
  constexpr double kMost = 1.0;  // (unit: rad)
  Transform best;
  double clearest = -1e300;
  for (int step = 0; step < kSteps && clearest < 0; ++step) {
    const double angle = kMost * step / kSteps;
    const Quat turn(Eigen::AngleAxisd(chain.base().x() > 0 ? angle : -angle, Vec3::UnitZ()));
    const Transform swing{chain.base() - turn * chain.base(), turn};
    double room = 1e300;
    for (const SynthCapsule& capsule : trunk) {
      room = std::min({room, distance_to(capsule, swing * chain.middle()), distance_to(capsule, swing * palm),
                       distance_to(capsule, swing * chain.joint()) - 0.5 * radius});
    }
    if (room <= clearest) continue;
    clearest = room;
    best = swing;
  }
  return best;
}

/// Largest angles of the joint above a body about each of its axes.
Vec3 largest_angles(const SynthRig& rig, int body) {
  const FigureJoint& joint = rig.figure.joints[to_size(body - 1)];
  Vec3 largest;
  for (const int i : {0, 1, 2}) largest[i] = std::max(-joint.lower[to_size(i)], joint.upper[to_size(i)]);
  return largest;
}

/// The joint above a body, with axes in the torso's frame as the neutral stance has them.
SynthJoint joint_above(const SynthRig& rig, int body) {
  const FigureJoint& joint = rig.figure.joints[to_size(body - 1)];
  SynthJoint result;
  result.axes = (rig.bodies[to_size(joint.parent)].rotation * joint.axes).normalized();
  result.lower = Vec3(joint.lower.data());
  result.upper = Vec3(joint.upper.data());
  return result;
}

/// Hip or shoulder. `hang`: by how much the limb's rest is turned from the neutral stance. Where elbows point is not
/// the search's to choose, and so the twist of an upper arm is free.
SynthJoint base_joint(const SynthRig& rig, const SynthChain& chain, const Quat& hang) {
  SynthJoint joint = joint_above(rig, chain.bones.front());
  joint.rest = hang.normalized();
  if (chain.kind == EffectorKind::kHand) {
    joint.lower.x() = -std::numbers::pi;
    joint.upper.x() = std::numbers::pi;
  }
  return joint;
}

/// Ankle or wrist, in the axes of its patch; free where the last bone itself ends in the patch.
SynthJoint end_joint(const SynthRig& rig, const SynthChain& chain, const EffectorPatch& patch) {
  if (chain.end < 0) return {};
  SynthJoint joint = joint_above(rig, chain.end);
  joint.axes = (patch.pose.rotation.conjugate() * joint.axes).normalized();
  return joint;
}

/// Largest bend of the two links that stand for a chain. Limits of joints count from the neutral stance.
double largest_bend(const SynthRig& rig, const SynthChain& chain, const SynthLimb& limb) {
  constexpr double kMost = 2.6;  // (unit: rad)
  const auto between = [&](double distance) {
    const double square = limb.upper * limb.upper + limb.lower * limb.lower;
    return std::acos(std::clamp((distance * distance - square) / (2 * limb.upper * limb.lower), -1.0, 1.0));
  };
  if (chain.bones.size() > 2) return std::min(between(ChainBend(chain, limb.pole).shortest()), kMost);
  const double neutral = between((chain.joint() - chain.base()).norm());
  return std::min(neutral + largest_angles(rig, chain.bones[1]).y(), kMost);
}

/// The mass of a chain, and how far along the limb it is.
void weigh(const SynthRig& rig, const SynthChain& chain, SynthLimb& limb) {
  std::vector<int> bodies = chain.bones;
  if (chain.end >= 0) bodies.push_back(chain.end);
  const Vec3 along = chain.joint() - chain.base();
  double moment = 0;
  for (const int b : bodies) {
    const double mass = rig.figure.bodies[to_size(b)].mass;
    limb.mass += mass;
    moment += mass * (rig.bodies[to_size(b)].translation - chain.base()).dot(along) / along.squaredNorm();
  }
  limb.mass_way = moment / limb.mass;
}

}  // namespace

EffectorPatch effector_patch(const SynthRig& rig, const SynthChain& chain) {
  return chain.kind == EffectorKind::kHand ? palm(rig, chain) : paw(rig, chain);
}

SynthLimb make_limb(const SynthRig& rig, const SynthChain& chain, std::span<const SynthCapsule> trunk,
                    const SynthCharacterOptions& options) {
  const bool hand = chain.kind == EffectorKind::kHand;
  const EffectorPatch patch = effector_patch(rig, chain);
  SynthLimb limb;
  limb.name = chain.name;
  limb.kind = chain.kind;
  limb.base = chain.base();
  limb.upper = chain.length(0, chain.split);
  limb.lower = chain.length(chain.split, static_cast<int>(chain.bones.size()));
  limb.joint = patch.pose.inverse() * chain.joint();
  limb.pole = pole_of(rig, chain);
  if (!hand && chain.end >= 0) {
    const auto height = extent(rig, chain.end, Vec3::UnitY());
    limb.thickness = height[1] - height[0];
  }
  limb.half_width = std::max(patch.half_width, kLeastPatch);
  limb.half_length = std::max(patch.half_length, kLeastPatch);
  const std::span<const int> bones = chain.bones;
  limb.upper_radius = radius_of(rig, bones.first(to_size(chain.split)));
  limb.lower_radius = radius_of(rig, bones.subspan(to_size(chain.split)));
  limb.friction = hand ? options.hand_friction : options.foot_friction;
  limb.grabs = hand && options.hands_grab;
  limb.strength = hand ? options.hand_strength : 1;
  limb.load = hand ? options.hand_load : options.foot_load;
  weigh(rig, chain, limb);
  limb.rest = patch.pose;
  if (hand) limb.rest = hang_clear(chain, patch.pose.translation, limb.lower_radius, trunk) * patch.pose;
  limb.swing = base_joint(rig, chain, limb.rest.rotation * patch.pose.rotation.conjugate());
  limb.turn = end_joint(rig, chain, patch);
  limb.bend = largest_bend(rig, chain, limb);
  return limb;
}

}  // namespace sinew
