#include "libanim/stages/synthesise/synth_clip_centre.h"

#include "libanim/stages/synthesise/synth_clip_tracks.h"
#include "libanim/stages/synthesise/synth_scene.h"
#include "libanim/support/index.h"

namespace sinew {

std::vector<Vec3> centre_track(const SynthProblem& problem, const SynthMotion& motion, int character,
                               const SynthClipOptions& options) {
  const SynthScene scene(problem);
  const double frame_rate = options.frame_rate;
  const auto track = [&](int index) {
    return smooth_track(sample_track(motion, index, frame_rate), frame_rate, options.smoothing);
  };
  std::vector<Vec3> centres(to_size(clip_frames(motion, frame_rate)), Vec3::Zero());
  for (const SynthMass& mass : scene.bodies[to_size(character)].masses) {
    const PoseTrack near = track(mass.track);
    const PoseTrack far = track(mass.far_track);
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const Vec3 place = (1 - mass.way) * (near[i] * mass.arm) + mass.way * (far[i] * mass.far_arm);
      centres[i] += mass.share * place;
    }
  }
  return centres;
}

Vec3 rig_centre(const SynthRig& rig, const std::vector<Transform>& motions) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < motions.size(); ++b) {
    sum += rig.figure.bodies[b].mass * (motions[b] * rig.bodies[b].translation);
  }
  return sum / rig.figure.mass();
}

}  // namespace sinew
