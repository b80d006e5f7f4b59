#include "libanim/stages/retarget/limb_ik.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/two_bone_ik.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Distance to aim at. Up to what the pose itself has nothing is softened, so that a limb which needs no correction
/// gets none; beyond, it approaches the full length.
double softened_reach(double wanted, double now, double length) {
  const double start = std::clamp(now, kSoftReach * length, 0.9999 * length);
  if (wanted <= start) return wanted;
  const double room = length - start;
  return start + room * (1 - std::exp(-(wanted - start) / room));
}

/// The distance that two_bone_ik has to be asked for, to reach `distance` after its own softening.
double before_softening(double distance, double length) {
  const double start = kSoftReach * length;
  if (distance <= start) return distance;
  const double room = length - start;
  return start - room * std::log(std::max(1e-9, 1 - (distance - start) / room));
}

}  // namespace

double comfortable_reach(double length, double now) { return std::max(0.985 * length, std::min(now, length)); }

bool is_driven(const RetargetRig& target, const TargetPose& pose, const Limb& limb) {
  return std::ranges::all_of(std::array{limb.upper, limb.lower, limb.end},
                             [&](int body) { return pose.slot(target.anatomy.bodies[to_size(body)].joint) >= 0; });
}

double apply_correction(const RetargetRig& target, const TargetPose& pose, const Limb& limb,
                        const LimbCorrection& correction, int frame, std::span<const Transform> world,
                        std::span<Quat> turns) {
  const std::size_t i = to_size(frame);
  const Vec3& move = correction.move[i];
  if (move.isZero(0) && correction.turn[i].isZero(0) && correction.toes_flat[i] <= 0) return 0;
  const auto body = [&](int b) -> const AnatomyBody& { return target.anatomy.bodies[to_size(b)]; };
  const auto at = [&](int b) { return world[to_size(body(b).joint)].translation; };
  const auto turn = [&](int b) -> Quat& { return turns[to_size(pose.slot(body(b).joint))]; };
  const TwoBones bones{at(limb.upper), at(limb.lower), at(limb.end)};
  const double length = (bones.middle - bones.root).norm() + (bones.end - bones.middle).norm();
  const double now = (bones.end - bones.root).norm();
  const Vec3 wanted = bones.end + move - bones.root;
  const double reach = softened_reach(wanted.norm(), now, length);
  const Vec3 side = target.facing * (limb.is_foot() ? Vec3::UnitX() : Vec3(-Vec3::UnitX()));
  const Vec3 bend = turn(limb.upper) * (body(limb.upper).neutral.conjugate() * side);
  const Vec3 aim = bones.root + before_softening(reach, length) * wanted.normalized();
  const TwoBoneTurn ik = two_bone_ik(bones, aim, bend);
  turn(limb.upper) = (ik.upper * turn(limb.upper)).normalized();
  turn(limb.lower) = (ik.lower * turn(limb.lower)).normalized();
  turn(limb.end) = (exp_rotation(correction.turn[i]) * turn(limb.end)).normalized();
  const bool toes = limb.toes >= 0 && pose.slot(body(limb.toes).joint) >= 0;
  if (toes && correction.flat[i].norm() > 0.5) {
    Quat& toe = turn(limb.toes);
    toe = toe.slerp(std::clamp(correction.toes_flat[i], 0.0, 1.0), correction.flat[i]).normalized();
  }
  return wanted.norm() - reach;
}

}  // namespace sinew
