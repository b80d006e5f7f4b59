#include "libanim/stages/retarget/stiff_leg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/contact_detection.h"
#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/model/figure_leg.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Share of the figure's height.
constexpr double kSoft = 0.002;

/// 0 far below the ground, the height itself far above, a parabola between.
double raised(double height, double soft) {
  if (std::abs(height) >= soft) return std::max(height, 0.0);
  return (height + soft) * (height + soft) / (4 * soft);
}

/// The smallest turn about `axis` that raises the end of `arm` by `height`, or as far as it goes; `axis` turns it up.
double angle_to_raise(const Vec3& arm, const Vec3& axis, double height) {
  // y(a) = level + c cos a + s sin a
  const double level = axis.y() * axis.dot(arm);
  const double c = arm.y() - level;
  const double s = axis.cross(arm).y();
  const double reach = std::hypot(c, s);
  if (reach < 1e-9) return 0;
  const double wanted = std::clamp((arm.y() + height - level) / reach, -1.0, 1.0);
  // The peak is ahead, also where a foot hangs down steeply and its tip first goes down on the way.
  const double peak = std::atan2(s, c);
  return std::max(0.0, (peak < 0 && c < 0 ? peak + 2 * std::numbers::pi : peak) - std::acos(wanted));
}

}  // namespace

struct StiffLeg::Pose {
  std::vector<Transform> joints;  ///< world_from_joint
  std::vector<Transform> bodies;
  Vec3 ankle, heel, tip;
};

StiffLeg::StiffLeg(Take& take, int foot, int heel, int tip)
    : take_(&take),
      foot_(foot),
      shin_(take.figure.joints[to_size(foot) - 1].parent),
      thigh_(take.figure.joints[to_size(shin_) - 1].parent),
      heel_(heel),
      tip_(tip) {}

std::optional<StiffLeg> StiffLeg::find(Take& take, Side side) {
  const Figure& figure = take.figure;
  const auto leg = find_leg(figure, side);
  if (!leg) return std::nullopt;
  int heel = -1;
  int tip = -1;
  for (int p = 0; p < static_cast<int>(figure.points.size()); ++p) {
    const FigureContactPoint& point = figure.points[to_size(p)];
    if (point.body != leg->foot) continue;
    if (point.name.ends_with("_heel")) heel = p;
    if (point.name.ends_with("_toe")) tip = p;
  }
  if (heel < 0 || tip < 0) return std::nullopt;
  return StiffLeg(take, leg->foot, heel, tip);
}

double StiffLeg::soft() const { return kSoft * take_->figure.height; }

StiffLeg::Pose StiffLeg::pose(int frame) const {
  const Figure& figure = take_->figure;
  Pose pose;
  pose.joints = world_at(take_->character.skeleton, take_->reference, frame);
  pose.bodies = bodies_from_pose(figure, take_->character.skeleton, pose.joints);
  const auto point = [&](int p) { return pose.bodies[to_size(foot_)] * figure.points[to_size(p)].position; };
  pose.ankle = pose.bodies[to_size(foot_)] * figure.joints[to_size(foot_) - 1].child_anchor;
  pose.heel = point(heel_);
  pose.tip = point(tip_);
  return pose;
}

double StiffLeg::above_ground(const Vec3& point) const {
  const double ground = ground_height(take_->scene, point.x(), point.z());
  return point.y() - (std::isfinite(ground) ? ground : 0.0);
}

void StiffLeg::set_rotation(int frame, int joint, const Quat& world) {
  const Skeleton& skeleton = take_->character.skeleton;
  const int parent = skeleton.joints[to_size(joint)].parent;
  const Quat above =
      parent == kNoParent ? Quat::Identity() : world_at(skeleton, take_->reference, frame)[to_size(parent)].rotation;
  Quat& local = take_->reference.frame_rotations(frame)[to_size(joint)];
  const Quat turned = (above.conjugate() * world).normalized();
  local = turned.dot(local) < 0 ? Quat(-turned.coeffs()) : turned;
}

std::vector<bool> StiffLeg::planted() const {
  std::array<std::vector<Vec3>, 2> tracks;
  std::array<std::vector<double>, 2> ground;
  for (int frame = 0; frame < take_->reference.frames(); ++frame) {
    const Pose now = pose(frame);
    for (const std::size_t end : {0U, 1U}) {
      tracks[end].push_back(end == 0 ? now.heel : now.tip);
      ground[end].push_back(tracks[end].back().y() - above_ground(tracks[end].back()));
    }
  }
  std::vector<bool> any(tracks[0].size(), false);
  for (const std::size_t end : {0U, 1U}) {
    const auto stands = planted_frames(tracks[end], ground[end], take_->reference.frame_rate, take_->figure.height);
    for (std::size_t f = 0; f < any.size(); ++f) any[f] = any[f] || stands[f];
  }
  return any;
}

double StiffLeg::depth(int frame) const {
  const Pose now = pose(frame);
  return std::max(0.0, -std::min(above_ground(now.tip), above_ground(now.heel)));
}

StiffLeg::Turn StiffLeg::possible_turn(const Pose& now) const {
  const FigureJoint& ankle = take_->figure.joints[to_size(foot_) - 1];
  const Quat foot = now.bodies[to_size(foot_)].rotation;
  const Quat relative = now.bodies[to_size(shin_)].rotation.conjugate() * foot;
  const Vec3 axis = foot * (ankle.neutral.conjugate() * (ankle.axes * Vec3::UnitY()));
  return {axis, std::max(0.0, ankle.upper[1] - joint_angles(ankle, relative)[1])};
}

double StiffLeg::needed_turn(int frame) const {
  const Pose now = pose(frame);
  const double tip = above_ground(now.tip);
  const double heel = above_ground(now.heel);
  if (tip >= soft() || heel <= tip) return 0;
  const Turn turn = possible_turn(now);
  const double wanted = angle_to_raise(now.tip - now.ankle, turn.axis, raised(tip, soft()) - tip);
  const double level = angle_to_raise(now.tip - now.heel, turn.axis, heel - tip);
  return std::min({wanted, level, turn.room});
}

double StiffLeg::turn_up(int frame, double angle) {
  if (angle <= 0) return 0;
  const Pose now = pose(frame);
  const Turn turn = possible_turn(now);
  const double possible = std::min(angle, turn.room);
  const int joint = take_->figure.bodies[to_size(foot_)].joint;
  set_rotation(frame, joint, Quat(Eigen::AngleAxisd(possible, turn.axis)) * now.joints[to_size(joint)].rotation);
  return possible;
}

void StiffLeg::straighten(int frame, double share) {
  if (share <= 0) return;
  const Pose now = pose(frame);
  const FigureJoint& knee = take_->figure.joints[to_size(shin_) - 1];
  const Quat thigh = now.bodies[to_size(thigh_)].rotation;
  const Quat relative = thigh.conjugate() * now.bodies[to_size(shin_)].rotation;
  const double bend = std::max(0.0, joint_angles(knee, relative)[1]);
  const Quat back(Eigen::AngleAxisd(-share * bend, thigh * (knee.axes * Vec3::UnitY())));
  const auto joint = [&](int body) { return take_->figure.bodies[to_size(body)].joint; };
  const auto rotation = [&](int body) { return now.joints[to_size(joint(body))].rotation; };
  set_rotation(frame, joint(shin_), back * rotation(shin_));
  set_rotation(frame, joint(foot_), rotation(foot_));
}

double StiffLeg::needed_straightening(int frame) {
  constexpr int kSteps = 16;
  const auto rotations = take_->reference.frame_rotations(frame);
  const std::vector<Quat> before(rotations.begin(), rotations.end());
  double best = depth(frame);
  double share = 0;
  for (int step = 1; step <= kSteps && best > soft(); ++step) {
    straighten(frame, static_cast<double>(step) / kSteps);
    turn_up(frame, needed_turn(frame));
    const double left = depth(frame);
    if (left < best) {
      best = left;
      share = static_cast<double>(step) / kSteps;
    }
    std::ranges::copy(before, rotations.begin());
  }
  return share;
}

}  // namespace sinew
