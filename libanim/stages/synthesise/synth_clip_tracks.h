#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_clip.h"

namespace sinew {

/// Frames of a clip: from 0 to the motion's end.
[[nodiscard]] int clip_frames(const SynthMotion& motion, double frame_rate);

/// A track frame by frame: as it is, and low-passed.
using PoseTrack = std::vector<Transform>;
[[nodiscard]] PoseTrack sample_track(const SynthMotion& motion, int track, double frame_rate);
[[nodiscard]] PoseTrack smooth_track(const PoseTrack& track, double frame_rate, double cutoff);

/// What a limb's end-effector does in the clip.
struct LimbTrack {
  PoseTrack poses;
  std::vector<int> contact;  ///< per frame: index in motion.contacts, or -1
  int plants = 0;
};

/// The end-effector's way, low-passed, held where it is planted, and led from plant to plant.
[[nodiscard]] LimbTrack limb_track_of(const SynthProblem& problem, const SynthMotion& motion, int character, int limb,
                                      const SynthClipOptions& options);

}  // namespace sinew
