#pragma once

#include <string>
#include <vector>

#include "libanim/model/clip.h"

namespace sinew {

/// The clip at another frame rate. Frames are weighted sums of source frames under a Lanczos kernel of
/// three lobes, in the tangent space at the nearest source frame; when the rate goes down the kernel widens
/// with the ratio, so that what the new grid cannot carry is filtered out instead of folded back. Ends are
/// continued by point reflection. The last frame is the last grid point within the source's duration.
[[nodiscard]] Clip resample(const Skeleton& skeleton, const Clip& clip, double frame_rate);

/// Frames [first, last], both included.
[[nodiscard]] Clip crop(const Clip& clip, int first, int last);

/// `b` after `a`, on the same skeleton at the same frame rate. Both keep their world placement.
[[nodiscard]] Clip concatenate(const Skeleton& skeleton, const Clip& a, const Clip& b);

/// For each joint its counterpart on the other side by name (left/right, L/R, _l/_r and the like), or itself.
[[nodiscard]] std::vector<int> mirror_pairs(const Skeleton& skeleton);

/// The motion seen in a mirror: world x negated, left and right exchanged. The skeleton's rest pose must be
/// symmetric for the result to reach the mirrored positions; joints keep their own bone lengths.
[[nodiscard]] Clip mirror(const Skeleton& skeleton, const Clip& clip);

}  // namespace sinew
