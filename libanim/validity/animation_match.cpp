#include "libanim/validity/animation_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

std::vector<std::size_t> counterparts(const Skeleton& skeleton, const Skeleton& read) {
  std::vector<std::size_t> result;
  for (const Joint& joint : skeleton.joints) {
    const std::optional<int> found = read.find(joint.name);
    if (!found) throw Error::asset("animation", fmt::format("the joint {} is missing", printable(joint.name)));
    result.push_back(to_size(*found));
  }
  return result;
}

void check_grids(const Clip& expected, const Clip& read) {
  if (expected.frames() == read.frames() &&
      std::abs(expected.frame_rate - read.frame_rate) <= 1e-6 * expected.frame_rate) {
    return;
  }
  throw Error::asset("animation", fmt::format("{} frames at {} Hz; the take has {} at {} Hz", read.frames(),
                                              read.frame_rate, expected.frames(), expected.frame_rate));
}

}  // namespace

AnimationMatch animation_match(const Skeleton& expected_skeleton, const Clip& expected, const Skeleton& read_skeleton,
                               const Clip& read) {
  check_grids(expected, read);
  constexpr double kRounding = 6 * 6e-8;
  const std::vector<std::size_t> other = counterparts(expected_skeleton, read_skeleton);
  const std::vector<Transform> our_rest = rest_world(expected_skeleton);
  const std::vector<Transform> their_rest = rest_world(read_skeleton);
  std::vector<double> distances;
  std::vector<double> angles;
  AnimationMatch match;
  double most = -1;
  for (int frame = 0; frame < expected.frames(); ++frame) {
    const std::vector<Transform> ours = world_at(expected_skeleton, expected, frame);
    const std::vector<Transform> theirs = world_at(read_skeleton, read, frame);
    double distance = 0;
    double angle = 0;
    for (std::size_t j = 0; j < ours.size(); ++j) {
      const std::size_t k = other[j];
      const double rounding = kRounding * ours[j].translation.norm();
      const double apart = (ours[j].translation - theirs[k].translation).norm() - rounding;
      if (apart > most) match.joint = static_cast<int>(j);
      most = std::max(most, apart);
      distance = std::max(distance, apart);
      if (expected_skeleton.joints[j].end_site) continue;
      angle = std::max(angle, angle_between(ours[j].rotation * our_rest[j].rotation.conjugate(),
                                            theirs[k].rotation * their_rest[k].rotation.conjugate()));
    }
    distances.push_back(distance);
    angles.push_back(angle);
  }
  match.position = spread_of(distances);
  match.rotation = spread_of(angles);
  return match;
}

Clip clip_on(const Skeleton& skeleton, const Skeleton& read_skeleton, const Clip& read) {
  const std::vector<std::size_t> other = counterparts(skeleton, read_skeleton);
  std::vector<int> all(skeleton.joints.size());
  for (std::size_t j = 0; j < all.size(); ++j) all[j] = static_cast<int>(j);
  Clip clip = rest_clip(skeleton, read.frames(), read.frame_rate, std::move(all));
  clip.name = read.name;
  for (int frame = 0; frame < read.frames(); ++frame) {
    const std::vector<Transform> world = world_at(read_skeleton, read, frame);
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      const int parent = skeleton.joints[j].parent;
      const Transform above = parent == kNoParent ? Transform{} : world[other[to_size(parent)]];
      const Transform local = above.inverse() * world[other[j]];
      if (!skeleton.joints[j].end_site) clip.frame_rotations(frame)[j] = local.rotation.normalized();
      clip.frame_translations(frame)[j] = local.translation;
    }
  }
  make_continuous(clip);
  return clip;
}

}  // namespace sinew
