#include "importers/fbx/fbx_time.h"

#include <fmt/format.h>
#include <ufbx.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew::fbx {
namespace {

/// Two times this near are one (unit: s). FBX counts 46186158000 ticks per second; writers round to a tick or,
/// when they go through single precision seconds, a good deal worse.
constexpr double kSameTime = 1e-7;

/// Part of a frame that a span may overhang before it counts as another frame.
constexpr double kFrameSlack = 1e-3;

struct Span {
  double begin = 0;
  double end = 0;
};

std::string place_of(const ufbx_anim_stack& stack) {
  return fmt::format("animation '{}'", printable(to_string(stack.name)));
}

void add_curve(const ufbx_anim_curve& curve, StackKeys& keys) {
  for (const ufbx_keyframe& key : curve.keyframes) {
    if (std::isfinite(key.time)) keys.times.push_back(key.time);
  }
  if (curve.keyframes.count > 1 && (curve.pre_extrapolation.mode != UFBX_EXTRAPOLATION_CONSTANT ||
                                    curve.post_extrapolation.mode != UFBX_EXTRAPOLATION_CONSTANT)) {
    keys.repeats = true;
  }
}

/// The stack's own span, or that of the keys where it has none.
Span stack_span(const ufbx_anim_stack& stack, const StackKeys& keys) {
  const bool usable =
      std::isfinite(stack.time_begin) && std::isfinite(stack.time_end) && stack.time_begin < stack.time_end;
  return usable ? Span{stack.time_begin, stack.time_end} : Span{keys.times.front(), keys.times.back()};
}

/// First and last frame number, counted from the span's begin, of the part in which something can move.
std::pair<double, double> moving_frames(const Span& span, const StackKeys& keys, double frame_rate) {
  const double last = std::floor((span.end - span.begin) * frame_rate + kFrameSlack);
  if (keys.repeats) return {0, last};
  const double first_key = std::floor((keys.times.front() - span.begin) * frame_rate + kFrameSlack);
  const double last_key = std::ceil((keys.times.back() - span.begin) * frame_rate - kFrameSlack);
  const double begin = std::clamp(first_key, 0.0, last);
  return {begin, std::clamp(last_key, begin, last)};
}

double snap_to_key(double time, const std::vector<double>& keys) {
  const auto at = std::ranges::lower_bound(keys, time - kSameTime);
  return at != keys.end() && *at <= time + kSameTime ? *at : time;
}

void note_keys_between_frames(const StackKeys& keys, const std::vector<double>& times, const std::string& place,
                              double frame_rate, SourceScene& target) {
  const double tolerance = kFrameSlack / frame_rate;
  std::size_t between = 0;
  for (const double key : keys.times) {
    if (key < times.front() || key > times.back()) continue;
    const double frame = (key - times.front()) * frame_rate;
    if (std::abs(frame - std::round(frame)) / frame_rate > tolerance) ++between;
  }
  if (between == 0) return;
  target.ledger.add(
      NoteCode::kResample, place,
      fmt::format("{} of {} key times lie between the frames of {} Hz; a higher frame rate would keep them", between,
                  keys.times.size(), shortest(frame_rate)));
}

}  // namespace

bool is_transform_property(std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames = {
      "Lcl Translation", "Lcl Rotation",  "Lcl Scaling",   "PreRotation",   "PostRotation",
      "RotationOffset",  "RotationOrder", "RotationPivot", "ScalingOffset", "ScalingPivot"};
  return std::ranges::find(kNames, name) != kNames.end();
}

StackKeys collect_keys(const ufbx_anim_stack& stack) {
  StackKeys keys;
  for (const ufbx_anim_layer* layer : stack.layers) {
    for (const ufbx_anim_prop& prop : layer->anim_props) {
      const bool moves_node =
          prop.element->type == UFBX_ELEMENT_NODE && is_transform_property(to_string(prop.prop_name));
      if (!moves_node && prop.element->type != UFBX_ELEMENT_ANIM_LAYER) continue;
      for (const ufbx_anim_curve* curve : prop.anim_value->curves) {
        if (curve != nullptr) add_curve(*curve, keys);
      }
    }
  }
  std::ranges::sort(keys.times);
  keys.times.erase(std::unique(keys.times.begin(), keys.times.end()), keys.times.end());
  return keys;
}

double settle_frame_rate(const ufbx_scene& scene, const ImportOptions& options, SourceScene& target) {
  const double rate = scene.settings.frames_per_second;
  const bool sane = std::isfinite(rate) && rate >= 1 && rate <= 1000;
  target.source.frame_rate = sane ? rate : 0;
  if (options.frame_rate) return *options.frame_rate;
  if (sane) return rate;
  target.ledger.add(NoteCode::kFrameRate, "GlobalSettings",
                    fmt::format("the frame rate {} Hz makes no sense; took 30 Hz", rate));
  return 30;
}

std::vector<double> frame_times(const ufbx_anim_stack& stack, const StackKeys& keys, double frame_rate,
                                const ImportLimits& limits, SourceScene& target) {
  const Span span = stack_span(stack, keys);
  const auto [first, last] = moving_frames(span, keys, frame_rate);
  const double count = last - first + 1;
  const std::string place = place_of(stack);
  if (!(count <= static_cast<double>(limits.max_frames))) {
    throw Error::asset(place,
                       fmt::format("it lasts {:.0f} frames at {} Hz, more than the limit of {}; a lower frame rate "
                                   "makes it fit",
                                   count, shortest(frame_rate), limits.max_frames));
  }
  std::vector<double> times(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = snap_to_key(span.begin + (first + static_cast<double>(i)) / frame_rate, keys.times);
  }
  const double whole = std::floor((span.end - span.begin) * frame_rate + kFrameSlack) + 1;
  if (count < whole) {
    target.ledger.add(
        NoteCode::kCrop, place,
        fmt::format("still time before the first and after the last key removed: {:.0f} of {:.0f} frames kept", count,
                    whole));
  }
  note_keys_between_frames(keys, times, place, frame_rate, target);
  return times;
}

}  // namespace sinew::fbx
