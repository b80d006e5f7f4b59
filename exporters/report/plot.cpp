#include "exporters/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exporters/report/palette.h"
#include "exporters/report/stroke_text.h"

namespace sinew {

namespace {

constexpr double kTitle = 26;   // room above the axes
constexpr double kLabels = 24;  // below
constexpr double kLeft = 58;    // beside

class PlotPainter {
 public:
  PlotPainter(Canvas& canvas, const ScreenBox& box, const Plot& plot, double unit)
      : canvas_(canvas),
        plot_(plot),
        unit_(unit),
        area_{box.x + kLeft * unit, box.y + kTitle * unit, box.width - (kLeft + 16) * unit,
              box.height - (kTitle + kLabels) * unit} {
    double top = std::max(plot.least_top, 1e-9);
    for (const double value : plot.values) top = std::max(top, value);
    step_ = tick_step(top, 5);
    top_ = step_ * std::ceil(top / step_ - 1e-9);
  }

  void draw() {
    draw_values_axis();
    draw_time_axis();
    if (plot_.level && *plot_.level <= top_) {
      canvas_.stroke(area_.x, y_at(*plot_.level), area_.x + area_.width, y_at(*plot_.level), unit_, palette::kFaintInk);
    }
    draw_curve();
    write_text(canvas_, area_.x, area_.y - 10 * unit_, plot_.title, {11 * unit_, palette::kInk});
  }

 private:
  [[nodiscard]] double x_at(double time) const {
    return area_.x + area_.width * (plot_.duration > 0 ? time / plot_.duration : 0);
  }
  [[nodiscard]] double y_at(double value) const { return area_.y + area_.height * (1 - value / top_); }

  void draw_values_axis() {
    for (int i = 0; i * step_ <= top_ * (1 + 1e-9); ++i) {
      const double y = y_at(i * step_);
      canvas_.stroke(area_.x, y, area_.x + area_.width, y, 0.8 * unit_, palette::kRule);
      write_text(canvas_, area_.x - 9 * unit_, y + 4.5 * unit_, fmt::format("{:g}", i * step_),
                 {9 * unit_, palette::kFaintInk, TextAnchor::kRight});
    }
  }

  void draw_time_axis() {
    const double bottom = area_.y + area_.height;
    for (const double mark : plot_.marks) {
      canvas_.stroke(x_at(mark), area_.y, x_at(mark), bottom, 0.8 * unit_, palette::kRule);
    }
    if (plot_.duration <= 0) return;
    const double step = tick_step(plot_.duration, 10);
    for (int i = 0; i * step <= plot_.duration * (1 + 1e-9); ++i) {
      const double x = x_at(i * step);
      canvas_.stroke(x, bottom, x, bottom + 4 * unit_, unit_, palette::kFaintInk);
      write_text(canvas_, x, bottom + 18 * unit_, fmt::format("{:g} s", i * step),
                 {9 * unit_, palette::kFaintInk, TextAnchor::kMiddle});
    }
    canvas_.stroke(area_.x, bottom, area_.x + area_.width, bottom, 1.2 * unit_, palette::kFaintInk);
  }

  void draw_curve() {
    const auto time = [&](std::size_t i) { return plot_.start + static_cast<double>(i) / plot_.rate; };
    for (std::size_t i = 0; i < plot_.values.size(); ++i) {
      const std::size_t next = std::min(i + 1, plot_.values.size() - 1);
      canvas_.stroke(x_at(time(i)), y_at(plot_.values[i]), x_at(time(next)), y_at(plot_.values[next]), 2 * unit_,
                     plot_.colour);
    }
    for (const double mark : plot_.marks) {
      const auto i = static_cast<std::ptrdiff_t>(std::lround((mark - plot_.start) * plot_.rate));
      if (i < 0 || i >= static_cast<std::ptrdiff_t>(plot_.values.size())) continue;
      const double y = y_at(plot_.values[static_cast<std::size_t>(i)]);
      canvas_.stroke(x_at(mark), y, x_at(mark), y, 7 * unit_, plot_.colour);
    }
  }

  Canvas& canvas_;
  const Plot& plot_;
  double unit_;
  ScreenBox area_;
  double step_ = 1;
  double top_ = 1;
};

}  // namespace

double tick_step(double top, int count) {
  const double power = std::pow(10.0, std::floor(std::log10(top / count)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (top / (factor * power) <= count * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

void draw_plot(Canvas& canvas, const ScreenBox& box, const Plot& plot, double unit) {
  PlotPainter(canvas, box, plot, unit).draw();
}

}  // namespace sinew
