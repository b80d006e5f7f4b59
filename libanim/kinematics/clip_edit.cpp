#include "libanim/kinematics/clip_edit.h"

#include <algorithm>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The clip with at least these translation channels, filled from the rest pose where it had none.
Clip with_channels(const Skeleton& skeleton, const Clip& clip, const std::vector<int>& channels) {
  Clip result = rest_clip(skeleton, clip.frames(), clip.frame_rate, channels);
  result.rotations = clip.rotations;
  for (std::size_t from = 0; from < clip.translated.size(); ++from) {
    const auto to = std::ranges::lower_bound(result.translated, clip.translated[from]) - result.translated.begin();
    for (int frame = 0; frame < clip.frames(); ++frame) {
      result.frame_translations(frame)[static_cast<std::size_t>(to)] = clip.frame_translations(frame)[from];
    }
  }
  return result;
}

}  // namespace

Clip crop(const Clip& clip, int first, int last) {
  if (first < 0 || last < first || last >= clip.frames()) {
    throw Error::usage("crop " + std::to_string(first) + ":" + std::to_string(last) + ": the clip has frames 0 to " +
                       std::to_string(clip.frames() - 1));
  }
  Clip result = clip;
  const auto cut = [&](auto& values, std::size_t width) {
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(to_size(last + 1) * width), values.end());
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(to_size(first) * width));
  };
  cut(result.rotations, to_size(clip.joint_count));
  cut(result.translations, clip.translated.size());
  result.start_time += first / clip.frame_rate;
  make_continuous(result);
  return result;
}

Clip concatenate(const Skeleton& skeleton, const Clip& a, const Clip& b) {
  if (a.joint_count != b.joint_count || a.frame_rate != b.frame_rate) {
    throw Error::usage("concatenate: expected clips of the same skeleton and frame rate");
  }
  std::vector<int> channels;
  std::ranges::set_union(a.translated, b.translated, std::back_inserter(channels));
  Clip result = with_channels(skeleton, a, channels);
  const Clip tail = with_channels(skeleton, b, channels);
  result.name = a.name;
  result.start_time = a.start_time;
  result.rotations.insert(result.rotations.end(), tail.rotations.begin(), tail.rotations.end());
  result.translations.insert(result.translations.end(), tail.translations.begin(), tail.translations.end());
  make_continuous(result);
  return result;
}

}  // namespace sinew
