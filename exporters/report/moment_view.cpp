#include "exporters/report/moment_view.h"

#include <algorithm>

#include "exporters/report/figure_view.h"
#include "exporters/report/palette.h"
#include "exporters/report/scene_view.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr double kMostSamples = 1U << 24;  // of a canvas: bounds the memory of large pictures

int samples_for(int width, int height) {
  int samples = 3;
  while (samples > 1 && static_cast<double>(width) * height * samples * samples > kMostSamples) --samples;
  return samples;
}

void draw_figures(Canvas& canvas, const Camera& camera, const Take& take, const SheetMotion& motion, int frame,
                  double unit) {
  const FigureView figure(take.figure, motion.surfaces, motion.result[to_size(frame)]);
  Canvas layer = smooth_canvas(canvas.width(), canvas.height(), {});
  WorldPainter shadow_painter(layer, camera);
  figure.draw_shadow(shadow_painter, take.scene);
  canvas.darken(layer, 0.22, 0.004);

  Canvas solid = smooth_canvas(canvas.width(), canvas.height(), {});
  WorldPainter solid_painter(solid, camera);
  figure.draw(solid_painter, {palette::kResult, palette::kResultLeft, palette::kResultRight});
  canvas.merge(solid);
  if (to_size(frame) >= motion.reference.size()) return;

  Canvas ghost = smooth_canvas(canvas.width(), canvas.height(), {});
  WorldPainter ghost_painter(ghost, camera);
  FigureView(take.figure, motion.surfaces, motion.reference[to_size(frame)])
      .draw(ghost_painter, {palette::kReference, palette::kReference, palette::kReference});
  canvas.lay_over(ghost, solid, {palette::kReferenceLine, 1.1 * std::max(1.0, unit), 0.55, 0.04});
}

}  // namespace

Canvas smooth_canvas(int width, int height, const Rgb& colour) {
  return {width, height, samples_for(width, height), colour};
}

void draw_moment(Canvas& canvas, const Camera& camera, const Take& take, const SheetMotion& motion, int frame,
                 double unit) {
  WorldPainter painter(canvas, camera);
  draw_scene(painter, take, frame, motion.result[to_size(frame)][0].translation);
  draw_figures(canvas, camera, take, motion, frame, unit);
  for (const OuterForce& force : outer_forces(take, frame)) {
    if (force.force.norm() < kLeastForce) continue;
    draw_arrow(painter, force.point, arrow_end(force, take.figure.height), 3 * unit);
  }
}

}  // namespace sinew
