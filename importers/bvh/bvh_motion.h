#pragma once

#include <cstdint>

#include "importers/bvh/bvh_hierarchy.h"
#include "importers/bvh/bvh_text.h"
#include "importers/scene/import_options.h"
#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Reads "Frames: N".
[[nodiscard]] std::uint64_t read_bvh_frame_count(BvhCursor& cursor);

/// Reads the frames to the end of the file into a clip in file units and axes: rotations of all joints,
/// translations of the roots and of the joints with position channels. A frame may take several lines,
/// but ends with its line, so that a value too many or too few is noticed where it is.
///
/// Differences from the declared count and an incomplete last frame, which is dropped, are noted
/// (kFrameCount). A clip beyond the limits, or beyond 256 MiB plus 32 times the file's size, is refused. The clip
/// has no frames when none are declared and none are there.
[[nodiscard]] Clip read_bvh_frames(BvhCursor& cursor, const BvhHierarchy& hierarchy, std::uint64_t declared,
                                   const ImportLimits& limits, Ledger& ledger);

/// Position channels of inner joints that are next to nothing against their OFFSETs are meant relative to
/// these: adds OFFSET and says so (kSuspect). Read the other way such a skeleton falls into one point.
void settle_relative_positions(const BvhHierarchy& hierarchy, Clip& clip, Ledger& ledger);

}  // namespace sinew
