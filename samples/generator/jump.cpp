#include <cmath>

#include "samples/generator/motions.h"
#include "samples/generator/stand.h"

// A countermovement jump. The centre of mass is given: in the air it flies by gravity alone, on the ground it follows
// quintics that take over position, velocity and acceleration. Hips and legs follow from it and from the feet.

namespace sinew::samples {
namespace {

constexpr double kGravity = 9.81;       // m/s^2
constexpr double kApex = 0.28;          // rise of the centre of mass after take-off (m)
constexpr double kTakeOffRise = 0.080;  // centre of mass at take-off above standing (m)
constexpr double kLandingDrop = 0.055;  // and at touch-down below standing (m)
constexpr double kTravel = 0.30;        // from stance to stance (m)
constexpr double kCrouched = 0.78;      // lowest point of the crouch (s)
constexpr double kTakeOff = 1.06;       // (s)
constexpr double kDuration = 2.7;       // (s)

double launch_speed() { return std::sqrt(2 * kGravity * kApex); }
double landing_speed() { return std::sqrt(2 * kGravity * (kApex + kTakeOffRise + kLandingDrop)); }
double touch_down() { return kTakeOff + (launch_speed() + landing_speed()) / kGravity; }

Footstep standing_step(int side, double z) {
  Footstep step{};
  step.place = standing_ankle(side, z);
  step.yaw = side == 0 ? kStandingToeOut : -kStandingToeOut;
  return step;
}

FootTrack foot_track(int side) {
  const double land = touch_down();
  Footstep before = standing_step(side, 0), after = standing_step(side, kTravel);
  before.strike = -2;
  before.flat = -1;
  before.strike_pitch = before.strike_rate = 0;
  before.heel_off = kCrouched + 0.06;
  before.toe_off = kTakeOff;
  before.push_pitch = rad(13);
  before.off_pitch = rad(40);
  before.off_rate = rad(200);
  before.off_toe_pitch = rad(12);
  before.launch = {0, 34, 0};
  after.strike = land;
  after.flat = land + 0.13;
  after.heel_off = kDuration + 1;
  after.toe_off = kDuration + 2;
  after.strike_pitch = rad(24);
  after.strike_rate = rad(-260);
  after.swing_pitch = rad(30);
  after.lift = 0.07;
  after.braking = {0, 26, 0};
  return {hero_foot_shape(), {before, after}};
}

/// Height of the centre of mass above standing.
double rise(double t) {
  const double land = touch_down();
  const Jet<double> stand{0, 0, 0}, crouch{-0.27, 0, 13}, launch{kTakeOffRise, launch_speed(), -kGravity};
  const Jet<double> touch{-kLandingDrop, -landing_speed(), -kGravity}, absorbed{-0.235, 0, 9};
  constexpr double kStart = 0.25, kRest = 1.0, kAbsorb = 0.20;
  if (t < kStart) return 0;
  if (t < kCrouched) return quintic(stand, crouch, kCrouched - kStart, t - kStart);
  if (t < kTakeOff) return quintic(crouch, launch, kTakeOff - kCrouched, t - kCrouched);
  const double air = t - kTakeOff;
  if (t < land) return kTakeOffRise + launch_speed() * air - 0.5 * kGravity * air * air;
  if (t < land + kAbsorb) return quintic(touch, absorbed, kAbsorb, t - land);
  if (t < land + kRest) return quintic(absorbed, stand, kRest - kAbsorb, t - land - kAbsorb);
  return 0;
}

/// The way forward of the centre of mass: even speed in the air.
double advance(double t, double standing, double fore) {
  const double land = touch_down();
  const double speed = (kTravel - fore - 0.02) / (land - kTakeOff);
  return Curve({{0.25, standing, 0.0},
                {kTakeOff, standing + fore, speed},
                {land, standing + fore + speed * (land - kTakeOff), speed},
                {land + 0.9, standing + kTravel, 0.0}})
      .at(t);
}

ArmPose jumping_arm(double t) {
  const double land = touch_down();
  const ArmPose ease_arm = relaxed_arm();
  ArmPose arm = ease_arm;
  arm.flex = Curve({{0.15, ease_arm.flex},
                    {0.62, rad(-40)},
                    {kTakeOff, rad(104), rad(360)},
                    {kTakeOff + 0.20, rad(140)},
                    {land - 0.02, rad(62)},
                    {land + 0.25, rad(8)},
                    {land + 0.55, rad(14)},
                    {kDuration - 0.1, ease_arm.flex}})
                 .at(t);
  arm.abduct = Curve({{0.15, ease_arm.abduct},
                      {0.70, rad(14)},
                      {kTakeOff, rad(18)},
                      {land, rad(26)},
                      {land + 0.3, rad(22)},
                      {kDuration - 0.1, ease_arm.abduct}})
                   .at(t);
  arm.elbow = Curve({{0.15, ease_arm.elbow},
                     {0.70, rad(26)},
                     {0.92, rad(38)},
                     {kTakeOff + 0.1, rad(24)},
                     {land, rad(42)},
                     {land + 0.3, rad(34)},
                     {kDuration - 0.1, ease_arm.elbow}})
                  .at(t);
  arm.twist =
      Curve({{0.15, ease_arm.twist}, {0.85, rad(-14)}, {land, rad(-8)}, {kDuration - 0.1, ease_arm.twist}}).at(t);
  arm.shrug = Curve({{0.7, 0.0}, {kTakeOff + 0.05, rad(14)}, {land, rad(3)}, {kDuration - 0.2, 0.0}}).at(t);
  return arm;
}

HeroPose jump_pose(const Skeleton& hero, const std::array<FootTrack, 2>& tracks, const Vec3& standing, double t) {
  const double land = touch_down();
  HeroPose pose = standing_pose();
  const double pitch = Curve({{0.2, rad(4)},
                              {kCrouched - 0.02, rad(42)},
                              {kTakeOff, rad(6)},
                              {kTakeOff + 0.22, rad(8)},
                              {land, rad(16)},
                              {land + 0.21, rad(40)},
                              {kDuration - 0.12, rad(4)}})
                           .at(t);
  pose.hips_rotation = about_x(pitch);
  pose.bend = Curve({{0.2, rad(-2)},
                     {kCrouched - 0.02, rad(20)},
                     {kTakeOff, rad(-8)},
                     {kTakeOff + 0.22, rad(2)},
                     {land, rad(8)},
                     {land + 0.22, rad(24)},
                     {kDuration - 0.12, rad(-2)}})
                  .at(t);
  pose.head = about_x(Curve({{0.2, rad(2)},
                             {kCrouched - 0.05, rad(20)},
                             {kTakeOff, rad(-12)},
                             {kTakeOff + 0.25, rad(4)},
                             {land, rad(16)},
                             {land + 0.24, rad(20)},
                             {kDuration - 0.12, rad(2)}})
                          .at(t));
  const double spread = rad(6) * (ease(t, 0.3, kCrouched) - ease(t, kCrouched, kTakeOff) + ease(t, land, land + 0.2) -
                                  ease(t, land + 0.3, kDuration - 0.2));
  for (std::size_t k = 0; k < 2; ++k) {
    pose.arms[k] = jumping_arm(t);
    pose.feet[k] = tracks[k].at(t);
    pose.knees[k] = about_y((k == 0 ? 1 : -1) * (kStandingToeOut + spread)) * Vec3::UnitZ();
  }
  return with_center_of_mass(hero, pose, {0, standing.y() + rise(t), advance(t, standing.z(), 0.075)});
}

}  // namespace

Clip jump_clip(double frame_rate) {
  const Skeleton hero = hero_skeleton();
  const std::array<FootTrack, 2> tracks = {foot_track(0), foot_track(1)};
  const Vec3 standing = hero_center_of_mass(solve(hero, standing_pose()).world());
  return make_hero_clip("jump", frame_rate, kDuration, [&](double t) { return jump_pose(hero, tracks, standing, t); });
}

}  // namespace sinew::samples
