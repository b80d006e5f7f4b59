#include "pipelines/clip_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/support/error.h"

namespace sinew {

void keep_only(Asset& asset, const std::string& name) {
  if (name.empty()) return;
  Clip kept = select_clip(asset, name);
  for (const Clip& clip : asset.clips) {
    if (clip.name != name) asset.ledger.add(NoteCode::kCrop, "clip " + clip.name, "left out by --clip");
  }
  asset.clips = {std::move(kept)};
}

Clip crop_clip(const Clip& clip, const CropRange& range, Ledger& ledger) {
  const double per_unit = range.in_frames ? 1.0 : clip.frame_rate;
  const int end = clip.frames() - 1;
  // A time between two frames keeps the frames inside the range; rounding of the product is forgiven.
  const double first = std::ceil(range.first * per_unit - 1e-6);
  const double last = std::min<double>(end, std::floor(range.last * per_unit + 1e-6));
  if (first > last) {
    throw Error::usage(fmt::format("--crop: clip {} has {} frames ({:.3f} s); nothing of it lies in that range",
                                   clip.name, clip.frames(), clip.duration()));
  }
  ledger.add(NoteCode::kCrop, "clip " + clip.name,
             fmt::format("frames {:.0f} to {:.0f} of {} kept", first, last, clip.frames()));
  return crop(clip, static_cast<int>(first), static_cast<int>(last));
}

ImportOptions character_options(const ImportOptions& options) {
  ImportOptions result;
  result.limits = options.limits;
  return result;
}

}  // namespace sinew
