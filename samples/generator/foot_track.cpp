#include "samples/generator/foot_track.h"

#include <algorithm>

namespace sinew::samples {
namespace {

Curve pitch_curve(const std::vector<Footstep>& steps) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Footstep& s = steps[i];
    if (i > 0) {
      const double off = steps[i - 1].toe_off;
      keys.push_back({off + 0.5 * (s.strike - off), s.swing_pitch});
    }
    keys.push_back({s.strike, s.strike_pitch, s.strike_rate});
    keys.push_back({s.flat, 0.0, 0.0});
    keys.push_back({s.heel_off, 0.0, 0.0});
    keys.push_back({0.5 * (s.heel_off + s.toe_off), s.push_pitch});
    keys.push_back({s.toe_off, s.off_pitch, s.off_rate});
  }
  return keys;
}

// The toes' own pitch: they go with the foot while it is on its heel, lie flat while it rolls over them, and roll onto
// their tips at last. Before they touch the ground first, they are raised a little, so that the tips do not dig in.
Curve toe_pitch_curve(const FootShape& shape, const std::vector<Footstep>& steps) {
  std::vector<Key> keys;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Footstep& s = steps[i];
    const bool on_heel = shape.heel && s.strike_pitch < 0;
    if (i > 0) {
      const double off = steps[i - 1].toe_off, swing = s.strike - off;
      keys.push_back({off + 0.5 * swing, 0.6 * s.swing_pitch});
      if (!on_heel) keys.push_back({off + 0.82 * swing, rad(-6)});
    }
    keys.push_back({s.strike, on_heel ? s.strike_pitch - rad(6) : 0.0, on_heel ? s.strike_rate : 0.0});
    keys.push_back({s.flat, 0.0, 0.0});
    keys.push_back({s.heel_off + 0.55 * (s.toe_off - s.heel_off), 0.0, 0.0});
    keys.push_back({s.toe_off, s.off_toe_pitch, 0.75 * s.off_rate});
  }
  return keys;
}

}  // namespace

FootTrack::FootTrack(FootShape shape, std::vector<Footstep> steps)
    : shape_(std::move(shape)),
      steps_(std::move(steps)),
      pitch_(pitch_curve(steps_)),
      toe_pitch_(toe_pitch_curve(shape_, steps_)) {}

double FootTrack::yaw_at(double t) const {
  double yaw = steps_.front().yaw;
  for (std::size_t i = 1; i < steps_.size(); ++i) {
    yaw += (steps_[i].yaw - steps_[i - 1].yaw) * ease(t, steps_[i - 1].toe_off, steps_[i].strike);
  }
  return yaw;
}

Vec3 FootTrack::stance_ankle(const Footstep& step, double t) const {
  const Quat foot = about_y(step.yaw) * about_x(pitch_.at(t));
  if (shape_.heel && step.strike_pitch < 0 && t < 0.5 * (step.flat + step.heel_off)) {
    return step.place + about_y(step.yaw) * *shape_.heel - foot * *shape_.heel;
  }
  const Quat toes = about_y(step.yaw) * about_x(toe_pitch_.at(t));
  const Vec3 toe_tip = step.place + about_y(step.yaw) * shape_.toe_tip;
  const Vec3 toe_joint = toe_tip + toes * (shape_.toe_joint - shape_.toe_tip);
  return toe_joint - foot * shape_.toe_joint;
}

FootPose FootTrack::at(double t) const {
  FootPose pose;
  pose.rotation = about_y(yaw_at(t)) * about_x(pitch_.at(t));
  pose.toe_bend = toe_pitch_.at(t) - pitch_.at(t);
  const auto after = std::ranges::find_if(steps_, [&](const Footstep& s) { return t <= s.toe_off; });
  const Footstep& next = after == steps_.end() ? steps_.back() : *after;
  pose.planted = t >= next.strike || after == steps_.begin();
  if (pose.planted) {
    pose.ankle = stance_ankle(next, t);
    return pose;
  }
  const Footstep& last = *(after - 1);
  const double duration = next.strike - last.toe_off;
  auto from = jet_of([&](double u) { return stance_ankle(last, u); }, last.toe_off);
  from.acceleration += about_y(last.yaw) * last.launch;
  auto to = jet_of([&](double u) { return stance_ankle(next, u); }, next.strike);
  to.acceleration += about_y(next.yaw) * next.braking;
  pose.ankle = quintic(from, to, duration, t - last.toe_off);
  pose.ankle.y() += next.lift * bump((t - last.toe_off) / duration);
  return pose;
}

}  // namespace sinew::samples
