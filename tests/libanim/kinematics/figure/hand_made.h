#pragma once

#include "libanim/kinematics/figure_builder.h"

namespace sinew::test {

/// A humanoid of 1.75 m in T-pose, facing +z, and its division into 13 bodies, written down by hand.
[[nodiscard]] Character t_pose_character();
[[nodiscard]] Anatomy t_pose_anatomy();

/// A tube of vertices around the line between two points, bound to a joint with weight 1.
void add_tube(Character& character, int joint, const Vec3& from, const Vec3& to, double radius);

/// A box of vertices (each face a grid) bound to a joint with weight 1.
void add_block(Character& character, int joint, const Vec3& lower, const Vec3& upper);

/// World_from_body with these joint angles (three per joint; a hinge uses the second), the root turned from its rest
/// pose by `turn`.
[[nodiscard]] std::vector<Transform> pose_bodies(const Figure& figure, const std::vector<Vec3>& angles,
                                                 const Quat& turn = Quat::Identity());

/// World position of a point that is at `rest` in the rest pose and moves with the body.
[[nodiscard]] Vec3 moved(const Figure& figure, const std::vector<Transform>& world, int body, const Vec3& rest);

}  // namespace sinew::test
