#include "samples/generator/hero_pose.h"

#include <algorithm>
#include <cmath>

namespace sinew::samples {
namespace {

Quat mirrored(const Quat& q, int side) { return side == 0 ? q : Quat(q.w(), q.x(), -q.y(), -q.z()); }

std::size_t at(int side) { return static_cast<std::size_t>(side); }

void solve_trunk(const HeroPose& pose, Puppet& puppet) {
  puppet.set_local(kHips, pose.hips_rotation);
  constexpr std::array<double, 3> kShare = {0.34, 0.36, 0.30};
  for (int i = 0; i < 3; ++i) {
    const double share = kShare[at(i)];
    puppet.set_local(kSpine + i,
                     about_y(share * pose.twist) * about_x(share * pose.bend) * about_z(-share * pose.lean));
  }
  const Quat turn = puppet.rotation(kUpperChest).conjugate() * pose.head;
  puppet.set_local(kNeck, Quat::Identity().slerp(0.5, turn));
  puppet.set_world(kHead, pose.head);
}

// A point that moves out of reach is followed only as far as the arm goes easily: an arm that snaps straight
// would throw its elbow. Up to `kEasy` of the arm's length the point is kept.
Vec3 within_reach(const Vec3& shoulder, const Vec3& wrist, double arm_length) {
  constexpr double kEasy = 0.96, kRest = 0.03;
  const double share = (wrist - shoulder).norm() / arm_length;
  if (share <= kEasy) return wrist;
  return shoulder + (wrist - shoulder) / share * (kEasy + kRest * std::tanh((share - kEasy) / kRest));
}

// Both bones and the hand turn from where the angles put them to where the reach does.
void reach_out(const ArmReach& reach, int side, Puppet& puppet) {
  const int upper = kLeftUpperArm + side * kLimbJoints;
  std::array<Quat, 3> turned = {puppet.rotation(upper), puppet.rotation(upper + 1), puppet.rotation(upper + 2)};
  const double length = puppet.offset(upper + 1).norm() + puppet.offset(upper + 2).norm();
  const Vec3 wrist = within_reach(puppet.position(upper), reach.wrist, length);
  const auto bones = puppet.solve_limb(upper, Vec3(0, side == 0 ? -1 : 1, 0), wrist, reach.pole);
  if (reach.weight >= 1) puppet.miss = std::max(puppet.miss, (wrist - reach.wrist).norm());
  const std::array<Quat, 3> goal = {bones.upper, bones.lower, reach.hand};
  for (int i = 0; i < 3; ++i) puppet.set_world(upper + i, turned[at(i)].slerp(reach.weight, goal[at(i)]));
}

void solve_arm(const HeroPose& pose, int side, Puppet& puppet) {
  const ArmPose& arm = pose.arms[at(side)];
  const int first = kLeftShoulder + side * kLimbJoints;
  const auto set = [&](int joint, const Quat& left) { puppet.set_local(first + joint, mirrored(left, side)); };
  set(0, about_z(arm.shrug));
  set(1, about_x(-arm.flex) * about_z(arm.abduct - rad(90) - arm.shrug) * about_x(arm.twist));
  set(2, about_y(-arm.elbow) * about_x(arm.pronate));
  set(3, about_z(-arm.wrist) * about_y(-arm.wrist_side));
  if (pose.reach[at(side)].weight > 0) reach_out(pose.reach[at(side)], side, puppet);
  set(4, Quat::Identity());
}

void solve_leg(const HeroPose& pose, int side, Puppet& puppet) {
  const FootPose& foot = pose.feet[at(side)];
  const int first = kLeftUpperLeg + side * kLimbJoints;
  const auto bones = puppet.solve_limb(first, Vec3::UnitX(), foot.ankle, pose.knees[at(side)]);
  puppet.miss = std::max(puppet.miss, bones.miss);
  puppet.set_world(first, bones.upper);
  puppet.set_world(first + 1, bones.lower);
  puppet.set_world(first + 2, foot.rotation);
  puppet.set_local(first + 3, about_x(foot.toe_bend));
  puppet.set_local(first + 4, Quat::Identity());
}

}  // namespace

FootShape hero_foot_shape() { return {Vec3(0, -0.080, -0.035), {0, -0.055, 0.135}, {0, -0.080, 0.185}}; }

Puppet solve(const Skeleton& hero, const HeroPose& pose) {
  Puppet puppet(hero, pose.hips);
  solve_trunk(pose, puppet);
  puppet.set_local(kHeadTop, Quat::Identity());
  for (int side = 0; side < 2; ++side) {
    solve_arm(pose, side, puppet);
    solve_leg(pose, side, puppet);
  }
  return puppet;
}

Clip make_hero_clip(const std::string& name, double frame_rate, double duration,
                    const std::function<HeroPose(double)>& pose_at) {
  const Skeleton hero = hero_skeleton();
  return make_clip(name, hero, frame_rate, duration, [&](double t) { return solve(hero, pose_at(t)); });
}

FootPose flat_foot(const Vec3& place, double yaw) { return {place, about_y(yaw), 0.0, true}; }

HeroPose with_center_of_mass(const Skeleton& hero, HeroPose pose, const Vec3& target) {
  for (int i = 0; i < 60; ++i) {
    Vec3 error = target - hero_center_of_mass(solve(hero, pose).world());
    error.x() = 0;
    pose.hips += error;
    if (error.norm() < 1e-12) break;
  }
  return pose;
}

}  // namespace sinew::samples
