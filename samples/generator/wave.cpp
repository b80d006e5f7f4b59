#include <cmath>

#include "samples/generator/motions.h"
#include "samples/generator/stand.h"

namespace sinew::samples {
namespace {

constexpr double kDuration = 3.8;  // (s)
constexpr double kRaise = 0.25, kUp = 1.0, kDown = 2.75, kDone = 3.55;

// The hand's swing to and fro: two a second, in and out softly.
double swing(double t, double delay) {
  const double u = t - delay;
  const double strength = ease(u, 0.80, 1.25) - ease(u, kDown - 0.35, kDown + 0.15);
  return strength * std::sin(2 * std::numbers::pi * 1.9 * (u - kUp));
}

ArmPose waving_arm(double t) {
  const ArmPose rest = relaxed_arm();
  const auto raised = [&](double from, double via, double to) {
    return Curve({{kRaise, from},
                  {0.5 * (kRaise + kUp), via},
                  {kUp, to},
                  {kDown, to},
                  {0.5 * (kDown + kDone), via},
                  {kDone, from}})
        .at(t);
  };
  ArmPose arm;
  arm.flex = raised(rest.flex, rad(24), rad(26));
  arm.abduct = raised(rest.abduct, rad(34), rad(72));
  arm.twist = raised(rest.twist, rad(-22), rad(-64));
  arm.elbow = raised(rest.elbow, rad(78), rad(98)) + rad(20) * swing(t, 0);
  arm.pronate = raised(rest.pronate, rad(6), rad(0));
  arm.wrist = raised(rest.wrist, rad(14), rad(-8));
  arm.wrist_side = rad(13) * swing(t, 0.09);
  arm.shrug = raised(0, rad(4), rad(11));
  return arm;
}

HeroPose wave_pose(double t) {
  HeroPose pose = standing_pose();
  const double up = ease(t, kRaise, kUp) - ease(t, kDown, kDone);
  const double shift = ease(t, 0.05, 1.1) - ease(t, kDown - 0.1, kDuration - 0.05);
  const double breath = std::sin(2 * std::numbers::pi * 0.3 * t);
  pose.hips += Vec3(0.038 * shift, -0.004 * shift, 0.004 * shift);
  pose.hips_rotation = about_y(rad(3) * shift) * about_z(rad(3.5) * shift) * about_x(rad(4));
  pose.lean = rad(5.0) * shift - rad(3.0) * up + rad(0.8) * swing(t, 0.05);
  pose.twist = rad(-4) * shift + rad(1.5) * swing(t, 0.03);
  pose.bend = rad(-2) + rad(0.8) * breath;
  pose.head = about_y(rad(-5) * up) * about_z(rad(4) * up - rad(1.0) * swing(t, 0.1)) * about_x(rad(2) - rad(3) * up);
  pose.arms[0] = relaxed_arm();
  pose.arms[0].abduct += rad(2) * shift + rad(0.6) * breath;
  pose.arms[0].flex += rad(1.5) * swing(t, 0.12);
  pose.arms[1] = waving_arm(t);
  return pose;
}

}  // namespace

Clip wave_clip(double frame_rate) { return make_hero_clip("wave", frame_rate, kDuration, wave_pose); }

}  // namespace sinew::samples
