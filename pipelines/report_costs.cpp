#include "pipelines/report_costs.h"

#include <algorithm>

#include "libanim/stages/track/tracking_cost.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::size_t kShown = 4;

std::string label_of(std::string_view name) {
  std::string label(name);
  std::ranges::replace(label, '_', ' ');
  return label;
}

double sum_of(const PageLine& line) {
  double sum = 0;
  for (const double value : line.values) sum += value;
  return sum;
}

}  // namespace

PagePlot cost_terms_plot(const Take& take) {
  const TrackOptions options;
  const ReferenceMotion reference =
      reference_motion(take.figure, take.scene, take.character.skeleton, take.reference, options.velocity_cutoff);
  const CostParts parts = cost_parts(take.figure);
  PagePlot plot{"terms", "Cost terms, default weights", "", {}};
  plot.moments = false;
  for (const std::string_view name : kCostNames) plot.lines.push_back({label_of(name), {}, 1});
  for (int frame = 1; frame < take.frames(); ++frame) {
    const CostTerms terms =
        cost_terms(take.figure, take.scene, parts, reference.frames[to_size(frame)], take.record(frame));
    for (std::size_t i = 0; i < terms.size(); ++i) {
      CostTerms alone{};
      alone[i] = terms[i];
      plot.lines[i].values.push_back(weighted_cost(alone, options.weights));
    }
  }
  std::ranges::stable_sort(plot.lines, [](const PageLine& a, const PageLine& b) { return sum_of(a) > sum_of(b); });
  plot.lines.resize(std::min(plot.lines.size(), kShown));
  return plot;
}

}  // namespace sinew
