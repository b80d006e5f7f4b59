#pragma once

#include <array>
#include <cstdint>

#include "libanim/math/transform.h"

namespace sinew {

/// Decimals of a printed angle: 1e-6 degrees are 1.7e-8 rad.
inline constexpr int kBvhAngleDecimals = 6;

/// Three angles in units of 1e-6 degrees, in the order of the channels.
using BvhAngles = std::array<std::int64_t, 3>;

/// The printed angles of a rotation, nearest to those of the frame before. Reading them back and calling this
/// again with the same `before` gives the same angles: ties are settled on the printed units (half turns
/// against `before` are positive, the middle angle stays within a quarter turn), and within 1e-7 rad of gimbal lock,
/// where the outer angles drown in rounding, the middle angle is the quarter turn itself and the third one stays.
[[nodiscard]] BvhAngles bvh_angles(const std::array<int, 3>& axes, const Quat& rotation, const BvhAngles& before);

}  // namespace sinew
