#include "exporters/report/contact_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "exporters/report/figure_view.h"
#include "exporters/report/moment_view.h"
#include "exporters/report/palette.h"
#include "exporters/report/plot.h"
#include "exporters/report/sheet_layout.h"
#include "exporters/report/sheet_view.h"
#include "exporters/report/stroke_text.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/support/parallel.h"
#include "libanim/support/text.h"
#include "libanim/validity/certificate.h"
#include "libanim/validity/contact_quality.h"
#include "libanim/validity/tracking_quality.h"

namespace sinew {

namespace {

constexpr double kCaption = 26;  // height of a cell's caption at unit 1 (unit: pixels)
const double kStrictError = CertificateThresholds{}.strict_body_error;

/// Mean distance of the bodies in a frame; none where the reference has ended.
std::vector<double> body_errors(const SheetMotion& motion) {
  std::vector<double> errors;
  for (std::size_t f = 0; f < std::min(motion.result.size(), motion.reference.size()); ++f) {
    double sum = 0;
    for (std::size_t b = 0; b < motion.result[f].size(); ++b) {
      sum += (motion.result[f][b].translation - motion.reference[f][b].translation).norm();
    }
    errors.push_back(sum / static_cast<double>(motion.result[f].size()));
  }
  return errors;
}

std::vector<double> vertical_forces(const Take& take) {
  std::vector<double> forces;
  for (int frame = 1; frame < take.frames(); ++frame) {
    double sum = 0;
    for (const OuterForce& force : outer_forces(take, frame)) sum += force.force.y();
    forces.push_back(std::max(0.0, sum));
  }
  return forces;
}

/// As much of a text as a width has room for.
std::string fitting(std::string text, double size, double width) {
  while (!text.empty() && text_width(text, size) > width) text.pop_back();
  return text;
}

SheetNumbers numbers_of(const Take& take) {
  const TrackingQuality tracking = tracking_quality(take);
  const ContactQuality contact = contact_quality(take);
  SheetNumbers numbers;
  numbers.mean_error = tracking.global.mean;
  numbers.worst_error = tracking.global.max;
  numbers.worst_frame = std::max(0, tracking.global.worst);
  numbers.penetration_mean = contact.penetration.mean;
  numbers.penetration_p99 = contact.penetration.p99;
  if (const Smoothness smooth = smoothness(take); smooth.comparable) numbers.jerk_ratio = smooth.jerk_ratio;
  return numbers;
}

class SheetPainter {
 public:
  SheetPainter(const Take& take, const SheetOptions& options)
      : take_(take), frames_(spaced_frames(take.frames(), options.frames)), options_(options) {
    layout_ = sheet_layout(options, static_cast<int>(frames_.size()));
    motion_ = {record_motion(take), clip_motion(take, take.reference), body_surfaces(take.figure)};
    errors_ = body_errors(motion_);
    const double caption = kCaption * layout_.unit;
    viewport_ = {0, caption, static_cast<double>(layout_.cell_width), layout_.cell_height - caption};
    view_ = sheet_view(take, motion_, frames_, viewport_);
  }

  [[nodiscard]] ContactSheet sheet() const {
    ContactSheet sheet{Picture(options_.width, options_.height, palette::kPaper), frames_, numbers_of(take_)};
    sheet.picture.paste(header(sheet.numbers), 0, 0);
    std::vector<Picture> cells(frames_.size());
    parallel_for(cells.size(), 0, [&](std::size_t i) { cells[i] = cell(i); });
    for (std::size_t i = 0; i < cells.size(); ++i) {
      sheet.picture.paste(cells[i], layout_.cell_x(static_cast<int>(i)), layout_.cell_y(static_cast<int>(i)));
    }
    sheet.picture.paste(plots(), 0, options_.height - layout_.plots);
    return sheet;
  }

 private:
  [[nodiscard]] double unit() const { return layout_.unit; }
  [[nodiscard]] double seconds(int frame) const { return frame / take_.simulation.control_rate; }

  [[nodiscard]] Picture cell(std::size_t i) const {
    Canvas canvas = smooth_canvas(layout_.cell_width, layout_.cell_height, palette::kCellSky);
    const Camera camera = view_.camera(i, viewport_);
    draw_moment(canvas, camera, take_, motion_, frames_[i], unit());
    write_caption(canvas, frames_[i]);
    return canvas.picture();
  }

  void write_caption(Canvas& canvas, int frame) const {
    canvas.rectangle(0, 0, canvas.width(), kCaption * unit(), palette::kHalo);
    const double base = 18 * unit();
    write_text(canvas, 9 * unit(), base, fmt::format("frame {}", frame), {10 * unit(), palette::kInk});
    write_text(canvas, 0.5 * canvas.width(), base, fmt::format("{:.2f} s", seconds(frame)),
               {10 * unit(), palette::kFaintInk, TextAnchor::kMiddle});
    if (to_size(frame) >= errors_.size()) return;
    const double error = errors_[to_size(frame)];
    const bool lost = error > kStrictError;
    write_text(canvas, canvas.width() - 9 * unit(), base, fmt::format("{:.0f} mm", 1000 * error),
               {10 * unit(), lost ? palette::kForce : palette::kFaintInk, TextAnchor::kRight, lost ? 0.19 : 0.14});
  }

  [[nodiscard]] Picture header(const SheetNumbers& n) const {
    Canvas canvas = smooth_canvas(options_.width, layout_.header, palette::kPaper);
    const double left = layout_.left + 4 * unit();
    const int last = take_.reference.frames() - 1;
    const double legend = write_legend(canvas);
    const std::string name = fitting(printable(take_.name, 60), 20 * unit(), legend - left - 220 * unit());
    write_text(canvas, left, 40 * unit(), name, {20 * unit(), palette::kInk});
    const double title = text_width(name, 20 * unit());
    const bool complete = take_.frames() > last;
    write_text(canvas, left + title + 26 * unit(), 40 * unit(),
               complete ? fmt::format("{} frames, {:.2f} s", last + 1, seconds(last))
                        : fmt::format("ends at frame {} of {}", take_.frames() - 1, last),
               {12 * unit(), complete ? palette::kFaintInk : palette::kForce});
    write_text(canvas, left, 72 * unit(),
               fmt::format("error {:.0f} mm, worst {:.0f} mm in frame {}    penetration {:.1f} mm, p99 {:.1f} mm{}",
                           1000 * n.mean_error, 1000 * n.worst_error, n.worst_frame, 1000 * n.penetration_mean,
                           1000 * n.penetration_p99,
                           n.jerk_ratio ? fmt::format("    jerk {:.2f} of the reference", *n.jerk_ratio) : ""),
               {12 * unit(), palette::kInk});
    return canvas.picture();
  }

  /// Where it begins.
  double write_legend(Canvas& canvas) const {
    struct Entry {
      const char* text;
      Rgb colour;
    };
    double x = options_.width - layout_.left - 4 * unit();
    for (const Entry& entry : {Entry{"contact force", palette::kForce}, Entry{"reference", palette::kReference},
                               Entry{"right", palette::kResultRight}, Entry{"left", palette::kResultLeft},
                               Entry{"result", palette::kResult}}) {
      write_text(canvas, x, 40 * unit(), entry.text, {12 * unit(), palette::kInk, TextAnchor::kRight});
      x -= text_width(entry.text, 12 * unit()) + 15 * unit();
      canvas.stroke(x, 34 * unit(), x, 34 * unit(), 15 * unit(), entry.colour);
      x -= 30 * unit();
    }
    return x;
  }

  [[nodiscard]] Picture plots() const {
    Canvas canvas = smooth_canvas(options_.width, layout_.plots, palette::kPaper);
    const double duration = seconds(take_.reference.frames() - 1);
    Plot error;
    error.title = "body error (mm)";
    error.duration = duration;
    error.rate = take_.simulation.control_rate;
    for (const int frame : frames_) error.marks.push_back(seconds(frame));
    Plot force = error;
    for (const double value : errors_) error.values.push_back(1000 * value);
    error.level = 1000 * kStrictError;
    error.least_top = 50;
    error.colour = palette::kReferenceLine;
    force.title = "vertical contact force (body weights)";
    force.values = vertical_forces(take_);
    force.start = seconds(1);
    force.level = 1;
    force.least_top = 1.5;
    force.colour = palette::kForce;
    const double half = 0.5 * (options_.width - 2 * layout_.left);
    const double height = layout_.plots - 20 * unit();
    draw_plot(canvas, {static_cast<double>(layout_.left), 8 * unit(), half, height}, error, unit());
    draw_plot(canvas, {layout_.left + half, 8 * unit(), half, height}, force, unit());
    return canvas.picture();
  }

  const Take& take_;
  std::vector<int> frames_;
  SheetOptions options_;
  SheetLayout layout_;
  SheetMotion motion_;
  std::vector<double> errors_;
  ScreenBox viewport_;
  SheetView view_;
};

void check_range(const char* name, int value, int least, int most) {
  if (value < least || value > most) {
    throw Error::usage(fmt::format("{} is {}; expected {} to {}", name, value, least, most));
  }
}

}  // namespace

void SheetOptions::validate() const {
  check_range("number of frames", frames, 1, 100);
  check_range("width", width, 480, 4096);
  check_range("height", height, 360, 4096);
}

ContactSheet contact_sheet(const Take& take, const SheetOptions& options) {
  options.validate();
  if (take.frames() == 0) throw Error::asset("take", "it has no simulated frames: there is nothing to draw");
  return SheetPainter(take, options).sheet();
}

}  // namespace sinew
