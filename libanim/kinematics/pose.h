#pragma once

#include <span>
#include <vector>

#include "libanim/model/clip.h"

namespace sinew {

/// Local transforms (parent_from_joint) of all joints in the rest pose.
[[nodiscard]] std::vector<Transform> rest_pose(const Skeleton& skeleton);

/// Local transforms of all joints in one frame of a clip.
[[nodiscard]] std::vector<Transform> pose_at(const Skeleton& skeleton, const Clip& clip, int frame);

/// Forward kinematics: world_from_joint of every joint.
[[nodiscard]] std::vector<Transform> world_from_local(const Skeleton& skeleton, std::span<const Transform> local);

/// World_from_joint of every joint in the rest pose, and in one frame of a clip.
[[nodiscard]] std::vector<Transform> rest_world(const Skeleton& skeleton);
[[nodiscard]] std::vector<Transform> world_at(const Skeleton& skeleton, const Clip& clip, int frame);

/// World positions of every joint in one frame (unit: m).
[[nodiscard]] std::vector<Vec3> joint_positions(const Skeleton& skeleton, const Clip& clip, int frame);

/// Linear and angular velocity of every joint frame in the world, by central differences on the frame
/// grid (one-sided at the ends; zero for a one-frame clip).
struct JointVelocity {
  Vec3 linear = Vec3::Zero();   ///< (unit: m/s)
  Vec3 angular = Vec3::Zero();  ///< (unit: rad/s)
};
[[nodiscard]] std::vector<JointVelocity> joint_velocities(const Skeleton& skeleton, const Clip& clip, int frame);

/// Smallest box around the joints of a pose.
struct Bounds {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
  [[nodiscard]] Vec3 size() const { return upper - lower; }
};
[[nodiscard]] Bounds joint_bounds(std::span<const Transform> world);

}  // namespace sinew
