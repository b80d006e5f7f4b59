#include "libanim/stages/synthesise/synth_motion.h"

#include <algorithm>

#include "libanim/math/rotation.h"
#include "libanim/stages/synthesise/synth_rotation.h"
#include "libanim/stages/synthesise/synth_trajectory.h"

namespace sinew {

SynthPose evaluate(const SynthMotion& motion, int track, double time) {
  const auto& times = motion.boundaries;
  const auto after = std::upper_bound(times.begin() + 1, times.end() - 1, time);
  const auto k = static_cast<std::size_t>(after - times.begin());
  const double duration = times[k] - times[k - 1];
  const double u = std::clamp((time - times[k - 1]) / duration, 0., 1.);
  const Eigen::Matrix<double, 3, 4> basis = hermite(u, duration);
  const SynthTrack& t = motion.tracks[static_cast<std::size_t>(track)];
  const auto combine = [&](int order, const std::vector<Vec3>& value, const std::vector<Vec3>& slope) -> Vec3 {
    return basis(order, 0) * value[k - 1] + basis(order, 1) * slope[k - 1] + basis(order, 2) * value[k] +
           basis(order, 3) * slope[k];
  };
  SynthPose pose;
  pose.pose.translation = combine(0, t.position, t.velocity);
  pose.velocity = combine(1, t.position, t.velocity);
  pose.acceleration = combine(2, t.position, t.velocity);
  const Vec3 r = combine(0, t.rotation, t.spin);
  const auto turning = angular_motion<double>(r, combine(1, t.rotation, t.spin), combine(2, t.rotation, t.spin));
  pose.pose.rotation = exp_rotation(r);
  pose.angular_velocity = turning.velocity;
  pose.angular_acceleration = turning.acceleration;
  return pose;
}

int torso_track(const SynthProblem& problem, int character) {
  int track = 0;
  for (int i = 0; i < character; ++i) {
    track += 1 + static_cast<int>(problem.characters[static_cast<std::size_t>(i)].limbs.size());
  }
  return track;
}

int limb_track(const SynthProblem& problem, int character, int limb) {
  return torso_track(problem, character) + 1 + limb;
}

int object_track(const SynthProblem& problem, int object) {
  return torso_track(problem, static_cast<int>(problem.characters.size())) + object;
}

SynthMotion SynthTrajectory::motion(const Eigen::VectorXd& x) const {
  SynthMotion motion;
  motion.phases = phases_;
  motion.tracks.resize(static_cast<std::size_t>(index_.tracks));
  motion.contacts = scene_.contacts;
  motion.activity.assign(static_cast<std::size_t>(index_.contacts), {});
  const int n = 6 * index_.tracks;
  for (int k = 0; k <= phases_; ++k) {
    motion.boundaries.push_back(!durations_ || k == 0 ? k * phase_time_
                                                      : motion.boundaries.back() + duration(x, k - 1));
    const double* at = k == 0 ? start_.data() : x.data() + (k - 1) * block();
    const Eigen::Map<const Eigen::VectorXd> knot(at, 2 * n);
    for (int i = 0; i < index_.tracks; ++i) {
      SynthTrack& track = motion.tracks[static_cast<std::size_t>(i)];
      track.position.emplace_back(knot.segment<3>(6 * i));
      track.rotation.emplace_back(knot.segment<3>(6 * i + 3));
      track.velocity.emplace_back(kVelocityScale * knot.segment<3>(n + 6 * i));
      track.spin.emplace_back(kVelocityScale * knot.segment<3>(n + 6 * i + 3));
    }
    for (int i = 0; k > 0 && i < index_.contacts; ++i) {
      const double s = x[contact_variable(k - 1, i)];
      motion.activity[static_cast<std::size_t>(i)].push_back(s * s);
    }
  }
  motion.phase_time = durations_ ? motion.duration() / phases_ : phase_time_;
  return motion;
}

}  // namespace sinew
