#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/stages/synthesise/synth_character_parts.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A box that is wider than this times its thickness gets two capsules.
constexpr double kTwoCapsules = 1.3;
/// A torso that lies may tilt by this much to come to rest on trunk and head (unit: rad).
constexpr double kLargestTilt = 0.7;
constexpr int kTiltSteps = 350;
/// What is this near to the ground carries weight too (unit: m).
constexpr double kNear = 0.01;
/// The part of a trunk's breadth that a patch has: trunks are round.
constexpr double kPatchBreadth = 0.7;

bool is_trunk(Part part) {
  switch (part) {
    case Part::kPelvis:
    case Part::kAbdomen:
    case Part::kChest:
    case Part::kHead:
    case Part::kTrunk: return true;
    default: return false;
  }
}

/// A capsule along an axis of a box, moved aside.
SynthCapsule inside_box(const Transform& pose, const Vec3& half, int along, double radius, const Vec3& aside) {
  Vec3 reach = Vec3::Zero();
  reach[along] = half[along] - radius;
  return {pose * (aside - reach), pose * (aside + reach), radius};
}

void add_box(const Transform& pose, const Vec3& half, std::vector<SynthCapsule>& capsules) {
  std::array<int, 3> order{0, 1, 2};
  std::ranges::stable_sort(order, [&](int a, int b) { return half[a] < half[b]; });
  const double radius = half[order[0]];
  const double room = half[order[1]] - radius;
  Vec3 aside = Vec3::Zero();
  if (half[order[1]] > kTwoCapsules * radius) {
    aside[order[1]] = room;
    capsules.push_back(inside_box(pose, half, order[2], radius, -aside));
  }
  capsules.push_back(inside_box(pose, half, order[2], radius, aside));
}

/// Balls whose hull is the torso with the limbs' upper ends.
struct Ball {
  Vec3 centre;
  double radius;
};

std::vector<Ball> torso_balls(const SynthCharacter& character) {
  std::vector<Ball> balls;
  for (const SynthCapsule& capsule : character.capsules) {
    balls.push_back({capsule.start, capsule.radius});
    balls.push_back({capsule.end, capsule.radius});
  }
  for (const SynthLimb& limb : character.limbs) balls.push_back({limb.base, limb.upper_radius});
  return balls;
}

double depth_along(const std::vector<Ball>& balls, const Vec3& d) {
  double depth = -1e300;
  for (const Ball& ball : balls) depth = std::max(depth, d.dot(ball.centre) + ball.radius);
  return depth;
}

/// Where the torso comes to rest when it lies on its side `down`: tilted about the left-right axis until the centre of
/// mass is lowest.
Vec3 resting_direction(const std::vector<Ball>& balls, const Vec3& down) {
  Vec3 best = down;
  double least = depth_along(balls, down);
  for (int step = 1; step <= kTiltSteps; ++step) {
    const double tilt = kLargestTilt * step / kTiltSteps;
    for (const double angle : {-tilt, tilt}) {
      const Vec3 d = Eigen::AngleAxisd(angle, Vec3::UnitX()) * down;
      const double depth = depth_along(balls, d);
      if (depth >= least - 1e-9) continue;
      least = depth;
      best = d;
    }
  }
  return best;
}

double half_breadth(const std::vector<Ball>& balls) {
  double breadth = 0;
  for (const Ball& ball : balls) breadth = std::max(breadth, std::abs(ball.centre.x()) + ball.radius);
  return breadth;
}

/// A patch whose y is against d, with z as near as may be to `ahead`.
SynthPatch patch_against(const char* name, const Vec3& d, const Vec3& ahead, const Vec3& centre) {
  SynthPatch patch;
  patch.name = name;
  Mat3 R;
  R.col(1) = -d;
  R.col(2) = (ahead - d * d.dot(ahead)).normalized();
  R.col(0) = R.col(1).cross(R.col(2));
  patch.pose = {centre, Quat(R).normalized()};
  return patch;
}

/// The patch of a torso that lies: as long as what touches, with half of its thickness in all.
///
/// `legs` are balls at the ankles of straight legs: they have a say in where the body comes to rest.
SynthPatch lying_patch(const char* name, const std::vector<Ball>& balls, const std::vector<Ball>& legs,
                       const Vec3& down, const Vec3& ahead) {
  std::vector<Ball> all = balls;
  all.insert(all.end(), legs.begin(), legs.end());
  const Vec3 d = resting_direction(all, down);
  const double depth = depth_along(balls, d);
  SynthPatch patch = patch_against(name, d, ahead, depth * d);
  const Vec3 z = patch.pose.rotation * Vec3::UnitZ();
  // Below the centre of mass there is always something that carries: bellies are soft.
  std::array<double, 2> range{0, 0};
  double thickness = 0;
  for (const Ball& ball : balls) {
    if (d.dot(ball.centre) + ball.radius < depth - kNear) continue;
    range = {std::min(range[0], z.dot(ball.centre)), std::max(range[1], z.dot(ball.centre))};
    thickness = std::max(thickness, ball.radius);
  }
  patch.pose.translation += 0.5 * (range[0] + range[1]) * z;
  patch.half_length = 0.5 * (range[1] - range[0] + thickness);
  patch.half_width = kPatchBreadth * half_breadth(balls);
  return patch;
}

/// Makes a seat a ball as thick as the pelvis that touches the ground both when he sits and when he lies.
void round_off(SynthPatch& seat, double lowest, double radius, const SynthPatch& backrest) {
  const Vec3 down = backrest.pose.rotation * -Vec3::UnitY();
  const double depth = down.dot(backrest.pose.translation);
  const double height = radius - lowest;  // of the ball's centre
  seat.radius = radius;
  seat.pose.translation = {0, -lowest, (depth - radius - down.y() * height) / down.z()};
}

/// Below the pelvis, or the thighs where these are lower.
SynthPatch seat_patch(const SynthRig& rig, const SynthCharacter& character, const SynthPatch& backrest) {
  const Vec3 down = -Vec3::UnitY();
  const FigureBody& pelvis = rig.figure.bodies.front();
  const Transform& pose = rig.bodies.front();
  double lowest = -1e300;
  double breadth = 0;
  for (const SynthLimb& limb : character.limbs) {
    if (limb.kind != EffectorKind::kFoot) continue;
    lowest = std::max(lowest, limb.upper_radius - limb.base.y());
    breadth = std::max(breadth, std::abs(limb.base.x()) + limb.upper_radius);
  }
  lowest = std::max(lowest, depth_along(torso_balls(character), down));
  const double front = reach_along(pelvis, pose, Vec3::UnitZ());
  const double back = -reach_along(pelvis, pose, -Vec3::UnitZ());
  SynthPatch patch = patch_against("seat", down, Vec3::UnitZ(), {0, -lowest, 0.5 * (front + back)});
  patch.half_width = kPatchBreadth * breadth;
  patch.half_length = kPatchBreadth * 0.5 * (front - back);
  round_off(patch, lowest, 0.5 * (front - back), backrest);
  return patch;
}

}  // namespace

std::vector<SynthCapsule> trunk_capsules(const SynthRig& rig) {
  std::vector<SynthCapsule> capsules;
  for (int b = 0; b < rig.figure.body_count(); ++b) {
    const FigureBody& body = rig.figure.bodies[to_size(b)];
    if (!is_trunk(body.part)) continue;
    for (const FigureShape& shape : body.shapes) {
      const Transform pose = rig.bodies[to_size(b)] * shape.body_from_shape;
      const Vec3 reach = shape.kind == ShapeKind::kCapsule ? Vec3(0, shape.half_length, 0) : Vec3(Vec3::Zero());
      if (shape.kind == ShapeKind::kBox) {
        add_box(pose, shape.half, capsules);
      } else {
        capsules.push_back({pose * Vec3(-reach), pose * reach, shape.radius});
      }
    }
  }
  return capsules;
}

std::vector<SynthPatch> torso_patches(const SynthRig& rig, const SynthCharacter& character) {
  const std::vector<Ball> balls = torso_balls(character);
  if (!rig.anatomy.humanoid) return {lying_patch("belly", balls, {}, -Vec3::UnitY(), Vec3::UnitZ())};
  std::vector<Ball> legs;
  for (const SynthLimb& limb : character.limbs) {
    if (limb.kind == EffectorKind::kFoot) legs.push_back({limb.rest * limb.joint, limb.lower_radius});
  }
  const SynthPatch back = lying_patch("back", balls, legs, -Vec3::UnitZ(), Vec3::UnitY());
  return {seat_patch(rig, character, back), back, lying_patch("chest", balls, legs, Vec3::UnitZ(), Vec3::UnitY())};
}

}  // namespace sinew
