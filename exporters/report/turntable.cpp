#include "exporters/report/turntable.h"

#include <fmt/format.h>

#include <numbers>
#include <numeric>

#include "exporters/report/figure_view.h"
#include "exporters/report/moment_view.h"
#include "exporters/report/palette.h"
#include "exporters/report/stroke_text.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

// The view is framed for the first direction; limbs that point at the eye there point aside later.
constexpr double kRoom = 1.15;

void check_side(const char* name, int value) {
  if (value >= 240 && value <= 1920 && value % 2 == 0) return;
  throw Error::usage(fmt::format("{} of a film is {}; expected an even number from 240 to 1920", name, value));
}

}  // namespace

void TurntableOptions::validate() const {
  check_side("width", width);
  check_side("height", height);
  if (turns < 0 || turns > 20) throw Error::usage(fmt::format("number of turns is {}; expected 0 to 20", turns));
}

Turntable::Turntable(const Take& take, const TurntableOptions& options) : take_(take), options_(options) {
  options.validate();
  if (take.frames() == 0) throw Error::asset("take", "it has no simulated frames: there is nothing to draw");
  motion_ = {record_motion(take), clip_motion(take, take.reference), body_surfaces(take.figure)};
  viewport_ = {0, 0, static_cast<double>(options.width), static_cast<double>(options.height)};
  std::vector<int> all(to_size(take.frames()));
  std::iota(all.begin(), all.end(), 0);
  view_ = sheet_view(take, motion_, all, viewport_);
}

Picture Turntable::picture(int frame) const {
  const double angle = 2 * std::numbers::pi * options_.turns * frame / take_.frames();
  const CameraAxes axes = CameraAxes::from(exp_rotation({0, angle, 0}) * view_.axes.back);
  const Vec3 target = view_.followed[to_size(frame)] + Vec3(0, view_.framing.centre.y(), 0);
  const Camera camera(axes, target, kRoom * view_.framing.distance, viewport_);
  const double unit = options_.height / 720.0;
  Canvas canvas = smooth_canvas(options_.width, options_.height, palette::kCellSky);
  draw_moment(canvas, camera, take_, motion_, frame, unit);
  write_text(canvas, 14 * unit, 26 * unit,
             fmt::format("frame {}   {:.2f} s", frame, frame / take_.simulation.control_rate),
             {11 * unit, palette::kInk});
  return canvas.picture();
}

}  // namespace sinew
