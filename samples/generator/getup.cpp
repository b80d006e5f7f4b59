#include <cmath>

#include "samples/generator/floor_contact.h"
#include "samples/generator/motions.h"
#include "samples/generator/stand.h"

// From lying on the front to standing: up on hands and knees, back onto the heels, kneeling, one foot ahead, up. The
// centre of mass is over what carries it at any time, so that the motion may be as slow as one likes: hands and knees,
// then knees and toes, then a knee and a foot. Knees stay on the floor while the thighs turn about them.

namespace sinew::samples {
namespace {

constexpr double kSitBack = 2.5;                        // on the heels: the hands may leave (s)
constexpr double kKneel = 3.5;                          // upright on both knees (s)
constexpr std::array<double, 2> kStep = {3.55, 4.45};   // the right foot goes ahead (s)
constexpr double kRise = 4.6;                           // the left knee leaves the floor (s)
constexpr std::array<double, 2> kFollow = {4.93, 5.8};  // the left foot follows (s)
constexpr double kUpright = 6.4;                        // (s)
constexpr double kDuration = 6.9;                       // (s)

constexpr double kKneeHeight = 0.070;  // of a knee on the floor (m)
constexpr double kStand = 0.40;        // where the figure stands at last, ahead of the knees (m)
constexpr double kTucked = rad(86);    // pitch of a foot that stands on its toes behind a knee
constexpr double kApart = 0.105;       // feet and knees from the middle (m)

double angle(std::vector<Key> degrees, double t) { return rad(Curve(std::move(degrees)).at(t)); }

/// Lean of the thighs about the knees: positive when the hips are ahead of them.
double thigh_lean(double t, double lying) {
  return Curve({{0.4, lying}, {1.0, rad(52)}, {1.6, rad(4)}, {kSitBack, rad(-37)}, {kKneel, rad(-9)}, {kRise, rad(-3)}})
      .at(t);
}

class GetUp {
 public:
  GetUp() : hero_(hero_skeleton()) {
    const auto length = [&](int joint) {
      return hero_.joints[static_cast<std::size_t>(joint)].rest.translation.norm();
    };
    thigh_ = length(kLeftLowerLeg);
    shin_ = length(kLeftFoot);
    hip_ = hero_.joints[kLeftUpperLeg].rest.translation;
    for (int i = 0; i < 6; ++i) {
      const HeroPose pose = posture(0);
      const Vec3 hip = pose.hips + pose.hips_rotation * Vec3(0, hip_.y(), hip_.z());
      const double rest = hip.y() + floor_.resting_hips_height(hero_, pose) - pose.hips.y();
      lying_ = std::acos((rest - kKneeHeight) / thigh_);
    }
  }

  [[nodiscard]] const Skeleton& hero() const { return hero_; }

  [[nodiscard]] HeroPose posture(double t) const {
    HeroPose pose;
    set_trunk(t, pose);
    const Vec3 middle = hip_middle(t);
    pose.hips = middle - pose.hips_rotation * Vec3(0, hip_.y(), hip_.z());
    pose.feet = {left_foot(t), right_foot(t)};
    pose.knees = {left_knee(t), right_knee(t)};
    for (std::size_t k = 0; k < 2; ++k) {
      pose.arms[k] = arm(t);
      pose.reach[k] = hand(static_cast<int>(k), t);
    }
    return pose;
  }

 private:
  static void set_trunk(double t, HeroPose& pose) {
    const double pitch = angle({{0.4, 90},
                                {1.0, 92},
                                {1.6, 89},
                                {kSitBack, 77},
                                {kKneel, 6},
                                {kStep[1], 8},
                                {kRise + 0.3, 24},
                                {5.4, 14},
                                {kUpright, 4}},
                               t);
    pose.hips_rotation = about_x(pitch);
    pose.bend = angle({{0.4, 0}, {1.6, 4}, {kSitBack, 26}, {kKneel, 2}, {kRise + 0.3, 10}, {kUpright, -2}}, t);
    pose.head =
        about_x(angle({{0.3, 62}, {1.6, 62}, {kSitBack, 74}, {kKneel, 8}, {kRise + 0.3, 22}, {kUpright, 2}}, t));
  }

  /// The middle between the hip joints: on an arc about the knees, then up over the right foot.
  [[nodiscard]] Vec3 hip_middle(double t) const {
    const double lean = thigh_lean(t, lying_);
    const double x = Curve({{kKneel, 0.0},
                            {kStep[0] + 0.3, 0.045},
                            {kStep[1], 0.03},
                            {kFollow[0], -0.075},
                            {kFollow[1] - 0.15, -0.06},
                            {kUpright, 0.0}})
                         .at(t);
    const Vec3 on_knees(x, kKneeHeight + thigh_ * std::cos(lean), thigh_ * std::sin(lean));
    const Vec3 risen = Curve3({{kRise, {0, 0, 0}},
                               {5.0, {0, 0.14, 0.215}},
                               {5.5, {0, 0.37, 0.365}},
                               {kUpright, {0, standing_hip_ - kKneeHeight - thigh_, kStand + 0.022}}})
                           .at(t);
    return on_knees + risen;
  }

  /// The ankle behind a knee on the floor, with the toes' tips on the floor.
  [[nodiscard]] FootPose tucked(int side, double pitch) const {
    const double left = side == 0 ? 1 : -1;
    const Quat rotation = about_x(pitch);
    const double height = floor_.resting_ankle_height(side, rotation);
    const double back = std::sqrt(shin_ * shin_ - (height - kKneeHeight) * (height - kKneeHeight));
    return {Vec3(left * kApart, height, -back), rotation, 0.0, true};
  }

  [[nodiscard]] FootPose standing(int side) const {
    return flat_foot(standing_ankle(side, kStand), (side == 0 ? 1 : -1) * kStandingToeOut);
  }

  /// From behind the knee to a stand; `lift` raises the way between.
  [[nodiscard]] FootPose stepping(int side, double t, const FootPose& from, std::array<double, 2> time, double lift,
                                  const std::vector<Key>& degrees) const {
    const FootPose to = standing(side);
    const double share = ease(t, time[0], time[1]);
    const double pitch = angle(degrees, t);
    FootPose foot{from.ankle + share * (to.ankle - from.ankle),
                  about_y(share * (side == 0 ? 1 : -1) * kStandingToeOut) * about_x(pitch), 0.0, true};
    foot.ankle.y() += lift * bump((t - time[0]) / (time[1] - time[0]));
    return foot;
  }

  [[nodiscard]] FootPose right_foot(double t) const {
    if (t <= kStep[0]) return tucked(1, kTucked);
    return stepping(1, t, tucked(1, kTucked), kStep, 0.10,
                    {{kStep[0], 86}, {kStep[0] + 0.35, 72}, {kStep[0] + 0.55, 36}, {kStep[1], 0}});
  }

  /// Pushes off from its toes, then follows.
  [[nodiscard]] FootPose left_foot(double t) const {
    const FootPose knelt = tucked(0, kTucked);
    if (t <= kRise) return knelt;
    const Vec3 tip = hero_foot_shape().toe_tip;
    const Vec3 toe = knelt.ankle + knelt.rotation * tip;
    const double pitch = angle({{kRise, 86}, {kFollow[0], 66}}, t);
    FootPose rolling{toe - about_x(pitch) * tip, about_x(pitch), 0.0, true};
    rolling.ankle.y() = floor_.resting_ankle_height(0, rolling.rotation);
    if (t <= kFollow[0]) return rolling;
    return stepping(0, t, rolling, kFollow, 0.12,
                    {{kFollow[0], 66}, {kFollow[0] + 0.3, 62}, {kFollow[0] + 0.55, 26}, {kFollow[1], 0}});
  }

  static Vec3 left_knee(double t) {
    return Curve3({{0.4, {0.05, -1, 0.1}}, {1.6, {0.05, -0.6, 1}}, {kRise, {0.05, -0.4, 1}}, {5.2, {0.1, 0, 1}}}).at(t);
  }
  static Vec3 right_knee(double t) {
    return Curve3({{0.4, {-0.05, -1, 0.1}},
                   {1.6, {-0.05, -0.6, 1}},
                   {kStep[0], {-0.05, -0.4, 1}},
                   {kStep[0] + 0.4, {-0.1, 0.3, 1}},
                   {kStep[1], {-0.1, 0.2, 1}},
                   {kUpright, {-0.1, 0, 1}}})
        .at(t);
  }

  static ArmPose arm(double t) {
    const ArmPose ease_arm = relaxed_arm();
    ArmPose arm = ease_arm;
    arm.flex = angle({{kSitBack, 60}, {kKneel, 12}, {kRise + 0.3, 28}, {kUpright, ease_arm.flex / rad(1)}}, t);
    arm.elbow = angle({{kSitBack, 30}, {kKneel, 26}, {kRise + 0.3, 34}, {kUpright, ease_arm.elbow / rad(1)}}, t);
    return arm;
  }

  /// Flat on the floor beside the chest until the weight is on the knees and toes.
  static ArmReach hand(int side, double t) {
    const double left = side == 0 ? 1 : -1;
    ArmReach reach;
    reach.weight = 1 - ease(t, kSitBack - 0.05, kSitBack + 0.75);
    reach.wrist = Vec3(left * 0.27, 0.034 + 0.22 * ease(t, kSitBack - 0.05, kSitBack + 0.35), 0.555);
    reach.pole = Vec3(left, 0.5, -0.6);
    reach.hand = about_y(left * rad(-62));
    return reach;
  }

  Skeleton hero_;
  FloorContact floor_;
  double thigh_ = 0;
  double shin_ = 0;
  Vec3 hip_ = Vec3::Zero();  ///< of the left hip joint from the hips
  double standing_hip_ = 0.923;
  double lying_ = rad(84);
};

}  // namespace

Clip getup_clip(double frame_rate) {
  const GetUp getup;
  return make_hero_clip("getup", frame_rate, kDuration, [&](double t) { return getup.posture(t); });
}

}  // namespace sinew::samples
