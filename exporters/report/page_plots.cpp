#include "exporters/report/page_plots.h"

#include <algorithm>
#include <cmath>

#include "exporters/report/outer_forces.h"
#include "libanim/support/index.h"
#include "libanim/validity/certificate.h"
#include "libanim/validity/contact_quality.h"
#include "libanim/validity/dynamics.h"
#include "libanim/validity/joint_quality.h"
#include "libanim/validity/tracking_quality.h"

namespace sinew {

namespace {

constexpr int kPeaks = 2;       // per plot
constexpr double kApart = 0.5;  // between peaks of one plot (unit: s)
constexpr double kMillimetres = 1000;

std::vector<double> scaled_values(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

PagePlot tracking_plot(const Take& take) {
  TrackingSeries series = tracking_series(take);
  return {"tracking",
          "Distance from the reference",
          "mm",
          {{"in the world", scaled_values(std::move(series.global), kMillimetres)},
           {"root aligned", scaled_values(std::move(series.local), kMillimetres)}},
          kMillimetres * CertificateThresholds{}.strict_body_error,
          10};
}

PagePlot force_plot(const Take& take) {
  PagePlot plot{"force", "Vertical contact force", "body weights", {{"all", {}, 1}, {"left", {}, 1}, {"right", {}, 1}}};
  for (int frame = 1; frame < take.frames(); ++frame) {
    double sums[3] = {0, 0, 0};
    for (const OuterForce& force : outer_forces(take, frame)) {
      const Side side = take.figure.bodies[to_size(force.body)].side;
      sums[0] += force.force.y();
      if (side == Side::kLeft) sums[1] += force.force.y();
      if (side == Side::kRight) sums[2] += force.force.y();
    }
    for (std::size_t i = 0; i < 3; ++i) plot.lines[i].values.push_back(sums[i]);
  }
  return plot;
}

PagePlot skate_plot(const ContactSeries& series) {
  return {"skate",
          "Foot skate, fastest planted point",
          "cm/s",
          {{"result", scaled_values(series.skate, 100)}, {"reference", scaled_values(series.source_skate, 100)}},
          100 * kFastSkate,
          10};
}

PagePlot penetration_plot(const ContactSeries& series) {
  return {"penetration",
          "Penetration, deepest point",
          "mm",
          {{"result", scaled_values(series.penetration, kMillimetres)}},
          kMillimetres * CertificateThresholds{}.penetration_p99,
          1};
}

PagePlot torque_plot(const Take& take) {
  PagePlot plot{"torque",
                "Torque use",
                "% of the limit",
                {{"most used joint", {}, 1}, {"mean of joints", {}, 1}},
                100 * CertificateThresholds{}.torque_use};
  for (const std::vector<double>& joints : joint_motor_use(take)) {
    double sum = 0;
    for (const double use : joints) sum += use;
    plot.lines[0].values.push_back(joints.empty() ? 0 : 100 * *std::ranges::max_element(joints));
    plot.lines[1].values.push_back(joints.empty() ? 0 : 100 * sum / static_cast<double>(joints.size()));
  }
  return plot;
}

PagePlot momentum_plot(const Take& take) {
  MomentumSeries series = momentum_series(take);
  return {"momentum",
          "Momentum residual",
          "% of weight",
          {{"angular", scaled_values(std::move(series.angular), 100), 1},
           {"linear", scaled_values(std::move(series.linear), 100), 1}},
          100 * CertificateThresholds{}.momentum_angular,
          0.1};
}

PagePlot cost_plot(const Take& take) {
  PagePlot plot{"cost", "Cost", "", {{"cost", {}, 1}}};
  for (const TakeStep& step : take.steps) plot.lines[0].values.push_back(step.cost);
  return plot;
}

/// Peaks of a line, highest first.
std::vector<PageMoment> peaks(const PageLine& line, std::size_t plot, int apart) {
  std::vector<int> order(line.values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::ranges::stable_sort(order, [&](int a, int b) { return line.values[to_size(a)] > line.values[to_size(b)]; });
  std::vector<PageMoment> found;
  for (const int i : order) {
    const double value = line.values[to_size(i)];
    if (value <= 0 || found.size() == kPeaks) break;
    const int frame = line.first + i;
    const bool near =
        std::ranges::any_of(found, [&](const PageMoment& m) { return std::abs(m.frame - frame) < apart; });
    if (!near) found.push_back({plot, frame, value});
  }
  return found;
}

}  // namespace

std::vector<PagePlot> take_plots(const Take& take) {
  const ContactSeries contacts = contact_series(take);
  return {tracking_plot(take), force_plot(take),    skate_plot(contacts), penetration_plot(contacts),
          torque_plot(take),   momentum_plot(take), cost_plot(take)};
}

std::vector<PageMoment> worst_moments(const std::vector<PagePlot>& plots, double rate) {
  const int apart = std::max(1, static_cast<int>(std::lround(kApart * rate)));
  std::vector<PageMoment> moments;
  for (std::size_t p = 0; p < plots.size(); ++p) {
    if (!plots[p].moments || plots[p].lines.empty()) continue;
    const std::vector<PageMoment> found = peaks(plots[p].lines[0], p, apart);
    moments.insert(moments.end(), found.begin(), found.end());
  }
  const auto share = [&](const PageMoment& m) { return plots[m.plot].level ? m.value / *plots[m.plot].level : -1; };
  std::ranges::stable_sort(moments, [&](const PageMoment& a, const PageMoment& b) { return share(a) > share(b); });
  return moments;
}

}  // namespace sinew
