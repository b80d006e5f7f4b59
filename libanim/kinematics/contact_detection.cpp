#include "libanim/kinematics/contact_detection.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "libanim/support/error.h"

namespace sinew {

namespace {

/// Speed of a track by differences over `reach` frames to either side, one-sided at the ends (unit: m/s).
std::vector<double> speeds(std::span<const Vec3> positions, double frame_rate, std::size_t reach) {
  std::vector<double> result(positions.size(), 0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t before = i - std::min(i, reach);
    const std::size_t after = std::min(i + reach, positions.size() - 1);
    if (after == before) continue;
    const double seconds = static_cast<double>(after - before) / frame_rate;
    result[i] = (positions[after] - positions[before]).norm() / seconds;
  }
  return result;
}

/// Turns runs of `value` that are shorter than `shortest` frames and do not touch an end of the clip.
void remove_short_runs(std::vector<bool>& flags, bool value, std::size_t shortest) {
  std::size_t begin = 0;
  while (begin < flags.size()) {
    std::size_t end = begin;
    while (end < flags.size() && flags[end] == flags[begin]) ++end;
    const bool inside = begin > 0 && end < flags.size();
    if (flags[begin] == value && inside && end - begin < shortest) {
      std::fill(flags.begin() + static_cast<std::ptrdiff_t>(begin), flags.begin() + static_cast<std::ptrdiff_t>(end),
                !value);
    }
    begin = end;
  }
}

}  // namespace

void ContactDetection::validate() const {
  if (!(height >= 0) || !(height <= 1)) throw Error::usage("contact detection: 0 <= height <= 1 is violated");
  if (!(speed >= 0) || !std::isfinite(speed)) throw Error::usage("contact detection: 0 <= speed is violated");
  if (!(release >= 1) || !std::isfinite(release)) throw Error::usage("contact detection: 1 <= release is violated");
  if (!(shortest >= 0) || !(shortest <= 10)) throw Error::usage("contact detection: 0 <= shortest <= 10 is violated");
  if (!(half_window >= 0) || !(half_window <= 1)) {
    throw Error::usage("contact detection: 0 <= half_window <= 1 is violated");
  }
}

std::vector<bool> planted_frames(std::span<const Vec3> positions, std::span<const double> ground, double frame_rate,
                                 double figure_height, const ContactDetection& detection) {
  assert(positions.size() == ground.size());
  const auto frames_in = [&](double seconds) { return static_cast<std::size_t>(std::lround(seconds * frame_rate)); };
  const std::vector<double> speed =
      speeds(positions, frame_rate, std::max<std::size_t>(1, frames_in(detection.half_window)));
  std::vector<bool> planted(positions.size(), false);
  bool now = false;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double tolerance = figure_height * (now ? detection.release : 1);
    const double height = positions[i].y() - ground[i];
    now = height <= detection.height * tolerance && speed[i] <= detection.speed * tolerance;
    planted[i] = now;
  }
  const std::size_t shortest = frames_in(detection.shortest);
  remove_short_runs(planted, false, shortest);
  remove_short_runs(planted, true, shortest);
  return planted;
}

double horizontal_speed(std::span<const Vec3> positions, std::size_t frame, double frame_rate) {
  if (positions.size() < 2) return 0;
  const std::size_t before = frame == 0 ? 0 : frame - 1;
  const std::size_t after = std::min(frame + 1, positions.size() - 1);
  const Vec3 way = positions[after] - positions[before];
  return std::hypot(way.x(), way.z()) * frame_rate / static_cast<double>(after - before);
}

}  // namespace sinew
