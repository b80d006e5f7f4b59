#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "libanim/math/transform.h"

namespace sinew {

/// Position and velocity of one rigid body, as raw doubles: what ODE needs to go on from here, bit for bit.
struct BodyState {
  std::array<double, 3> position{};            ///< centre of mass, world (unit: m)
  std::array<double, 4> rotation{0, 0, 0, 1};  ///< world_from_body, (x, y, z, w)
  std::array<double, 3> velocity{};            ///< of the centre of mass, world (unit: m/s)
  std::array<double, 3> spin{};                ///< angular velocity, world (unit: rad/s)

  [[nodiscard]] Transform pose() const;
  [[nodiscard]] Vec3 linear() const { return {velocity[0], velocity[1], velocity[2]}; }
  [[nodiscard]] Vec3 angular() const { return {spin[0], spin[1], spin[2]}; }
  void set_pose(const Transform& world_from_body);
  void set_velocity(const Vec3& linear, const Vec3& angular);

  bool operator==(const BodyState&) const = default;
};

/// The complete state of a world: the bodies of the figure, then the dynamic objects of the scene, and how many physics
/// steps have passed (pushes and projectiles go by it).
struct StateRecord {
  std::int64_t step = 0;
  std::vector<BodyState> bodies;

  bool operator==(const StateRecord&) const = default;
};

/// SHA-256 over the raw numbers, for golden values.
[[nodiscard]] std::string record_hash(const StateRecord& record);

}  // namespace sinew
