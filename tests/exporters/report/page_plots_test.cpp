#include "exporters/report/page_plots.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "libanim/validity/contact_quality.h"
#include "libanim/validity/dynamics.h"
#include "libanim/validity/joint_quality.h"
#include "libanim/validity/tracking_quality.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

const PagePlot& plot_of(const std::vector<PagePlot>& plots, const std::string& id) {
  return *std::ranges::find(plots, id, &PagePlot::id);
}

double largest(const PageLine& line) { return *std::ranges::max_element(line.values); }

/// It falls for a moment and lands: everything that is plotted has something to show.
Take landing_take() {
  test::SmallTakeOptions options;
  options.lift = 0.05;
  return test::small_take(options);
}

TEST(PagePlots, PeaksAreThoseOfTheCertificatesMetrics) {
  Take take = landing_take();
  for (int f = 0; f < take.reference.frames(); ++f) take.reference.frame_translations(f)[0].x() += 0.01 * f;
  const std::vector<PagePlot> plots = take_plots(take);
  const ContactQuality contact = contact_quality(take);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "penetration").lines[0]), 1000 * contact.penetration.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "skate").lines[0]), 100 * contact.result.speed.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "skate").lines[1]), 100 * contact.source.speed.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "torque").lines[0]), 100 * joint_quality(take).motor_use.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "momentum").lines[0]), 100 * momentum_balance(take).angular.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "tracking").lines[0]), 1000 * tracking_quality(take).global.max);
  EXPECT_DOUBLE_EQ(largest(plot_of(plots, "tracking").lines[1]), 1000 * tracking_quality(take).local.max);
}

TEST(PagePlots, EveryLineEndsWithTheTake) {
  const Take take = landing_take();
  for (const PagePlot& plot : take_plots(take)) {
    for (const PageLine& line : plot.lines) {
      EXPECT_EQ(line.first + static_cast<int>(line.values.size()), take.frames()) << plot.id << ' ' << line.label;
    }
  }
}

TEST(PagePlots, WorstMomentsAreApartAndOrderedByTheirShareOfTheLevel) {
  PagePlot free{"free", "", "", {{"", {0, 9, 0}, 1}}};
  PagePlot judged{"judged", "", "", {{"", {1, 5, 4, 0, 0, 3}}}, 10.0};
  PagePlot bad{"bad", "", "", {{"", {0, 0, 30}}}, 10.0};
  PagePlot silent{"silent", "", "", {{"", {100}}}};
  silent.moments = false;
  const std::vector<PageMoment> moments = worst_moments({free, judged, bad, silent}, 6);  // 3 frames apart
  ASSERT_EQ(moments.size(), 4U);
  const auto expect = [&](std::size_t i, std::size_t plot, int frame, double value) {
    EXPECT_EQ(moments[i].plot, plot) << i;
    EXPECT_EQ(moments[i].frame, frame) << i;
    EXPECT_EQ(moments[i].value, value) << i;
  };
  expect(0, 2, 2, 30);
  expect(1, 1, 1, 5);
  expect(2, 1, 5, 3);
  expect(3, 0, 2, 9);
}

}  // namespace
}  // namespace sinew
