#pragma once

#include <string>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/model/figure.h"
#include "libanim/model/skeleton.h"

namespace sinew {

/// A limb that ends in a foot or paw: two bones for inverse kinematics, whatever the number of joints between.
struct GroundLeg {
  std::string name;   ///< of the foot's body
  int foot = 0;       ///< the body itself
  int upper = 0;      ///< skeleton joints: hip,
  int lower = 0;      ///< knee,
  int end = 0;        ///< ankle
  bool hangs = true;  ///< the end hangs on the lower bone in the skeleton; else its place is a channel of the clip
  int holder = 0;     ///< body in which the knee's axis is fixed
  Vec3 bend = Vec3::Zero();  ///< axis about which the knee flexes, in the holder's frame
  std::vector<int> points;   ///< of the sole: indices in Figure::points, the heel first
};

/// Legs of a figure whose joints a clip can turn: `translated` are its joints with a translation channel. Of a limb
/// with more than three joints the knee is the one that halves it best.
[[nodiscard]] std::vector<GroundLeg> find_ground_legs(const Figure& figure, const Skeleton& skeleton,
                                                      const std::vector<int>& translated);

}  // namespace sinew
