#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/stages/clean/clean_parts.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// One joint's rotations over the frames.
class JointTrack {
 public:
  JointTrack(Clip& clip, int joint) : clip_(clip), joint_(joint) {}
  [[nodiscard]] int size() const { return clip_.frames(); }
  [[nodiscard]] const Quat& at(int frame) const { return clip_.frame_rotations(frame)[to_size(joint_)]; }
  [[nodiscard]] double turn(int a, int b) const { return angle_between(at(a), at(b)); }

 private:
  const Clip& clip_;
  int joint_;
};

/// The last frame of a spike that begins after frame `before`, or `before` when none does: the joint jumps, and within
/// the spike's time jumps back to near where it was.
int spike_end(const JointTrack& track, int before, double fast, double small, int longest) {
  const double away = track.turn(before, before + 1);
  if (away <= fast || away <= small) return before;
  for (int last = before + 1; last <= before + longest && last + 1 < track.size(); ++last) {
    if (track.turn(last, last + 1) <= fast) continue;
    // What is left between the frames around the spike must be motion, and far less than the spike.
    if (track.turn(before, last + 1) < 0.3 * away) return last;
  }
  return before;
}

int repair_joint(const CleanWork& work, int joint) {
  const CleanOptions& o = work.options;
  const double rate = work.clip().frame_rate;
  const int longest = std::max(1, static_cast<int>(std::lround(o.spike_time * rate)));
  int frames = 0;
  const JointTrack track(work.clip(), joint);
  for (int before = 0; before + 2 < track.size(); ++before) {
    const int last = spike_end(track, before, o.spike_speed / rate, o.spike_angle, longest);
    if (last == before) continue;
    lead_across(work.clip(), joint, before + 1, last);
    frames += last - before;
    before = last;
  }
  return frames;
}

}  // namespace

void repair_spikes(const CleanWork& work) {
  for (int joint = 0; joint < work.clip().joint_count; ++joint) {
    const int frames = repair_joint(work, joint);
    if (frames == 0) continue;
    ++work.result.report.repaired_joints;
    work.result.report.repaired_frames += frames;
    work.result.ledger.add(NoteCode::kSpike, "joint " + work.skeleton.joints[to_size(joint)].name,
                           fmt::format("{} frames in which it jumps away and back were interpolated", frames));
  }
}

void lead_across(Clip& clip, int joint, int first, int last) {
  const std::size_t j = to_size(joint);
  const Quat from = clip.frame_rotations(first - 1)[j];
  const Quat to = nearest_sign(clip.frame_rotations(last + 1)[j], from);
  for (int frame = first; frame <= last; ++frame) {
    const double share = static_cast<double>(frame - first + 1) / (last - first + 2);
    clip.frame_rotations(frame)[j] = from.slerp(share, to).normalized();
  }
}

void lead_across(Clip& clip, int first, int last) {
  for (int joint = 0; joint < clip.joint_count; ++joint) lead_across(clip, joint, first, last);
  for (std::size_t c = 0; c < clip.translated.size(); ++c) {
    const Vec3 from = clip.frame_translations(first - 1)[c];
    const Vec3 to = clip.frame_translations(last + 1)[c];
    for (int frame = first; frame <= last; ++frame) {
      const double share = static_cast<double>(frame - first + 1) / (last - first + 2);
      clip.frame_translations(frame)[c] = from + share * (to - from);
    }
  }
}

}  // namespace sinew
