#include "libanim/stages/retarget/limb_ik.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/two_bone_ik.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

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
  const Vec3 wanted = bones.end + move;
  const Vec3 side = target.facing * (limb.is_foot() ? Vec3::UnitX() : Vec3(-Vec3::UnitX()));
  const Vec3 bend = turn(limb.upper) * (body(limb.upper).neutral.conjugate() * side);
  const TwoBoneTurn ik = correct_two_bones(bones, wanted, bend);
  turn(limb.upper) = (ik.upper * turn(limb.upper)).normalized();
  turn(limb.lower) = (ik.lower * turn(limb.lower)).normalized();
  turn(limb.end) = (exp_rotation(correction.turn[i]) * turn(limb.end)).normalized();
  const bool toes = limb.toes >= 0 && pose.slot(body(limb.toes).joint) >= 0;
  if (toes && correction.flat[i].norm() > 0.5) {
    Quat& toe = turn(limb.toes);
    toe = toe.slerp(std::clamp(correction.toes_flat[i], 0.0, 1.0), correction.flat[i]).normalized();
  }
  return (wanted - bones.root).norm() - (ik.reached - bones.root).norm();
}

}  // namespace sinew
