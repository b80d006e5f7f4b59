#include "libanim/stages/synthesise/synth_clip_limbs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// How much the end-effector has to say, against the torso, about where knee or elbow point: knees follow the toes,
/// elbows mostly do not follow the hand.
constexpr double kFootSays = 0.5;
constexpr double kHandSays = 0.25;
/// A limb that points away from its neutral direction by nearly half a turn has no shortest way there: below this
/// cosine of half of the angle the torso's word fades out.
constexpr double kFarAway = 0.35;
/// Knees and elbows turn about their limb no faster than this (unit: rad/s).
constexpr double kFastestPole = 12;
/// Share of a hand's twist that the forearm takes.
constexpr double kForearmTwist = 0.5;

Mat3 frame(const Vec3& along, const Vec3& normal) {
  Mat3 R;
  R.col(0) = along.normalized();
  R.col(1) = (normal - R.col(0) * R.col(0).dot(normal)).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

Vec3 across(const Vec3& v, const Vec3& direction) { return v - direction * direction.dot(v); }

/// Angle of the turn about `axis` from a to b.
double angle_about(const Vec3& axis, const Vec3& a, const Vec3& b) {
  return std::atan2(axis.dot(a.cross(b)), a.dot(b));
}

}  // namespace

LimbSolver::LimbSolver(const SynthRig& rig, const SynthChain& chain, const Vec3& pole, double soft_reach,
                       double frame_rate)
    : chain_(chain),
      patch_(effector_patch(rig, chain)),
      pole_(pole),
      neutral_((chain.joint() - chain.base()).normalized()),
      bend_(chain, pole),
      soft_reach_(soft_reach),
      step_(kFastestPole / frame_rate) {}

double LimbSolver::softened(double distance) const {
  const double start = soft_reach_ * bend_.length();
  if (distance <= start) return distance;
  const double room = bend_.length() - start;
  return room > 0 ? start + room * (1 - std::exp(-(distance - start) / room)) : bend_.length();
}

Vec3 LimbSolver::wanted_pole(const Transform& torso, const Quat& effector, const Vec3& direction) const {
  const Vec3 from = torso.rotation * neutral_;
  const double near = 0.5 * (from + direction).norm();
  const Quat swing = Quat::FromTwoVectors(from, direction);
  Vec3 pole = ramp(0, kFarAway, near) * (swing * (torso.rotation * pole_));
  if (chain_.end >= 0) {
    const double says = chain_.kind == EffectorKind::kFoot ? kFootSays : kHandSays;
    pole += says * (effector * (patch_.pose.rotation.conjugate() * pole_));
  }
  return across(pole, direction);
}

void LimbSolver::carry_pole(const Transform& torso, const Quat& effector, const Vec3& direction) {
  const Vec3 wanted = wanted_pole(torso, effector, direction);
  const double clear = ramp(0.05, 0.3, wanted.norm());
  if (!started_) {
    last_pole_ = wanted.norm() > 1e-6 ? wanted.normalized() : Vec3(across(torso.rotation * pole_, direction));
  } else {
    const Vec3 carried = across(Quat::FromTwoVectors(last_direction_, direction) * last_pole_, direction).normalized();
    const double turn = clear * angle_about(direction, carried, wanted);
    last_pole_ = Eigen::AngleAxisd(std::clamp(turn, -step_, step_), direction) * carried;
  }
  last_pole_ = across(last_pole_, direction).normalized();
  last_direction_ = direction;
  started_ = true;
}

void LimbSolver::share_twist(const Quat& end, Quat& bone) {
  const Vec3 axis = (chain_.knots.back() - chain_.knots[chain_.knots.size() - 2]).normalized();
  const Quat relative = bone.conjugate() * end;
  double twist = 2 * std::atan2(relative.vec().dot(axis), relative.w());
  twist -= 2 * std::numbers::pi * std::round((twist - last_twist_) / (2 * std::numbers::pi));
  last_twist_ = twist;
  bone = (bone * exp_rotation(kForearmTwist * twist * axis)).normalized();
}

LimbSolver::Pose LimbSolver::solve(const Transform& torso, const Transform& effector) {
  const Transform neutral_from_end = patch_.pose.inverse();
  const Vec3 base = torso * chain_.base();
  const Vec3 target = effector * (neutral_from_end * chain_.joint());
  const Vec3 direction = (target - base).normalized();
  carry_pole(torso, effector.rotation, direction);
  const std::vector<Quat> turns = bend_.turns(softened((target - base).norm()));
  const Mat3 from = frame(bend_.reach(turns), bend_.normal());
  const Quat whole(Mat3(frame(direction, last_pole_.cross(direction)) * from.transpose()));
  const Quat end = (effector.rotation * neutral_from_end.rotation).normalized();
  Pose pose;
  Vec3 place = base;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Vec3 bone = chain_.knots[i + 1] - chain_.knots[i];
    Quat turn = (whole * turns[i]).normalized();
    const Vec3 next = place + turn * bone;
    const bool forearm = chain_.kind == EffectorKind::kHand && i + 1 == turns.size() && chain_.end >= 0;
    if (forearm) share_twist(end, turn);
    pose.pieces.push_back({place - turn * chain_.knots[i], turn});
    place = next;
  }
  if (chain_.end >= 0) pose.pieces.push_back({place - end * chain_.joint(), end});
  pose.missed = (place - target).norm();
  return pose;
}

}  // namespace sinew
