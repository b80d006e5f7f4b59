#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/model/clip.h"

namespace sinew {

/// "mixamorig:Hips" and "Character|Hips" are "Hips".
[[nodiscard]] std::string_view bare_name(std::string_view name);

/// How far two skeletons may differ and still be the same one.
struct SameSkeleton {
  double direction = 0.1;  ///< between a bone's rest directions (unit: rad)
  double length = 0.05;    ///< share of the bone's length
};

/// Two skeletons joint by joint, matched by bare name.
struct SkeletonMatch {
  std::vector<int> source_of;    ///< per target joint its source joint, or -1
  std::vector<char> is_matched;  ///< per source joint whether it has a counterpart
  int count = 0;                 ///< pairs
};
[[nodiscard]] SkeletonMatch match_by_name(const Skeleton& source, const Skeleton& target);

/// Where matched skeletons are not the same: a joint of the target, and in which way.
struct SkeletonDifference {
  std::string joint;
  std::string how;
};
/// The first matched joint that hangs on another one, or whose bone points elsewhere or has another length in the rest
/// pose.
[[nodiscard]] std::optional<SkeletonDifference> find_difference(const Skeleton& source, const Skeleton& target,
                                                                const SkeletonMatch& match,
                                                                const SameSkeleton& tolerance = {});

/// The same structure and the same rest pose to 1e-9: a clip of one is a clip of the other as it is.
[[nodiscard]] bool is_identical(const Skeleton& a, const Skeleton& b);

/// The clip on the target. What a joint does relative to its rest pose is carried over, so that joint frames may be
/// oriented differently. Joints without a counterpart keep their rest pose.
[[nodiscard]] Clip carry_clip(const Skeleton& source, const Clip& clip, const Skeleton& target,
                              const SkeletonMatch& match);

}  // namespace sinew
