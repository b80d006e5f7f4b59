#include "libanim/kinematics/pose.h"

#include <algorithm>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

std::vector<Transform> rest_pose(const Skeleton& skeleton) {
  std::vector<Transform> local;
  local.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) local.push_back(joint.rest);
  return local;
}

std::vector<Transform> pose_at(const Skeleton& skeleton, const Clip& clip, int frame) {
  std::vector<Transform> local = rest_pose(skeleton);
  const auto rotations = clip.frame_rotations(frame);
  for (std::size_t j = 0; j < local.size(); ++j) local[j].rotation = rotations[j];
  const auto translations = clip.frame_translations(frame);
  for (std::size_t c = 0; c < clip.translated.size(); ++c)
    local[to_size(clip.translated[c])].translation = translations[c];
  return local;
}

std::vector<Transform> world_from_local(const Skeleton& skeleton, std::span<const Transform> local) {
  std::vector<Transform> world(local.begin(), local.end());
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int parent = skeleton.joints[j].parent;
    if (parent != kNoParent) world[j] = world[to_size(parent)] * local[j];
  }
  return world;
}

std::vector<Transform> rest_world(const Skeleton& skeleton) { return world_from_local(skeleton, rest_pose(skeleton)); }

std::vector<Transform> world_at(const Skeleton& skeleton, const Clip& clip, int frame) {
  return world_from_local(skeleton, pose_at(skeleton, clip, frame));
}

std::vector<Vec3> joint_positions(const Skeleton& skeleton, const Clip& clip, int frame) {
  std::vector<Vec3> positions;
  positions.reserve(skeleton.joints.size());
  for (const Transform& t : world_at(skeleton, clip, frame)) positions.push_back(t.translation);
  return positions;
}

std::vector<JointVelocity> joint_velocities(const Skeleton& skeleton, const Clip& clip, int frame) {
  std::vector<JointVelocity> velocities(skeleton.joints.size());
  const int before = std::max(frame - 1, 0);
  const int after = std::min(frame + 1, clip.frames() - 1);
  if (before == after) return velocities;
  const double dt = (after - before) / clip.frame_rate;
  const auto a = world_at(skeleton, clip, before);
  const auto b = world_at(skeleton, clip, after);
  for (std::size_t j = 0; j < velocities.size(); ++j) {
    velocities[j].linear = (b[j].translation - a[j].translation) / dt;
    velocities[j].angular = log_rotation(b[j].rotation * a[j].rotation.conjugate()) / dt;
  }
  return velocities;
}

Bounds joint_bounds(std::span<const Transform> world) {
  if (world.empty()) return {};
  Bounds bounds{world[0].translation, world[0].translation};
  for (const Transform& t : world) {
    bounds.lower = bounds.lower.cwiseMin(t.translation);
    bounds.upper = bounds.upper.cwiseMax(t.translation);
  }
  return bounds;
}

}  // namespace sinew
