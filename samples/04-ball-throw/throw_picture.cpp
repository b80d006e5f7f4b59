#include "samples/04-ball-throw/throw_picture.h"

#include <fmt/format.h>

#include <cmath>

#include "exporters/report/canvas.h"
#include "exporters/report/palette.h"
#include "exporters/report/stroke_text.h"

namespace sinew::samples {

namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr Rgb kThrow{0.66F, 0.68F, 0.71F};
constexpr Rgb kBest{0.10F, 0.62F, 0.22F};
constexpr Rgb kSample{0.86F, 0.12F, 0.16F};
constexpr Rgb kStale{0.95F, 0.75F, 0.10F};
constexpr Rgb kCell{0.36F, 0.60F, 0.88F};
constexpr Rgb kBlack{0, 0, 0};

constexpr double kHeight = 320;  ///< of a panel (unit: pixels)
constexpr double kRoomWidth = 640;
constexpr double kFitnessWidth = 480;
constexpr double kGap = 12;
constexpr double kTitle = 28;

/// A rectangle of the picture with coordinates of its own, y up.
struct Panel {
  double left = 0;
  double top = 0;
  double width = 0;
  Vector2d lower;
  Vector2d upper;

  [[nodiscard]] Vector2d pixel(const Vector2d& p) const {
    const Vector2d share = (p - lower).cwiseQuotient(upper - lower);
    return {left + share.x() * width, top + (1 - share.y()) * kHeight};
  }
  [[nodiscard]] bool holds(const Vector2d& p) const {
    // A ball on the floor may be there but for a rounding.
    constexpr double kSlack = 1e-9;
    return (p.array() >= lower.array() - kSlack).all() && (p.array() <= upper.array() + kSlack).all();
  }
};

void draw_line(Canvas& canvas, const Panel& panel, const Vector2d& a, const Vector2d& b, double width, const Rgb& ink) {
  if (!panel.holds(a) || !panel.holds(b)) return;
  const Vector2d from = panel.pixel(a);
  const Vector2d to = panel.pixel(b);
  canvas.stroke(from.x(), from.y(), to.x(), to.y(), width, ink);
}

/// A line without length has round ends and is a dot.
void draw_dot(Canvas& canvas, const Panel& panel, const Vector2d& at, double size, const Rgb& ink) {
  draw_line(canvas, panel, at, at, size, ink);
}

void draw_way(Canvas& canvas, const Panel& panel, const std::vector<Flight>& way, double width, const Rgb& ink) {
  constexpr int kPieces = 24;
  for (const Flight& flight : way) {
    for (int i = 0; i < kPieces; ++i) {
      const double t = flight.duration / kPieces;
      draw_line(canvas, panel, flight.at(i * t), flight.at((i + 1) * t), width, ink);
    }
  }
}

void draw_room(Canvas& canvas, const Panel& panel, const ThrowMoment& moment) {
  canvas.rectangle(panel.left, panel.top, panel.width, kHeight, palette::kCellSky);
  const ThrowTask& task = moment.task;
  for (const KdSample& sample : moment.sampler.samples()) {
    if (!sample.stale) draw_way(canvas, panel, task.way(sample.x), 0.7, kThrow);
  }
  for (const Surface& surface : task.room.surfaces) {
    const double end = std::min(surface.to, panel.upper[1 - surface.axis]);
    Vector2d a = Vector2d::Constant(surface.place);
    Vector2d b = a;
    a[1 - surface.axis] = surface.from;
    b[1 - surface.axis] = end;
    draw_line(canvas, panel, a, b, 3, palette::kInk);
  }
  draw_way(canvas, panel, task.way(moment.sampler.best().x), 2.5, kBest);
  if (task.goal == ThrowGoal::kAtTime) {
    draw_dot(canvas, panel, position_at(task.way(moment.sampler.best().x), task.time), 9, kBest);
  }
  draw_dot(canvas, panel, task.target, 13, kBlack);
  draw_dot(canvas, panel, task.room.start, 9, kSample);
}

void draw_landscape(Canvas& canvas, const Panel& panel, const ThrowTask& task) {
  constexpr int kPixels = 2;
  for (int i = 0; i * kPixels < panel.width; ++i) {
    for (int j = 0; j * kPixels < kHeight; ++j) {
      const Vector2d share((i + 0.5) * kPixels / panel.width, 1 - (j + 0.5) * kPixels / kHeight);
      const VectorXd x = panel.lower + share.cwiseProduct(panel.upper - panel.lower);
      const auto grey = static_cast<float>(std::exp(task.log_fitness(x)));
      canvas.rectangle(panel.left + i * kPixels, panel.top + j * kPixels, kPixels, kPixels, {grey, grey, grey});
    }
  }
}

void draw_samples(Canvas& canvas, const Panel& panel, const KdSampler& sampler) {
  for (int i = 0; i < static_cast<int>(sampler.samples().size()); ++i) {
    const KdBox cell = sampler.tree().cell(i);
    const Vector2d a = cell.lower;
    const Vector2d b = cell.upper;
    draw_line(canvas, panel, a, {b.x(), a.y()}, 1, kCell);
    draw_line(canvas, panel, a, {a.x(), b.y()}, 1, kCell);
  }
  for (const KdSample& sample : sampler.samples()) {
    draw_dot(canvas, panel, sample.x, 5, sample.stale ? kStale : kSample);
  }
  draw_dot(canvas, panel, sampler.best().x, 9, kBest);
}

}  // namespace

Picture draw_throws(std::span<const ThrowMoment> moments) {
  const double row = kTitle + kHeight + kGap;
  Canvas canvas(static_cast<int>(kRoomWidth + kFitnessWidth + 3 * kGap),
                static_cast<int>(row * static_cast<double>(moments.size()) + kGap), 2, palette::kPaper);
  double top = kGap;
  for (const ThrowMoment& moment : moments) {
    const double distance = moment.task.distance(moment.sampler.best().x);
    const std::string title =
        fmt::format("step {}: the best throw is {:.0f} mm from the target", moment.step, 1000 * distance);
    write_text(canvas, kGap, top + 16, title, {.size = 12, .colour = palette::kInk});
    const Panel room{kGap, top + kTitle, kRoomWidth, {0, 0}, moment.task.room.corner};
    const Panel space{2 * kGap + kRoomWidth, top + kTitle, kFitnessWidth, moment.task.lower(), moment.task.upper()};
    draw_room(canvas, room, moment);
    draw_landscape(canvas, space, moment.task);
    draw_samples(canvas, space, moment.sampler);
    top += row;
  }
  return canvas.picture();
}

}  // namespace sinew::samples
