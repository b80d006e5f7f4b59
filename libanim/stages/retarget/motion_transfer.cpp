#include "libanim/stages/retarget/motion_transfer.h"

#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// What a source joint has turned since the neutral stance: D = B N^-1.
Quat turn_from_stance(const RetargetRig& source, std::span<const Transform> world, int joint) {
  const std::size_t j = to_size(joint);
  return world[j].rotation * source.rest[j].rotation.conjugate() * source.neutral(joint).conjugate();
}

/// B_target = D (F_source F_target^-1) N_target.
Quat driven_turn(const RetargetRig& source, std::span<const Transform> world, const RetargetRig& target,
                 const JointDriver& driver) {
  Quat D = turn_from_stance(source, world, driver.source);
  if (driver.toward >= 0) {
    const Quat other = nearest_sign(turn_from_stance(source, world, driver.toward), D);
    D = D.slerp(driver.share, other);
  }
  return (D * source.facing * target.facing.conjugate() * target.neutral(driver.target)).normalized();
}

}  // namespace

CarriedMotion carry_motion(const RetargetRig& source, const Clip& clip, const RetargetRig& target,
                           std::span<const JointDriver> drivers, double root_scale) {
  CarriedMotion motion;
  motion.source_points = contact_tracks(source.figure, source.skeleton, clip);
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const std::vector<Transform> world = world_at(source.skeleton, clip, frame);
    std::vector<Quat>& turns = motion.turns.emplace_back();
    for (const JointDriver& driver : drivers) turns.push_back(driven_turn(source, world, target, driver));
    motion.hips.push_back(root_scale * source.hips(world));
    motion.lowest_of_trunk.push_back(source.lowest_of_trunk(world));
    motion.lowest_of_arms.push_back(source.lowest_of_arms(world));
  }
  return motion;
}

}  // namespace sinew
