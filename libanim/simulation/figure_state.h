#pragma once

#include <span>
#include <vector>

#include "libanim/kinematics/joint_angles.h"
#include "libanim/kinematics/pose.h"
#include "libanim/model/control.h"
#include "libanim/model/figure.h"
#include "libanim/model/state_record.h"

namespace sinew {

// Between poses of the skeleton, records of the figure, and joint angles. The figure's bodies are the first
// figure.body_count() of a record; what follows them is left alone.

/// Relative rotation q = R_parent^-1 R_child of every joint.
[[nodiscard]] std::vector<Quat> joint_rotations(const Figure& figure, const StateRecord& record);

/// World_from_body of every body from the root's pose and the joints' relative rotations, anchors met exactly.
[[nodiscard]] std::vector<Transform> bodies_from_joints(const Figure& figure, const Transform& world_from_root,
                                                        std::span<const Quat> relative);

/// World_from_body of every body for a pose of the skeleton (world_from_joint of all joints): each body turns as its
/// orientation joint does, the root body is where its skeleton joint is, and the others hang on their anchors.
[[nodiscard]] std::vector<Transform> bodies_from_pose(const Figure& figure, const Skeleton& skeleton,
                                                      std::span<const Transform> world_from_joint);

/// A record with these poses, moving so that it reaches `next` after `seconds` (zero velocities without `next`).
[[nodiscard]] StateRecord record_from_bodies(std::span<const Transform> now, std::span<const Transform> next = {},
                                             double seconds = 1);

/// Local transforms of the skeleton in the pose of a record. Joints between two bodies' joints keep their rest
/// rotation; joints that drive no body and carry none (fingers, face, twist) are those of `base`, and so are the joints
/// above the root body's. Bone lengths are those of the rest pose: gaps at anchors are left out. A joint that does not
/// hang on its body in the skeleton (a foot under the root) is placed where its body is.
[[nodiscard]] std::vector<Transform> pose_from_record(const Figure& figure, const Skeleton& skeleton,
                                                      const StateRecord& record, std::span<const Transform> base);

/// All joints neutral, the lowest point of any shape at height 0. A humanoid bends the longer of two unequal legs until
/// both soles are level, and leans from its ankles until its centre of mass is over the middle of the soles; any other
/// creature is turned as a whole until its paws are level.
[[nodiscard]] std::vector<Transform> stance(const Figure& figure);

/// Rotation vectors (joint axes) from the joints' rotations in `from` to those in `to`, per actuated axis; for a hinge
/// the angle about its axis.
[[nodiscard]] std::vector<double> joint_difference(const Figure& figure, const StateRecord& from,
                                                   std::span<const Quat> to);

/// Velocity control that would reach the target rotations after `seconds`: target = difference / seconds, in the
/// joint's parent-fixed axes; torque limits are the figure's. Targets beyond a joint limit are clamped to it first.
[[nodiscard]] Control control_towards(const Figure& figure, const StateRecord& record, std::span<const Quat> target,
                                      double seconds);

[[nodiscard]] Vec3 centre_of_mass(const Figure& figure, const StateRecord& record);
[[nodiscard]] Vec3 linear_momentum(const Figure& figure, const StateRecord& record);
/// About the centre of mass.
[[nodiscard]] Vec3 angular_momentum(const Figure& figure, const StateRecord& record);
/// World positions of the figure's contact points.
[[nodiscard]] std::vector<Vec3> contact_points(const Figure& figure, const StateRecord& record);
/// Speed of one of them along the ground, as a point of its body (unit: m/s).
[[nodiscard]] double sliding_speed(const FigureContactPoint& point, const StateRecord& record);
/// Largest distance between the two sides of a joint's anchor (unit: m).
[[nodiscard]] double anchor_gap(const Figure& figure, const StateRecord& record);
/// Height of the lowest point of any shape of a body, and of the figure (unit: m).
[[nodiscard]] double lowest_point(const FigureBody& body, const Transform& world_from_body);
[[nodiscard]] double lowest_point(const Figure& figure, std::span<const Transform> world_from_body);

}  // namespace sinew
