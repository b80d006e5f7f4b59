#include "libanim/model/toml_values.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "libanim/support/text.h"

namespace sinew {

double read_heading(const TomlTable& table) {
  return table.number("heading_deg", 0, {-360, 360}) * std::numbers::pi / 180;
}

Quat read_rotation(const TomlTable& table) {
  if (!table.has("rotation")) return Quat(Eigen::AngleAxisd(read_heading(table), Vec3::UnitY()));
  if (table.has("heading_deg")) throw table.error("heading_deg", "expected either a heading or a rotation");
  return read_quaternion(table, "rotation");
}

Quat read_quaternion(const TomlTable& table, std::string_view key) {
  const std::vector<double> q = table.numbers(key, 4, {-2, 2});
  Quat rotation(q[3], q[0], q[1], q[2]);
  const double off = std::abs(rotation.norm() - 1);
  if (off <= 1e-9) return rotation;
  if (off <= 0.01) return rotation.normalized();
  throw table.error(key, fmt::format("a quaternion of length {}: expected 1", shortest(rotation.norm())));
}

}  // namespace sinew
