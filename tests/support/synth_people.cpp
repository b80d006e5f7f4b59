#include "tests/support/synth_people.h"

#include <cmath>
#include <tuple>

#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_starts.h"

namespace sinew::test {

namespace {

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); }

constexpr double kDegree = M_PI / 180;

/// A joint of the left side, in degrees; of the right side its mirror image.
SynthJoint joint(const Vec3& along, const Vec3& lower, const Vec3& upper, double side) {
  SynthJoint j;
  Mat3 axes;  // y to the right: forwards and toes up are positive
  axes << along, -Vec3::UnitX(), -along.cross(Vec3::UnitX());
  j.axes = Quat(axes);
  j.lower = kDegree * lower;
  j.upper = kDegree * upper;
  for (const int i : {0, 2}) {
    if (side < 0) {
      std::tie(j.lower[i], j.upper[i]) = std::pair(-j.upper[i], -j.lower[i]);
    }
  }
  return j;
}

/// About the end-effector's own axes, by the same angle each.
SynthJoint turning(double angle) {
  SynthJoint j;
  j.lower.setConstant(-angle);
  j.upper.setConstant(angle);
  return j;
}

SynthLimb leg(const std::string& name, double side) {
  SynthLimb limb;
  limb.name = name;
  limb.kind = EffectorKind::kFoot;
  limb.base = {0.1 * side, -0.07, 0};
  limb.upper = 0.43;
  limb.lower = 0.42;
  limb.joint = {0, 0.08, -0.05};
  limb.pole = Vec3::UnitZ();
  limb.half_width = 0.045;
  limb.half_length = 0.12;
  limb.upper_radius = 0.07;
  limb.lower_radius = 0.05;
  limb.friction = 1;
  limb.load = SynthCharacterOptions().foot_load;
  limb.mass = 11;
  limb.rest = {{0.1 * side, -0.97, 0.05}, Quat::Identity()};
  // As figures have them (figure_limits.cpp).
  limb.swing = joint(-Vec3::UnitY(), {-45, -30, -45}, {45, 120, 30}, side);
  limb.turn = joint(Vec3::UnitZ(), {-35, -50, -20}, {15, 30, 20}, side);
  limb.bend = 2.5;
  return limb;
}

SynthLimb arm(const std::string& name, double side) {
  SynthLimb limb;
  limb.name = name;
  limb.kind = EffectorKind::kHand;
  limb.base = {0.19 * side, 0.4, 0};
  limb.upper = 0.3;
  limb.lower = 0.27;
  limb.joint = {0, 0.03, -0.08};
  limb.pole = -Vec3::UnitZ();
  limb.half_width = 0.04;
  limb.half_length = 0.08;
  limb.upper_radius = 0.045;
  limb.lower_radius = 0.035;
  limb.grabs = true;
  limb.strength = SynthCharacterOptions().hand_strength;
  limb.load = SynthCharacterOptions().hand_load;
  limb.mass = 3.5;
  limb.mass_way = 0.45;
  // Fingers down, palms to the thighs: y points away from the thigh.
  Mat3 axes;
  axes.col(1) = Vec3::UnitX() * side;
  axes.col(2) = -Vec3::UnitY();
  axes.col(0) = axes.col(1).cross(axes.col(2));
  limb.rest.rotation = Quat(axes);
  limb.rest.translation = Vec3(0.24 * side, -0.135, 0.06) - limb.rest.rotation * limb.joint;
  limb.swing = joint(-Vec3::UnitY(), {-180, -60, -180}, {180, 180, 75}, side);
  limb.turn = turning(1.6);
  limb.bend = 2.6;
  return limb;
}

SynthPatch place(const std::string& name, const Vec3& at, const Vec3& inward, double half) {
  SynthPatch patch;
  patch.name = name;
  patch.pose = {at, Quat::FromTwoVectors(Vec3::UnitY(), inward)};
  patch.half_width = patch.half_length = half;
  return patch;
}

}  // namespace

SynthCharacter humanoid(const std::string& name) {
  SynthCharacter c;
  c.name = name;
  c.mass = 70;
  c.inertia = Vec3(9, 1.2, 8.5).asDiagonal();
  c.height = 1.75;
  c.stance = 0.97;
  c.limbs = {leg("left_foot", 1), leg("right_foot", -1), arm("left_hand", 1), arm("right_hand", -1)};
  // The seat is the lower end of the trunk's capsule.
  const Vec3 back_down = Vec3(0, -1, -1).normalized();
  c.patches = {place("seat", Vec3(0, -0.05, 0) + 0.12 * back_down, -back_down, 0.1),
               place("back", {0, 0.1, -0.12}, Vec3::UnitZ(), 0.2),
               place("chest", {0, 0.15, 0.12}, -Vec3::UnitZ(), 0.2)};
  c.patches.front().radius = 0.12;
  c.capsules = {{{0, -0.05, 0}, {0, 0.35, 0}, 0.12}, {{0, 0.6, 0.02}, {0, 0.66, 0.02}, 0.1}};
  return c;
}

SynthCharacter wide_humanoid() {
  SynthCharacter c = humanoid("wide");
  c.mass = 140;
  c.inertia = Vec3(20, 12, 26).asDiagonal();
  for (SynthLimb& limb : c.limbs) {
    limb.base.x() *= 3;
    limb.rest.translation.x() += limb.base.x() * 2 / 3;
  }
  c.capsules = {{{-0.35, 0.15, 0}, {0.35, 0.15, 0}, 0.25}, {{0, 0.6, 0.02}, {0, 0.66, 0.02}, 0.1}};
  for (SynthPatch& patch : c.patches) {
    patch.pose.translation.z() *= 2;
  }
  return c;
}

SynthCharacter quadruped() {
  SynthCharacter c;
  c.name = "quadruped";
  c.mass = 30;
  c.inertia = Vec3(1.6, 1.8, 0.5).asDiagonal();
  c.height = 0.7;
  c.stance = 0.5;
  for (const double ahead : {1., -1.}) {
    for (const double side : {1., -1.}) {
      SynthLimb limb = leg(std::string(ahead > 0 ? "front_" : "hind_") + (side > 0 ? "left" : "right") + "_foot", side);
      limb.base = {0.12 * side, 0, 0.3 * ahead};
      limb.mass = 0;
      limb.upper = 0.26;
      limb.lower = 0.26;
      limb.joint = {0, 0.03, 0};
      limb.pole = -Vec3::UnitZ() * ahead;
      limb.half_width = 0.03;
      limb.half_length = 0.04;
      limb.upper_radius = 0.04;
      limb.lower_radius = 0.025;
      limb.rest = {{0.12 * side, -0.5, 0.3 * ahead}, Quat::Identity()};
      limb.turn = turning(1.0);
      limb.swing = joint(-Vec3::UnitY(), {-45, -69, -69}, {45, 69, 69}, side);
      c.limbs.push_back(limb);
    }
  }
  c.capsules = {{{0, 0.02, -0.3}, {0, 0.02, 0.3}, 0.12}};
  return c;
}

SynthCharacter many_legged(int pairs) {
  const SynthCharacter dog = quadruped();
  SynthCharacter c = dog;
  c.name = "many_legged";
  c.limbs.clear();
  constexpr double kApart = 0.6;
  const double half = 0.5 * kApart * (pairs - 1);
  for (int i = 0; i < pairs; ++i) {
    for (std::size_t side : {0U, 1U}) {
      SynthLimb limb = dog.limbs[(2 * i < pairs ? 0U : 2U) + side];
      limb.name = std::to_string(i + 1) + (side == 0 ? "_left_foot" : "_right_foot");
      limb.base.z() = limb.rest.translation.z() = half - kApart * i;
      c.limbs.push_back(limb);
    }
  }
  const double longer = half / 0.3;
  c.mass = 15 * pairs;
  c.inertia = Vec3(1.6 * longer * longer, 1.8 * longer * longer, 0.5).asDiagonal();
  c.inertia *= 0.5 * pairs;
  c.capsules = {{{0, 0.02, -half}, {0, 0.02, half}, 0.12}};
  return c;
}

SynthStart standing(const SynthCharacter& character, const Vec3& at, double yaw) {
  SynthStart start;
  start.torso = {at + Vec3(0, character.stance, 0), about(Vec3::UnitY(), yaw)};
  for (const SynthLimb& limb : character.limbs) {
    start.effectors.push_back(start.torso * limb.rest);
  }
  return start;
}

SynthStart lying(const SynthCharacter& character, bool on_back) {
  return make_start(character, on_back ? StartPose::kOnBack : StartPose::kOnStomach, {});
}

SynthSurface ground() {
  SynthSurface s;
  s.name = "ground";
  return s;
}

SynthSurface box(const std::string& name, const Vec3& centre, const Vec3& half) {
  SynthSurface s;
  s.name = name;
  s.kind = SynthSurface::Kind::kBox;
  s.pose.translation = centre;
  s.half = half;
  return s;
}

}  // namespace sinew::test
