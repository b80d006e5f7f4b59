#pragma once

#include <array>
#include <span>

#include "libanim/math/transform.h"

namespace sinew {

/// Rotation vector (axis times angle, radians, length at most pi) of a unit quaternion.
[[nodiscard]] Vec3 log_rotation(const Quat& q);

/// Unit quaternion of a rotation vector.
[[nodiscard]] Quat exp_rotation(const Vec3& v);

/// `q` or `-q` (the same rotation), whichever is nearer to `reference`.
[[nodiscard]] Quat nearest_sign(const Quat& q, const Quat& reference);

/// Makes a sequence hemisphere-continuous: each quaternion has a non-negative dot product with the
/// one before; the first gets a non-negative w. `stride` is the distance between successive elements.
void make_continuous(std::span<Quat> sequence, std::size_t stride = 1);

/// Angle between two rotations (radians, 0 to pi), accurate near 0.
[[nodiscard]] double angle_between(const Quat& a, const Quat& b);

/// Three rotations about the axes named (0 = x, 1 = y, 2 = z), applied in the BVH order: the matrix
/// is R(axes[0], angles[0]) * R(axes[1], angles[1]) * R(axes[2], angles[2]). Angles in radians.
[[nodiscard]] Quat from_euler(const std::array<int, 3>& axes, const Vec3& angles);

/// Inverse of `from_euler` for three different axes. Of the equivalent triples (whole turns, and the
/// flipped solution with the middle angle beyond a quarter turn) it returns the one nearest to `near`, so that a
/// sequence stays continuous; at gimbal lock the third angle is near[2].
[[nodiscard]] Vec3 to_euler(const std::array<int, 3>& axes, const Quat& q, const Vec3& near = Vec3::Zero());

/// The rotation nearest to a matrix (polar decomposition by SVD); reflections are turned into the
/// rotation of the negated matrix.
[[nodiscard]] Quat nearest_rotation(const Mat3& m);

}  // namespace sinew
