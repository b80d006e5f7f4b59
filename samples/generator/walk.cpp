#include <cmath>

#include "samples/generator/hero_pose.h"
#include "samples/generator/motions.h"

// A parametric gait at a self-selected speed. Timings and excursions are those of textbooks (Perry, "Gait analysis",
// 1992): stance for 62 % of the stride, the body's centre up and down by 4-5 cm twice a stride and from side to side by
// 4 cm once, pelvis 5 degrees of turn and 4 of drop to the side of the swinging leg, arms against the legs.

namespace sinew::samples {
namespace {

constexpr double kSpeed = 1.3;         // m/s
constexpr double kStride = 1.04;       // s, two steps
constexpr double kStance = 0.62;       // share of the stride
constexpr double kDuration = 5.0;      // s
constexpr double kHipHeight = 0.9235;  // mean height of the hips (m)

double heading(double s) { return rad(30) * ease(s, 1.2, 6.0); }

// The path's point at arc length s: the integral of the heading, by Simpson's rule.
Vec3 path(double s) {
  constexpr int kPanels = 48;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i <= 2 * kPanels; ++i) {
    const double weight = i == 0 || i == 2 * kPanels ? 1 : (i % 2 == 1 ? 4 : 2);
    const double angle = heading(s * i / (2 * kPanels));
    sum += weight * Vec3(std::sin(angle), 0, std::cos(angle));
  }
  return sum * s / (6 * kPanels);
}

FootTrack foot_track(int side) {
  const double left = side == 0 ? 1 : -1;
  std::vector<Footstep> steps;
  for (double strike = (side == 0 ? -2.0 : -1.5) * kStride; strike < kDuration + 2 * kStride; strike += kStride) {
    const double s = kSpeed * (strike + 0.266 * kStride);
    Footstep step{};
    step.strike = strike;
    step.flat = strike + 0.11 * kStride;
    step.heel_off = strike + 0.35 * kStride;
    step.toe_off = strike + kStance * kStride;
    step.place = path(s) + about_y(heading(s)) * Vec3(left * 0.052, 0.08, -0.02);
    step.yaw = heading(s) + left * rad(6);
    step.strike_pitch = rad(-19);
    step.strike_rate = rad(110);
    step.push_pitch = rad(13);
    step.off_pitch = rad(60);
    step.off_rate = rad(250);
    step.off_toe_pitch = rad(22);
    step.swing_pitch = rad(16);
    step.lift = 0.012;
    step.braking = {0, 4, -30};
    steps.push_back(step);
  }
  return {hero_foot_shape(), steps};
}

ArmPose swinging_arm(double phase) {
  const double turn = 2 * std::numbers::pi * phase;
  ArmPose arm;
  arm.flex = rad(4) - rad(21) * std::cos(turn);
  arm.abduct = rad(8);
  arm.twist = rad(8);
  arm.elbow = rad(24) - rad(11) * std::cos(turn - 0.35);
  arm.pronate = rad(12);
  arm.wrist = rad(8) - rad(4) * std::cos(turn - 0.7);
  return arm;
}

HeroPose walk_pose(const std::array<FootTrack, 2>& tracks, double t) {
  const double phase = t / kStride;  // the left foot strikes at whole numbers
  const auto wave = [&](double cycles, double shift) {
    return std::cos(2 * std::numbers::pi * (cycles * phase - shift));
  };
  const double s = kSpeed * t + 0.010 * wave(2, 0.15);
  const Quat facing = about_y(heading(s));
  HeroPose pose;
  pose.hips = path(s) + facing * Vec3(0.020 * wave(1, 0.30), kHipHeight - 0.025 * wave(2, 0.01), 0);
  const double turn = rad(-5) * wave(1, 0.0), drop = rad(3.5) * wave(1, 0.18);
  pose.hips_rotation = facing * about_y(turn) * about_z(drop) * about_x(rad(5) + rad(1) * wave(2, 0.2));
  pose.twist = -1.9 * turn;
  pose.lean = 0.9 * drop + rad(1.2) * wave(1, 0.30);
  pose.bend = rad(-2) + rad(1) * wave(2, 0.10);
  pose.head = facing * about_y(rad(1.0) * wave(1, 0.0)) * about_x(rad(3) + rad(0.8) * wave(2, 0.55));
  for (int side = 0; side < 2; ++side) {
    const auto k = static_cast<std::size_t>(side);
    pose.arms[k] = swinging_arm(phase + 0.5 * side);
    pose.feet[k] = tracks[k].at(t);
    const double out = side == 0 ? rad(4) : rad(-4);
    pose.knees[k] = facing * about_y(out) * Vec3::UnitZ();
  }
  return pose;
}

}  // namespace

Clip walk_clip(double frame_rate) {
  const std::array<FootTrack, 2> tracks = {foot_track(0), foot_track(1)};
  return make_hero_clip("walk", frame_rate, kDuration, [&](double t) { return walk_pose(tracks, t); });
}

}  // namespace sinew::samples
