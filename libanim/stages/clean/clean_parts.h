#pragma once

#include "libanim/model/figure.h"
#include "libanim/stages/clean/clean.h"

namespace sinew {

/// A clip on its way through the cleaning.
struct CleanWork {
  const Skeleton& skeleton;
  const Figure& figure;
  const CleanOptions& options;
  CleanedClip& result;

  [[nodiscard]] Clip& clip() const { return result.clip; }
};

/// Leads the whole body across frames that are short and elsewhere, then keeps the longest part between breaks.
void cut_breaks(const CleanWork& work);

/// Cuts frames at either end in which nothing moves and from which the motion starts abruptly.
void cut_frozen_ends(const CleanWork& work);

/// Leads joints across frames in which they jump away and back.
void repair_spikes(const CleanWork& work);

/// Brings the planted soles to height 0.
void level_ground(const CleanWork& work);

/// Frames [first, last] in which every channel, or one joint's rotation, is interpolated between the frames around
/// them.
void lead_across(Clip& clip, int first, int last);
void lead_across(Clip& clip, int joint, int first, int last);

/// A clip whose flights fall much faster than gravity plays too fast: its frame rate is lowered to the common one with
/// which they fall as they must (kFrameRate).
void retime(const CleanWork& work);

}  // namespace sinew
