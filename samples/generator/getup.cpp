#include "samples/generator/floor_contact.h"
#include "samples/generator/motions.h"
#include "samples/generator/stand.h"

// From lying on the back to standing. Postures are keyed; where the body lies or sits, its height comes from
// the contact of its mesh with the floor, and feet and the supporting hand stay where they have been put.

namespace sinew::samples {
namespace {

constexpr double kSeatOff = 1.85;                       // the seat begins to leave the floor (s)
constexpr double kHandOff = 2.02;                       // the hand leaves it (s)
constexpr double kSquat = 2.80;                         // deepest point over the feet (s)
constexpr double kUpright = 4.20;                       // (s)
constexpr double kDuration = 4.7;                       // (s)
constexpr std::array<double, 2> kDrawn = {1.10, 1.30};  // feet flat on the floor from here (s)

double angle(std::vector<Key> degrees, double t) { return rad(Curve(std::move(degrees)).at(t)); }

/// Drawn up on its heel, put flat, then rolled over its toes in the squat.
FootPose foot(const FloorContact& floor, int side, double t) {
  const double left = side == 0 ? 1 : -1;
  const double drawn = kDrawn[static_cast<std::size_t>(side)], start = drawn - 0.85;
  const double yaw = left * angle({{start, 16}, {drawn, 9}}, t);
  const double pitch = angle({{start, -66},
                              {drawn - 0.25, -14},
                              {drawn, 0},
                              {kSeatOff - 0.05, 0},
                              {kSquat - 0.25, 17},
                              {kSquat + 0.35, 10},
                              {kSquat + 0.85, 0}},
                             t);
  const Vec3 place(left * Curve({{start, 0.14}, {drawn, 0.125}}).at(t), 0,
                   (side == 0 ? 0.03 : -0.03) + Curve({{start, side == 0 ? 0.34 : 0.40}, {drawn, 0.0}}).at(t));
  FootPose pose{place, about_y(yaw) * about_x(pitch), std::max(0.0, pitch) * -1.0, true};
  const double lift = 0.025 * bump((t - start) / (drawn - start));
  if (pitch <= 0) {
    pose.ankle.y() = floor.resting_ankle_height(side, pose.rotation) + lift;
    return pose;
  }
  const Vec3 toe_joint = hero_foot_shape().toe_joint;
  const double standing = floor.resting_ankle_height(side, about_y(yaw));
  pose.ankle += Vec3(0, standing, 0) + about_y(yaw) * toe_joint - pose.rotation * toe_joint;
  return pose;
}

ArmPose left_arm(double t) {
  ArmPose arm = relaxed_arm();
  arm.flex = angle({{0.5, -10}, {0.95, 8}, {1.5, 48}, {2.0, 62}, {kSquat, 98}, {3.5, 48}, {kUpright + 0.25, 4}}, t);
  arm.abduct = angle({{0.5, 17}, {1.0, 22}, {1.7, 16}, {kSquat, 10}, {kUpright, 8}}, t);
  arm.twist = angle({{0.5, -14}, {1.4, 4}, {kUpright, 8}}, t);
  arm.elbow = angle({{0.5, 18}, {1.0, 40}, {1.6, 28}, {kSquat, 32}, {3.6, 26}, {kUpright + 0.3, 16}}, t);
  arm.pronate = angle({{0.5, 34}, {1.6, 20}, {kUpright, 12}}, t);
  return arm;
}

ArmPose right_arm(double t) {
  ArmPose arm = relaxed_arm();
  arm.flex = angle({{kHandOff, 5}, {kSquat + 0.1, 88}, {3.6, 40}, {kUpright + 0.28, 4}}, t);
  arm.abduct = angle({{kHandOff, 30}, {kSquat, 16}, {kUpright, 8}}, t);
  arm.elbow = angle({{kHandOff, 30}, {kSquat, 40}, {3.6, 28}, {kUpright + 0.3, 16}}, t);
  return arm;
}

/// The left hand lies flat beside the body until the trunk rises.
ArmReach lying_hand(double t) {
  return {1 - ease(t, 0.45, 1.15), {0.335, 0.034, -0.50}, {1.0, 0.05, -0.3}, about_y(rad(-62))};
}

/// The right hand does too, then goes back to carry the sitting trunk until the feet carry it.
ArmReach support_hand(double t) {
  ArmReach reach;
  reach.weight = 1 - ease(t, kHandOff, kSquat + 0.05);
  reach.wrist = Curve3({{0.35, {-0.335, 0.034, -0.50}}, {1.2, {-0.295, 0.034, -0.56}}}).at(t);
  reach.wrist.y() += 0.02 * bump((t - 0.35) / 0.85) + 0.16 * ease(t, kHandOff, kSquat);
  reach.pole = Curve3({{0.35, {-1.0, 0.05, -0.3}}, {1.5, {-0.7, 0.1, -1.0}}}).at(t);
  reach.hand = about_y(angle({{0.35, 62}, {1.2, -20}}, t));
  return reach;
}

HeroPose posture(double t) {
  HeroPose pose;
  const double pitch =
      angle({{0.3, -90}, {0.85, -80}, {1.55, -38}, {1.95, -26}, {2.35, 8}, {kSquat, 38}, {3.4, 36}, {kUpright, 4}}, t);
  const double side = angle({{0.7, 0}, {1.5, 10}, {2.0, 11}, {kSquat, 0}}, t);
  pose.hips_rotation = about_z(side) * about_x(pitch);
  pose.hips = {Curve({{0.7, 0.0}, {1.5, -0.02}, {2.0, -0.035}, {kSquat, 0.0}}).at(t),
               Curve({{kSeatOff, 0.15}, {2.3, 0.28}, {kSquat, 0.385}, {kUpright, 0.958}}).at(t),
               Curve({{0.3, -0.50},
                      {0.9, -0.47},
                      {1.55, -0.41},
                      {kSeatOff, -0.39},
                      {2.3, -0.29},
                      {kSquat, -0.17},
                      {3.4, -0.12},
                      {kUpright, 0.0}})
                   .at(t)};
  pose.bend =
      angle({{0.25, 2}, {0.85, 24}, {1.4, 38}, {1.9, 32}, {2.3, 34}, {kSquat, 24}, {3.5, 12}, {kUpright + 0.1, -2}}, t);
  pose.lean = angle({{0.7, 0}, {1.5, -12}, {2.05, -12}, {kSquat, 0}}, t);
  pose.twist = angle({{0.6, 0}, {1.4, -12}, {2.1, -10}, {kSquat, 2}, {kUpright, 0}}, t);
  const double gaze =
      angle({{0.2, -88}, {0.85, -42}, {1.5, 0}, {2.1, 12}, {kSquat, 24}, {3.5, 14}, {kUpright + 0.2, 2}}, t);
  pose.head = about_y(angle({{0.5, 0}, {1.3, -14}, {2.0, -8}, {kSquat, 0}}, t)) * about_x(gaze);
  pose.arms = {left_arm(t), right_arm(t)};
  pose.reach = {lying_hand(t), support_hand(t)};
  const Vec3 knee = Curve3({{0.3, {0.10, 1, 0.05}},
                            {1.3, {0.16, 1, 0.35}},
                            {1.9, {0.20, 0.9, 0.7}},
                            {kSquat, {0.25, 0.3, 1}},
                            {kUpright, {0.14, 0, 1}}})
                        .at(t);
  pose.knees = {knee, Vec3(-knee.x(), knee.y(), knee.z())};
  return pose;
}

HeroPose getup_pose(const Skeleton& hero, const FloorContact& floor, double t) {
  HeroPose pose = posture(t);
  for (int side = 0; side < 2; ++side) pose.feet[static_cast<std::size_t>(side)] = foot(floor, side, t);
  const double risen = ease(t, kSeatOff, kSeatOff + 0.6);
  if (risen < 1) pose.hips.y() = (1 - risen) * floor.resting_hips_height(hero, pose) + risen * pose.hips.y();
  return pose;
}

}  // namespace

Clip getup_clip(double frame_rate) {
  const Skeleton hero = hero_skeleton();
  const FloorContact floor;
  return make_hero_clip("getup", frame_rate, kDuration, [&](double t) { return getup_pose(hero, floor, t); });
}

}  // namespace sinew::samples
