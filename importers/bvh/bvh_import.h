#pragma once

#include "importers/scene/import_options.h"
#include "libanim/model/asset.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// Reads a BVH file into a skeleton and one clip, named "motion", in metres, Y up.
///
/// Structure
///  - Any channels per joint, in any order; a position channel replaces that component of OFFSET, for roots
///    and other joints alike, and components without a channel keep OFFSET. (Some files write the positions
///    of inner joints relative to OFFSET: where they all are next to nothing against their OFFSETs, they
///    are added instead, kSuspect.) Inner joints whose positions only repeat OFFSET lose these channels.
///  - An End Site becomes a joint PARENT_end. All rest rotations are the identity: a turn to Y up turns
///    offsets and rotations, not the root, so that a BVH export needs nothing undone.
///  - `Frames: 0` without data is a skeleton without clips (kFrameCount): the format is also used to store
///    bare skeletons. A declared count that the data does not fill to at least one frame is refused.
///
/// What the format does not say is inferred, noted, and overridden by `options`
///  - unit (kUnitGuess): from the longest joint-to-joint path, see bvh_unit.h;
///  - up axis (kAxisGuess where it is not Y or uncertain): see bvh_up_axis.h;
///  - frame rate (kFrameRate): see bvh_frame_rate.h.
///
/// Repairs and remarks
///  - kFrameCount: more or fewer frames than declared, an incomplete last line (dropped);
///  - kRename: empty, repeated or unprintable names;
///  - kLeadIn, kTPoseFrame: only reported; the frames stay.
///
/// Everything else throws Error (kAsset) with "line L, column C" (columns in bytes, from 1).
[[nodiscard]] Asset import_bvh(ByteSpan bytes, const ImportOptions& options);

}  // namespace sinew
