#include <algorithm>
#include <array>
#include <cmath>

#include "samples/generator/foot_track.h"
#include "samples/generator/hound.h"
#include "samples/generator/motions.h"
#include "samples/generator/puppet.h"

// A trot: diagonal legs together, a short float between the two pairs. The trunk is lowest when a pair carries it and
// highest in the float; scapulae swing with the forelegs, the spine bends to the side of the hind leg that comes
// forward.

namespace sinew::samples {
namespace {

constexpr double kSpeed = 1.6;     // m/s
constexpr double kStride = 0.48;   // s
constexpr double kStance = 0.42;   // share of the stride
constexpr double kDuration = 3.6;  // s

struct Leg {
  int pastern;   ///< the joint that stands for the ankle
  double phase;  ///< of the stride at which the paw strikes
  FootTrack track;
};

FootTrack paw_track(const Skeleton& skeleton, int pastern, double phase, bool fore) {
  const auto rest = rest_world(skeleton);
  const auto at = [&](int joint) -> const Vec3& { return rest[static_cast<std::size_t>(joint)].translation; };
  const Vec3 ankle = at(pastern);
  Vec3 pad = at(pastern + 2) - ankle;
  pad.y() = -ankle.y();
  const FootShape shape{std::nullopt, at(pastern + 1) - ankle, pad};
  std::vector<Footstep> steps;
  for (double strike = (phase - 3) * kStride; strike < kDuration + 2 * kStride; strike += kStride) {
    Footstep step{};
    step.strike = strike;
    step.flat = strike + 0.12 * kStride;
    step.heel_off = strike + 0.20 * kStride;
    step.toe_off = strike + kStance * kStride;
    const double middle = strike + 0.5 * kStance * kStride;
    step.place = Vec3(0.75 * ankle.x(), ankle.y(), ankle.z() + kSpeed * middle + (fore ? 0.005 : 0.045));
    step.strike_pitch = fore ? rad(-14) : rad(-8);
    step.strike_rate = rad(160);
    step.push_pitch = fore ? rad(16) : rad(14);
    step.off_pitch = fore ? rad(52) : rad(46);
    step.off_rate = fore ? rad(640) : rad(520);
    step.off_toe_pitch = rad(28);
    step.swing_pitch = fore ? rad(78) : rad(46);
    step.lift = fore ? 0.075 : 0.070;
    step.braking = {0, 4, -14};
    steps.push_back(step);
  }
  return {shape, steps};
}

std::array<Leg, 4> make_legs(const Skeleton& skeleton) {
  const auto leg = [&](int pastern, double phase, bool fore) {
    return Leg{pastern, phase, paw_track(skeleton, pastern, phase, fore)};
  };
  return {leg(kLeftForePastern, 0.0, true), leg(kRightForePastern, 0.5, true), leg(kLeftHindPastern, 0.5, false),
          leg(kRightHindPastern, 0.0, false)};
}

double wave(double cycles, double t, double shift) {
  return std::cos(2 * std::numbers::pi * (cycles * t / kStride - shift));
}

void solve_trunk(Puppet& puppet, double t) {
  const double sway = wave(1, t, 0.0);  // the right hind and the left fore strike at its crest
  puppet.set_local(
      kPelvis, about_y(rad(3.5) * sway) * about_z(rad(2.0) * wave(1, t, 0.21)) * about_x(rad(1.0) * wave(2, t, 0.1)));
  puppet.set_local(kHoundSpine1, about_y(rad(-2.4) * sway) * about_x(rad(0.8) * wave(2, t, 0.35)));
  puppet.set_local(kHoundSpine2, about_y(rad(-2.6) * sway) * about_z(rad(-1.2) * wave(1, t, 0.21)));
  puppet.set_local(kHoundChest, about_y(rad(-1.8) * sway) * about_z(rad(-1.2) * wave(1, t, 0.21)));
  const Quat head = about_y(rad(-0.8) * sway) * about_x(rad(2) + rad(1.5) * wave(2, t, 0.55));
  const Quat turn = puppet.rotation(kHoundChest).conjugate() * about_x(rad(6) + rad(2.0) * wave(2, t, 0.40));
  puppet.set_local(kHoundNeck1, Quat::Identity().slerp(0.6, turn));
  puppet.set_world(kHoundNeck2, about_x(rad(5) + rad(1.5) * wave(2, t, 0.45)));
  puppet.set_world(kHoundHead, head);
  puppet.set_local(kHoundNose, Quat::Identity());
  for (int i = 0; i < 3; ++i) {
    const double lag = 0.12 * (i + 1);
    puppet.set_local(kTail1 + i, about_y(rad(7 + 2 * i) * wave(1, t, lag)) *
                                     about_x(rad(8 + 4 * i) + rad(3) * wave(2, t, 0.5 + lag)));
  }
  puppet.set_local(kTailEnd, Quat::Identity());
}

void solve_leg(Puppet& puppet, const Skeleton& skeleton, const Leg& leg, double t) {
  const bool fore = leg.pastern < kLeftHindUpperLeg;
  const int upper = leg.pastern - 2;
  if (fore) puppet.set_local(upper - 1, about_x(rad(-2) - rad(11) * wave(1, t, leg.phase - 0.02)));
  const Vec3& thigh = skeleton.joints[static_cast<std::size_t>(upper + 1)].rest.translation;
  const Vec3& shank = skeleton.joints[static_cast<std::size_t>(upper + 2)].rest.translation;
  const FootPose paw = leg.track.at(t);
  const auto bones = puppet.solve_limb(upper, thigh.cross(shank).normalized(), paw.ankle, Vec3(0, 0, fore ? -1 : 1));
  puppet.miss = std::max(puppet.miss, bones.miss);
  puppet.set_world(upper, bones.upper);
  puppet.set_world(upper + 1, bones.lower);
  puppet.set_world(upper + 2, paw.rotation);
  puppet.set_local(upper + 3, about_x(paw.toe_bend));
  puppet.set_local(upper + 4, Quat::Identity());
}

}  // namespace

Clip trot_clip(double frame_rate) {
  const Skeleton skeleton = hound_skeleton();
  const std::array<Leg, 4> legs = make_legs(skeleton);
  const Vec3 pelvis = skeleton.joints[0].rest.translation;
  return make_clip("trot", skeleton, frame_rate, kDuration, [&](double t) {
    const Vec3 sway(0.006 * wave(1, t, 0.21 + 0.5), -0.018 - 0.014 * wave(2, t, 0.42), kSpeed * t);
    Puppet puppet(skeleton, pelvis + sway);
    solve_trunk(puppet, t);
    for (const Leg& leg : legs) solve_leg(puppet, skeleton, leg, t);
    return puppet;
  });
}

}  // namespace sinew::samples
