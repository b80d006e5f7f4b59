#include <algorithm>
#include <cmath>
#include <numbers>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

constexpr int kLobes = 3;

double sinc(double x) { return std::abs(x) < 1e-12 ? 1.0 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

double lanczos(double x) { return std::abs(x) < kLobes ? sinc(x) * sinc(x / kLobes) : 0.0; }

/// Source frames and weights that make one new frame. `first` may lie before the clip and the weights may
/// reach beyond it: the sampler continues the ends.
struct Taps {
  int centre = 0;
  int first = 0;
  std::vector<double> weights;
};

Taps taps_at(double source_time, double widening, int frames) {
  Taps taps;
  const double nearest = std::round(source_time);
  taps.centre = std::clamp(static_cast<int>(nearest), 0, frames - 1);
  // A new frame that falls on a source frame is that frame when nothing has to be filtered out.
  if (widening <= 1.0 && std::abs(source_time - nearest) < 1e-9) {
    taps.first = taps.centre;
    taps.weights = {1.0};
    return taps;
  }
  const double radius = kLobes * widening;
  taps.first = static_cast<int>(std::ceil(source_time - radius));
  const int last = static_cast<int>(std::floor(source_time + radius));
  double sum = 0;
  for (int i = taps.first; i <= last; ++i) {
    taps.weights.push_back(lanczos((i - source_time) / widening));
    sum += taps.weights.back();
  }
  for (double& weight : taps.weights) weight /= sum;
  return taps;
}

/// Frame index reflected into the clip, and the end about which it was reflected (-1: none).
struct Reflected {
  int frame;
  int mirror;
};

Reflected reflect(int frame, int frames) {
  if (frame < 0) return {std::min(-frame, frames - 1), 0};
  if (frame >= frames) return {std::max(2 * (frames - 1) - frame, 0), frames - 1};
  return {frame, -1};
}

Vec3 sample_translation(const Clip& clip, std::size_t channel, const Taps& taps) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < taps.weights.size(); ++i) {
    const auto [frame, mirror] = reflect(taps.first + static_cast<int>(i), clip.frames());
    const Vec3 value = clip.frame_translations(frame)[channel];
    sum += taps.weights[i] * (mirror < 0 ? value : Vec3(2 * clip.frame_translations(mirror)[channel] - value));
  }
  return sum;
}

/// Point reflection of q about m: the rotation as far beyond m as q lies before it.
Quat reflect_about(const Quat& q, const Quat& m) { return m * q.conjugate() * m; }

Quat sample_rotation(const Clip& clip, std::size_t joint, const Taps& taps) {
  Quat centre = clip.frame_rotations(taps.centre)[joint];
  if (taps.weights.size() == 1) return centre;
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < taps.weights.size(); ++i) {
    const auto [frame, mirror] = reflect(taps.first + static_cast<int>(i), clip.frames());
    const Quat value = clip.frame_rotations(frame)[joint];
    const Quat q = mirror < 0 ? value : reflect_about(value, clip.frame_rotations(mirror)[joint]);
    sum += taps.weights[i] * log_rotation(centre.conjugate() * q);
  }
  return (centre * exp_rotation(sum)).normalized();
}

}  // namespace

Clip resample(const Skeleton& skeleton, const Clip& clip, double frame_rate) {
  if (!(frame_rate > 0 && frame_rate <= 1e6)) throw Error::usage("frame rate: expected 0 < rate <= 1e6 Hz");
  const double ratio = clip.frame_rate / frame_rate;  // source frames per new frame
  const double span = (clip.frames() - 1) / ratio;
  const int frames = 1 + static_cast<int>(std::floor(span + 1e-6));
  Clip result = rest_clip(skeleton, frames, frame_rate, clip.translated);
  result.name = clip.name;
  result.start_time = clip.start_time;
  const double widening = std::max(1.0, ratio);
  for (int frame = 0; frame < frames; ++frame) {
    const Taps taps = taps_at(frame * ratio, widening, clip.frames());
    auto rotations = result.frame_rotations(frame);
    for (std::size_t j = 0; j < rotations.size(); ++j) {
      if (!skeleton.joints[j].end_site) rotations[j] = sample_rotation(clip, j, taps);
    }
    auto translations = result.frame_translations(frame);
    for (std::size_t c = 0; c < translations.size(); ++c) translations[c] = sample_translation(clip, c, taps);
  }
  make_continuous(result);
  return result;
}

}  // namespace sinew
