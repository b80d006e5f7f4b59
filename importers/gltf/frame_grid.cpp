#include "importers/gltf/frame_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "libanim/math/upper_median.h"

namespace sinew {

namespace {

constexpr std::array kCommonRates = {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 72.0, 90.0, 100.0, 120.0, 240.0};
constexpr std::array kBroadcastRates = {24 / 1.001, 30 / 1.001, 60 / 1.001, 120 / 1.001};
constexpr double kFallbackRate = 60;
constexpr double kMaxRate = 10'000;

std::optional<double> rate_of_median_spacing(std::span<const double> times) {
  if (times.size() < 3) return std::nullopt;
  std::vector<double> gaps(times.size() - 1);
  for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] = times[i + 1] - times[i];
  // The whole clip tells the spacing better than one rounded gap does.
  const double duration = times.back() - times.front();
  const double rate = std::round(duration / upper_median(std::move(gaps))) / duration;
  if (!(rate > 0 && rate <= kMaxRate)) return std::nullopt;
  // A multiple that reaches 24 Hz: sparse keys are interpolated here too.
  return rate * std::ceil(24.0 / rate - 1e-9);
}

double choose_rate(std::span<const double> times) {
  for (const double rate : kCommonRates) {
    if (grid_holds_keys(times, rate)) return rate;
  }
  for (const double rate : kBroadcastRates) {
    if (grid_holds_keys(times, rate)) return rate;
  }
  const std::optional<double> estimate = rate_of_median_spacing(times);
  if (!estimate) return kFallbackRate;
  const double whole = std::round(*estimate);
  if (std::abs(*estimate - whole) <= 1e-4 * whole && grid_holds_keys(times, whole)) return whole;
  return grid_holds_keys(times, *estimate) ? *estimate : kFallbackRate;
}

}  // namespace

double key_tolerance(double time, double rate) {
  constexpr double kSingleEpsilon = 1.2e-7;
  return std::min(1e-4, 0.1 / rate) + 2 * kSingleEpsilon * std::abs(time);
}

bool grid_holds_keys(std::span<const double> times, double rate) {
  return std::ranges::all_of(times, [&](double time) {
    const double frame = (time - times.front()) * rate;
    return std::abs(frame - std::round(frame)) <= key_tolerance(time, rate) * rate;
  });
}

FrameGrid choose_grid(std::span<const double> times, std::optional<double> rate) {
  FrameGrid grid;
  grid.start = times.front();
  grid.rate = rate ? *rate : choose_rate(times);
  grid.holds_keys = grid_holds_keys(times, grid.rate);
  const double duration = times.back() - times.front();
  const double tolerance = key_tolerance(times.back(), grid.rate);
  const double last = std::floor((duration + tolerance) * grid.rate);
  grid.frames = last + 1;
  grid.remainder = duration - last / grid.rate > tolerance ? duration - last / grid.rate : 0;
  return grid;
}

std::optional<FrameGrid> stated_grid(std::span<const double> times, double frames, double rate) {
  if (!(rate > 0 && rate <= kMaxRate) || !(frames >= 1) || !grid_holds_keys(times, rate)) return std::nullopt;
  const double last = std::round((times.back() - times.front()) * rate);
  const bool padded = frames == 1 && last == 1 && times.size() == 2;
  if (last != frames - 1 && !padded) return std::nullopt;
  FrameGrid grid;
  grid.start = times.front();
  grid.rate = rate;
  grid.frames = frames;
  return grid;
}

}  // namespace sinew
