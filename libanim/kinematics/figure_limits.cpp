#include "libanim/kinematics/figure_limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Degrees = std::array<std::array<double, 2>, 3>;

// Ranges of a left joint about x (twist), y (flexion) and z, lower and upper, in degrees. Sources: AAOS = American
// Academy of Orthopaedic Surgeons 1965, "Joint Motion: Method of Measuring and Recording"; K = Kapandji, "The
// Physiology of the Joints"; I = Inman, Saunders and Abbott 1944, "Observations on the function of the shoulder joint".

// Rotation out/in 45/45, extension 30 / flexion 120, abduction 45 / adduction 30 (AAOS).
constexpr Degrees kHip = {{{-45, 45}, {-30, 120}, {-45, 30}}};
// Flexion 135 (AAOS) to 160 (K, passive).
constexpr Degrees kKnee = {{{0, 0}, {0, 150}, {0, 0}}};
// Inversion 35 / eversion 15 (AAOS), plantar 50 (AAOS) / dorsal flexion 30 (K), abduction and adduction (K).
constexpr Degrees kAnkle = {{{-35, 15}, {-50, 30}, {-20, 20}}};
// Flexion 45 / extension 70 of the great toe (AAOS).
constexpr Degrees kToe = {{{0, 0}, {-45, 70}, {0, 0}}};
// Lumbar spine (K): extension 35 / flexion 60, lateral 20; the spine's rotation of 40 is halved between the two.
constexpr Degrees kLumbar = {{{-20, 20}, {-35, 60}, {-20, 20}}};
// Thoracic spine (K): extension 25 / flexion 45, lateral 20.
constexpr Degrees kThoracic = {{{-20, 20}, {-25, 45}, {-20, 20}}};
// Cervical spine (K): rotation 80, flexion and extension 130 in all, lateral 45; half of it each for neck and head.
constexpr Degrees kHalfCervical = {{{-40, 40}, {-37.5, 30}, {-22.5, 22.5}}};
// Axial rotation 30, depression 10 / elevation 40, retraction 30 / protraction 30 (I, rounded).
constexpr Degrees kSternum = {{{-30, 30}, {-10, 40}, {-30, 30}}};
// Rotation out 90 (AAOS) / in 95 (K), extension 60 / flexion 180, abduction 180 / adduction 75 (AAOS).
constexpr Degrees kShoulder = {{{-90, 95}, {-60, 180}, {-180, 75}}};
// Flexion 150 (AAOS).
constexpr Degrees kElbow = {{{0, 0}, {0, 150}, {0, 0}}};
// Pronation and supination 80 each, extension 70 / flexion 80, radial 20 / ulnar 30 (AAOS).
constexpr Degrees kWrist = {{{-80, 80}, {-70, 80}, {-20, 30}}};

constexpr Degrees kCreatureLimb = {{{-45, 45}, {-110, 110}, {-60, 60}}};
constexpr Degrees kCreaturePaw = {{{-30, 30}, {-90, 90}, {-30, 30}}};
constexpr Degrees kCreatureTrunk = {{{-30, 30}, {-45, 45}, {-45, 45}}};
constexpr Degrees kCreatureTail = {{{-30, 30}, {-60, 60}, {-60, 60}}};
constexpr Degrees kCreatureHead = {{{-60, 60}, {-75, 75}, {-75, 75}}};

Degrees sum(const Degrees& a, const Degrees& b) {
  Degrees result = a;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t end = 0; end < 2; ++end) result[axis][end] += b[axis][end];
  }
  return result;
}

Degrees degrees(const Anatomy& anatomy, Part part) {
  const auto has = [&](Part p) { return find_part(anatomy, p, Side::kCentre) >= 0; };
  switch (part) {
    case Part::kThigh: return kHip;
    case Part::kShin: return kKnee;
    case Part::kFoot: return kAnkle;
    case Part::kToes: return kToe;
    case Part::kAbdomen: return kLumbar;
    case Part::kChest: return has(Part::kAbdomen) ? kThoracic : sum(kLumbar, kThoracic);
    case Part::kNeck: return kHalfCervical;
    case Part::kHead:
      if (!anatomy.humanoid) return kCreatureHead;
      return has(Part::kNeck) ? kHalfCervical : sum(kHalfCervical, kHalfCervical);
    case Part::kClavicle: return kSternum;
    case Part::kUpperArm: return kShoulder;
    case Part::kForearm: return kElbow;
    case Part::kHand: return kWrist;
    case Part::kPaw: return kCreaturePaw;
    case Part::kTail: return kCreatureTail;
    case Part::kPelvis:
    case Part::kTrunk: return kCreatureTrunk;
    default: return kCreatureLimb;
  }
}

}  // namespace

JointRange joint_range(const Anatomy& anatomy, int body) {
  const AnatomyBody& bone = anatomy.bodies[to_size(body)];
  const Degrees table = degrees(anatomy, bone.part);
  JointRange range;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    range.lower[axis] = table[axis][0] * std::numbers::pi / 180;
    range.upper[axis] = table[axis][1] * std::numbers::pi / 180;
  }
  return bone.side == Side::kRight ? mirrored(range) : range;
}

JointRange mirrored(const JointRange& range) {
  JointRange result = range;
  for (const std::size_t axis : {0U, 2U}) {
    result.lower[axis] = -range.upper[axis];
    result.upper[axis] = -range.lower[axis];
  }
  return result;
}

JointRange united(const JointRange& a, const JointRange& b) {
  JointRange result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result.lower[axis] = std::min(a.lower[axis], b.lower[axis]);
    result.upper[axis] = std::max(a.upper[axis], b.upper[axis]);
  }
  return result;
}

}  // namespace sinew
