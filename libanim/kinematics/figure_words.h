#pragma once

#include <array>
#include <string_view>

#include "libanim/kinematics/figure_builder.h"

namespace sinew {

// Stable spellings for TOML, JSON and configuration, in the order of the enums.
inline constexpr std::array<std::string_view, 3> kShapeWords = {"sphere", "capsule", "box"};
inline constexpr std::array<std::string_view, 2> kJointWords = {"hinge", "ball"};
inline constexpr std::array<std::string_view, 2> kFootWords = {"box", "capsule"};

[[nodiscard]] inline std::string_view shape_kind_name(ShapeKind kind) {
  return kShapeWords[static_cast<std::size_t>(kind)];
}
[[nodiscard]] inline std::string_view joint_kind_name(JointKind kind) {
  return kJointWords[static_cast<std::size_t>(kind)];
}

}  // namespace sinew
