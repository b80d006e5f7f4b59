#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/math/upper_median.h"
#include "libanim/stages/clean/clean_parts.h"
#include "libanim/stages/clean/clip_steps.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Steps to either side that a suspicious one is compared with.
constexpr std::ptrdiff_t kAround = 8;

/// Median of the steps around one, itself left out.
double usual_step(const std::vector<double>& steps, std::size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, at - kAround);
  const std::ptrdiff_t last = std::min(static_cast<std::ptrdiff_t>(steps.size()) - 1, at + kAround);
  std::vector<double> around;
  for (std::ptrdiff_t k = first; k <= last; ++k) {
    if (k != at) around.push_back(steps[static_cast<std::size_t>(k)]);
  }
  return around.empty() ? steps[i] : upper_median(std::move(around));
}

/// Last frame before each break.
std::vector<int> find_breaks(const CleanWork& work, const std::vector<double>& steps) {
  const double least = work.options.break_speed * work.figure.height / work.clip().frame_rate;
  std::vector<int> breaks;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] > least && steps[i] > work.options.break_ratio * usual_step(steps, i)) {
      breaks.push_back(static_cast<int>(i));
    }
  }
  return breaks;
}

/// A part between two breaks that is over at once and after which the motion goes on where it was.
bool is_glitch(const CleanWork& work, int before, int after) {
  const int frames = after - before;
  const double rate = work.clip().frame_rate;
  if (frames > std::max(1.0, work.options.spike_time * rate)) return false;
  const double way = frame_distance(work.skeleton, work.clip(), before, after + 1);
  return way <= work.options.break_speed * work.figure.height * (frames + 1) / rate;
}

std::vector<int> repair_glitches(const CleanWork& work, const std::vector<int>& breaks) {
  std::vector<int> left;
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    if (i + 1 < breaks.size() && is_glitch(work, breaks[i], breaks[i + 1])) {
      lead_across(work.clip(), breaks[i] + 1, breaks[i + 1]);
      work.result.ledger.add(NoteCode::kSpike, fmt::format("frames {} to {}", breaks[i] + 1, breaks[i + 1]),
                             "the whole body is elsewhere for a moment: interpolated");
      ++i;
    } else {
      left.push_back(breaks[i]);
    }
  }
  return left;
}

/// First and last frame of the longest part.
std::pair<int, int> longest_part(const std::vector<int>& breaks, int frames) {
  std::pair<int, int> best{0, -1};
  int first = 0;
  const auto offer = [&](int last) {
    if (last - first > best.second - best.first) best = {first, last};
    first = last + 1;
  };
  for (const int last : breaks) offer(last);
  offer(frames - 1);
  return best;
}

}  // namespace

void cut_breaks(const CleanWork& work) {
  const std::vector<double> steps = clip_steps(work.skeleton, work.clip()).mean;
  std::vector<int> breaks = find_breaks(work, steps);
  work.result.report.breaks = static_cast<int>(breaks.size());
  breaks = repair_glitches(work, breaks);
  if (breaks.empty()) return;
  const auto [first, last] = longest_part(breaks, work.clip().frames());
  for (const int i : breaks) {
    work.result.ledger.add(NoteCode::kTeleport, fmt::format("frame {}", i + 1),
                           fmt::format("the joints jump by {:.2f} m on average", steps[to_size(i)]));
  }
  work.result.ledger.add(
      NoteCode::kCrop, "clip " + work.clip().name,
      fmt::format("frames {} to {} of {} kept, the longest part between jumps", first, last, work.clip().frames()));
  work.clip() = crop(work.clip(), first, last);
  work.result.report.first_frame += first;
}

void cut_frozen_ends(const CleanWork& work) {
  const ClipSteps steps = clip_steps(work.skeleton, work.clip());
  const double rate = work.clip().frame_rate;
  const double still = 1e-5 * work.figure.height;
  const double abrupt = work.options.abrupt_speed * work.figure.height / rate;
  const std::size_t count = steps.mean.size();
  std::size_t head = 0;
  while (head < count && steps.largest[head] <= still) ++head;
  if (head == count) return;
  std::size_t tail = 0;
  while (steps.largest[count - 1 - tail] <= still) ++tail;
  const auto is_cut = [&](std::size_t hold, std::size_t next_step) {
    return static_cast<double>(hold) >= work.options.frozen_time * rate && steps.mean[next_step] > abrupt;
  };
  const int first = is_cut(head, head) ? static_cast<int>(head) : 0;
  const int cut_at_end = is_cut(tail, count - 1 - tail) ? static_cast<int>(tail) : 0;
  if (first == 0 && cut_at_end == 0) return;
  const int last = work.clip().frames() - 1 - cut_at_end;
  work.result.ledger.add(
      NoteCode::kFrozen, "clip " + work.clip().name,
      fmt::format("{} frames at the start and {} at the end in which nothing moves were cut", first, cut_at_end));
  work.clip() = crop(work.clip(), first, last);
  work.result.report.first_frame += first;
  work.result.report.frozen_frames = first + cut_at_end;
}

}  // namespace sinew
