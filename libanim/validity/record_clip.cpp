#include "libanim/validity/record_clip.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Poses = std::vector<std::vector<Transform>>;

/// Joints that move against their parent: those of the reference, and those that the records move.
std::vector<int> translated_joints(const Take& take, const Poses& poses) {
  constexpr double kMoves = 1e-9;  // (unit: m)
  const Skeleton& skeleton = take.character.skeleton;
  std::vector<int> translated = take.reference.translated;
  for (int j = 0; j < skeleton.size(); ++j) {
    const Vec3& rest = skeleton.joints[to_size(j)].rest.translation;
    const bool moves = std::ranges::any_of(
        poses, [&](const auto& pose) { return (pose[to_size(j)].translation - rest).norm() > kMoves; });
    if (moves) translated.push_back(j);
  }
  return translated;
}

/// Moves the roots so that the root body stays over its first place.
void keep_in_place(const Take& take, Clip& clip) {
  const std::vector<int> roots = take.character.skeleton.roots();
  const Vec3 first = take.start.bodies[0].pose().translation;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    const Vec3 way = take.record(frame).bodies[0].pose().translation - first;
    for (std::size_t c = 0; c < clip.translated.size(); ++c) {
      if (std::ranges::find(roots, clip.translated[c]) == roots.end()) continue;
      clip.frame_translations(frame)[c] -= Vec3(way.x(), 0, way.z());
    }
  }
}

}  // namespace

Clip record_clip(const Take& take) {
  const Skeleton& skeleton = take.character.skeleton;
  Poses poses;
  for (int frame = 0; frame < take.frames(); ++frame) {
    const std::vector<Transform> base = pose_at(skeleton, take.reference, frame);
    poses.push_back(pose_from_record(take.figure, skeleton, take.record(frame), base));
  }
  std::vector<int> translated = translated_joints(take, poses);
  std::ranges::sort(translated);
  translated.erase(std::ranges::unique(translated).begin(), translated.end());
  Clip clip = rest_clip(skeleton, take.frames(), take.reference.frame_rate, std::move(translated));
  clip.name = take.name.empty() ? take.reference.name : take.name;
  for (int frame = 0; frame < take.frames(); ++frame) {
    const std::vector<Transform>& pose = poses[to_size(frame)];
    for (std::size_t j = 0; j < pose.size(); ++j) {
      if (!skeleton.joints[j].end_site) clip.frame_rotations(frame)[j] = pose[j].rotation.normalized();
    }
    for (std::size_t c = 0; c < clip.translated.size(); ++c) {
      clip.frame_translations(frame)[c] = pose[to_size(clip.translated[c])].translation;
    }
  }
  make_continuous(clip);
  return clip;
}

Clip record_clip(const Take& take, const ClipForm& form) {
  Clip clip = record_clip(take);
  if (form.root_motion == RootMotion::kInPlace) keep_in_place(take, clip);
  const bool on_grid = form.frame_rate == 0 || std::abs(form.frame_rate - clip.frame_rate) <= 1e-6 * clip.frame_rate;
  return on_grid ? clip : resample(take.character.skeleton, clip, form.frame_rate);
}

}  // namespace sinew
