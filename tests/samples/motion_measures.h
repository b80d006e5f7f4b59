#pragma once

#include <vector>

#include "libanim/kinematics/pose.h"

namespace sinew::test {

/// A point that a joint carries, in the joint's frame.
struct CarriedPoint {
  int joint;
  Vec3 point;
};

/// Its place in the world in every frame.
[[nodiscard]] std::vector<Vec3> trace(const Skeleton& skeleton, const Clip& clip, const CarriedPoint& carried);

/// Frames [first, last] through which a point stays within `height` of the ground.
struct Contact {
  int first, last;
};
[[nodiscard]] std::vector<Contact> contacts(const std::vector<Vec3>& trace, double height);

/// Largest distance between the point's places in any of the contacts (unit: m).
[[nodiscard]] double largest_slide(const std::vector<Vec3>& trace, const std::vector<Contact>& contacts);

/// Angles by which the two bones at `upper` and `upper + 1` deviate from one line; smallest over the clip (unit:
/// degrees).
[[nodiscard]] double smallest_bend(const Skeleton& skeleton, const Clip& clip, int upper);

/// Largest second difference of any joint's place (unit: m/s^2).
[[nodiscard]] double largest_acceleration(const Skeleton& skeleton, const Clip& clip);

}  // namespace sinew::test
