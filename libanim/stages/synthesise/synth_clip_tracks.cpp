#include "libanim/stages/synthesise/synth_clip_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/math/frame_intervals.h"
#include "libanim/math/low_pass.h"
#include "libanim/math/rotation.h"
#include "libanim/math/smooth_tracks.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The difference between a plant and the way that leads to it fades over this time (unit: s).
constexpr double kFade = 0.15;
/// An end-effector that wanders farther than this while it is in contact slides on purpose (unit: m).
constexpr double kSlide = 0.05;

Transform mean_pose(std::span<const Transform> poses) {
  Vec3 place = Vec3::Zero();
  Vec3 turn = Vec3::Zero();
  for (const Transform& pose : poses) {
    place += pose.translation;
    turn += log_rotation(poses.front().rotation.conjugate() * pose.rotation);
  }
  const double count = static_cast<double>(poses.size());
  return {place / count, (poses.front().rotation * exp_rotation(turn / count)).normalized()};
}

/// The contact of a limb that is most active in a phase, or -1.
int active_contact(const SynthMotion& motion, int character, int limb, int phase, double active) {
  int best = -1;
  for (std::size_t c = 0; c < motion.contacts.size(); ++c) {
    const SynthContact& contact = motion.contacts[c];
    if (contact.character != character || contact.limb != limb || contact.tip) continue;
    const double activity = motion.activity[c][to_size(phase)];
    if (activity < active) continue;
    if (best < 0 || activity > motion.activity[to_size(best)][to_size(phase)]) best = static_cast<int>(c);
  }
  return best;
}

class PlantedLimb {
 public:
  PlantedLimb(const SynthProblem& problem, const SynthMotion& motion, const SynthClipOptions& options)
      : problem_(problem), motion_(motion), options_(options), frames_(clip_frames(motion, options.frame_rate)) {}

  LimbTrack run(int character, int limb) {
    raw_ = sample_track(motion_, limb_track(problem_, character, limb), options_.frame_rate);
    track_.poses = smooth_track(raw_, options_.frame_rate, options_.smoothing);
    track_.contact.assign(to_size(frames_), -1);
    for (int phase = 0; phase < motion_.phases;) {
      const int contact = active_contact(motion_, character, limb, phase, options_.active);
      const int first = phase++;
      while (phase < motion_.phases && contact == active_contact(motion_, character, limb, phase, options_.active)) {
        ++phase;
      }
      if (contact >= 0) plant(contact, motion_.boundaries[to_size(first)], motion_.boundaries[to_size(phase)]);
    }
    fade_corrections();
    return track_;
  }

 private:
  /// Frames of a plant, and by how much the way misses it at both ends.
  struct Plant {
    FrameInterval frames;
    std::array<Vec3, 2> move;
    std::array<Vec3, 2> turn;
  };

  /// World_from_target of what a contact touches.
  [[nodiscard]] PoseTrack target_track(const SynthContact& contact) const {
    switch (contact.target) {
      case SynthContact::Target::kObject:
        return sample_track(motion_, object_track(problem_, contact.target_index), options_.frame_rate);
      case SynthContact::Target::kCharacter:
        return smooth_track(sample_track(motion_, torso_track(problem_, contact.target_index), options_.frame_rate),
                            options_.frame_rate, options_.smoothing);
      case SynthContact::Target::kEnvironment: break;
    }
    return PoseTrack(to_size(frames_));
  }

  void plant(int contact, double start, double end) {
    const double rate = options_.frame_rate;
    const int first = static_cast<int>(std::ceil(start * rate - 1e-6));
    const int last = std::min(static_cast<int>(std::floor(end * rate + 1e-6)), frames_ - 1);
    if (first > last) return;
    const PoseTrack target = target_track(motion_.contacts[to_size(contact)]);
    PoseTrack seen;
    for (int i = first; i <= last; ++i) seen.push_back(target[to_size(i)].inverse() * raw_[to_size(i)]);
    for (int i = first; i <= last; ++i) track_.contact[to_size(i)] = contact;
    ++track_.plants;
    const Transform held = mean_pose(seen);
    double wander = 0;
    for (const Transform& pose : seen) wander = std::max(wander, (pose.translation - held.translation).norm());
    if (wander > kSlide) return;
    Plant plant{{first, last}, {}, {}};
    for (const std::size_t side : {0U, 1U}) {
      const std::size_t i = to_size(side == 0 ? first : last);
      const Transform wanted = target[i] * held;
      plant.move[side] = wanted.translation - track_.poses[i].translation;
      plant.turn[side] = log_rotation(wanted.rotation * track_.poses[i].rotation.conjugate());
    }
    plants_.push_back(plant);
    for (int i = first; i <= last; ++i) held_.emplace_back(i, target[to_size(i)] * held);
  }

  /// Adds a plant's miss to the frames beside it, fading with the distance in time.
  void fade(const Plant& plant, std::size_t side, int from, int to) {
    const int edge = side == 0 ? plant.frames.first : plant.frames.last;
    const double fade = std::min(kFade * options_.frame_rate, 0.5 * (to - from + 2));
    for (int i = from; i <= to; ++i) {
      const double share = 1 - ramp(0, fade, std::abs(i - edge));
      Transform& pose = track_.poses[to_size(i)];
      pose.translation += share * plant.move[side];
      pose.rotation = (exp_rotation(share * plant.turn[side]) * pose.rotation).normalized();
    }
  }

  void fade_corrections() {
    for (std::size_t p = 0; p < plants_.size(); ++p) {
      const int before = p == 0 ? 0 : plants_[p - 1].frames.last + 1;
      const int after = p + 1 == plants_.size() ? frames_ - 1 : plants_[p + 1].frames.first - 1;
      fade(plants_[p], 0, before, plants_[p].frames.first - 1);
      fade(plants_[p], 1, plants_[p].frames.last + 1, after);
    }
    for (const auto& [frame, pose] : held_) track_.poses[to_size(frame)] = pose;
  }

  const SynthProblem& problem_;
  const SynthMotion& motion_;
  const SynthClipOptions& options_;
  int frames_;
  PoseTrack raw_;
  LimbTrack track_;
  std::vector<Plant> plants_;
  std::vector<std::pair<int, Transform>> held_;
};

}  // namespace

int clip_frames(const SynthMotion& motion, double frame_rate) {
  return static_cast<int>(std::floor(motion.duration() * frame_rate + 1e-6)) + 1;
}

PoseTrack sample_track(const SynthMotion& motion, int track, double frame_rate) {
  PoseTrack poses;
  for (int i = 0; i < clip_frames(motion, frame_rate); ++i) {
    poses.push_back(evaluate(motion, track, std::min(i / frame_rate, motion.duration())).pose);
    if (i > 0) poses.back().rotation = nearest_sign(poses.back().rotation, poses[to_size(i - 1)].rotation);
  }
  return poses;
}

PoseTrack smooth_track(const PoseTrack& track, double frame_rate, double cutoff) {
  if (cutoff <= 0 || track.size() < 2) return track;
  PoseTrack result = track;
  const auto filter = [&](const auto& component) {
    std::vector<double> signal;
    for (Transform pose : track) signal.push_back(component(pose));
    signal = low_pass(signal, frame_rate, cutoff);
    for (std::size_t i = 0; i < signal.size(); ++i) component(result[i]) = signal[i];
  };
  for (const int axis : {0, 1, 2}) filter([axis](Transform& pose) -> double& { return pose.translation[axis]; });
  for (const int axis : {0, 1, 2, 3}) {
    filter([axis](Transform& pose) -> double& { return pose.rotation.coeffs()[axis]; });
  }
  for (Transform& pose : result) pose.rotation.normalize();
  return result;
}

LimbTrack limb_track_of(const SynthProblem& problem, const SynthMotion& motion, int character, int limb,
                        const SynthClipOptions& options) {
  return PlantedLimb(problem, motion, options).run(character, limb);
}

}  // namespace sinew
