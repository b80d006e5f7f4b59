#pragma once

#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Reports what is in a clip (in metres, Y up) besides motion, and leaves it there:
///  - kLeadIn: the root waits exactly at the origin for the first frames, then jumps into place in one frame,
///    by more than 0.3 m and more than five times any of the next steps. The frames are named (a rest pose among them
///    is not reported again).
///  - kTPoseFrame: the first frame is an added rest pose: nearer to the rest pose than to the second frame,
///    which it reaches by a jump more than five times any of the next ones.
void remark_on_clip(const Skeleton& skeleton, const Clip& clip, Ledger& ledger);

}  // namespace sinew
