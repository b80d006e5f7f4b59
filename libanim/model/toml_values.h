#pragma once

#include <array>

#include "libanim/math/transform.h"
#include "libanim/support/toml_document.h"

namespace sinew {

inline constexpr TomlRange kLengthRange{1e-5, 1e5};  ///< of sizes (unit: m)
inline constexpr TomlRange kFrictionRange{0, 1000};

/// "heading_deg": turn about y from +z towards +x, 0 when missing (unit of the result: rad).
[[nodiscard]] double read_heading(const TomlTable& table);

/// "rotation" ([x, y, z, w]) or else "heading_deg"; the identity when neither is there.
[[nodiscard]] Quat read_rotation(const TomlTable& table);

/// A quaternion [x, y, z, w]. One of unit length to 1e-9 is taken bit for bit, one typed with a few digits is made
/// unit; a length off by more than 1 % is an error.
[[nodiscard]] Quat read_quaternion(const TomlTable& table, std::string_view key);

/// (x, y, z, w), as TOML and glTF have it.
[[nodiscard]] inline std::array<double, 4> xyzw(const Quat& q) { return {q.x(), q.y(), q.z(), q.w()}; }

}  // namespace sinew
