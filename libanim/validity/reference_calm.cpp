#include "libanim/validity/reference_calm.h"

#include <algorithm>
#include <cmath>

#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"

namespace sinew {

std::vector<double> stir_speeds(const Figure& figure, const ReferenceMotion& reference, double half_window) {
  const std::vector<int> feet = foot_points(figure);
  std::vector<double> now;
  now.reserve(reference.frames.size());
  for (const ReferenceFrame& frame : reference.frames) {
    double fastest = frame.centre_velocity.norm();
    for (const int p : feet) fastest = std::max(fastest, frame.slides[to_size(p)]);
    now.push_back(fastest);
  }
  const auto reach = static_cast<std::ptrdiff_t>(std::lround(half_window / reference.frame_seconds));
  const auto last = static_cast<std::ptrdiff_t>(now.size()) - 1;
  std::vector<double> around;
  around.reserve(now.size());
  for (std::ptrdiff_t f = 0; f <= last; ++f) {
    const auto begin = now.begin() + std::max<std::ptrdiff_t>(0, f - reach);
    const auto end = now.begin() + std::min(last, f + reach) + 1;
    around.push_back(*std::max_element(begin, end));
  }
  return around;
}

}  // namespace sinew
