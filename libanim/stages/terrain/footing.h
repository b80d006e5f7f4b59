#pragma once

#include <span>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/model/scene.h"

namespace sinew {

/// Height of the surface under a point; boxes above `ceiling` do not count. Outside a height field it is that of the
/// field's edge; where there is nothing at all it is 0, the clip's own ground. (unit: m)
[[nodiscard]] double surface_under(const Scene& scene, double x, double z, double ceiling);

/// Whether there is any ground under a point.
[[nodiscard]] bool has_ground(const Scene& scene, double x, double z);

/// A foot's stand on the ground: what is done to a sole that stood level.
struct Footing {
  double height = 0;          ///< of the surface where the sole's middle comes to lie (unit: m)
  Vec3 tilt = Vec3::Zero();   ///< rotation vector about the sole's middle (unit: rad)
  Vec3 shift = Vec3::Zero();  ///< horizontal (unit: m)
};

struct FootingLimits {
  double most_tilt = 0.35;  ///< (unit: rad)
  double most_shift = 0;    ///< (unit: m)
  double width = 0;         ///< of a sole (unit: m)
  double edge = 0;          ///< surface that lies farther from a plane is an edge (unit: m)
  double ceiling = 0;       ///< higher boxes are walls (unit: m)
};

/// The stand of a level sole with these points (heights are ignored): the plane that fits the surface under it best,
/// raised until no part of the sole is under the surface. Over an edge the sole is moved along itself, as little as
/// brings it onto one level; where nothing within the limit does, it stands level on the highest part.
[[nodiscard]] Footing find_footing(const Scene& scene, std::span<const Vec3> sole, const FootingLimits& limits);

}  // namespace sinew
