#pragma once

#include "libanim/stages/retarget/retarget.h"
#include "libanim/stages/retarget/retarget_rig.h"

namespace sinew {

/// JointPair with indices.
struct JointDriver {
  int target = 0;
  int source = 0;
  int toward = -1;
  double share = 0;
};

/// The pairs for two humanoids, part by part, or others, name by name. Throws Error (kAsset) when they are of different
/// kinds or have too little in common, unless a map is given that may fill the gaps.
[[nodiscard]] RetargetMap find_pairs(const RetargetRig& source, const RetargetRig& target, bool has_map);

/// `found` with the pairs of `map` in place of those for the same targets. Throws Error (kAsset) for unknown joints.
[[nodiscard]] RetargetMap override_pairs(const RetargetMap& found, const RetargetMap& map, const Skeleton& source,
                                         const Skeleton& target);

/// Pairs that drive something, in the order of the target's joints.
[[nodiscard]] std::vector<JointDriver> make_drivers(const RetargetMap& map, const Skeleton& source,
                                                    const Skeleton& target);

}  // namespace sinew
