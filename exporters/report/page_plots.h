#pragma once

#include <optional>
#include <string>
#include <vector>

#include "libanim/model/take.h"

namespace sinew {

/// A line of a plot: value i belongs to frame `first` + i.
struct PageLine {
  std::string label;
  std::vector<double> values;
  int first = 0;
};

/// A quantity over the frames of a take.
struct PagePlot {
  std::string id;  ///< "tracking", "penetration", ...: what the page and its tests find it by
  std::string title;
  std::string unit;  ///< of the values as they are shown
  std::vector<PageLine> lines;
  std::optional<double> level = std::nullopt;  ///< a threshold of the certificate
  double least_top = 0;                        ///< the axis reaches at least this high: what is below is noise
  bool moments = true;                         ///< its peaks are among the worst moments
};

/// Tracking error, contact forces, skating, penetration, torque use, momentum residual and cost of a simulated take.
[[nodiscard]] std::vector<PagePlot> take_plots(const Take& take);

/// A peak of a plot's first line.
struct PageMoment {
  std::size_t plot = 0;
  int frame = 0;
  double value = 0;
};

/// The two highest peaks of every plot, at least half a second apart, none that is zero. Those whose share of the
/// plot's level is largest come first, and after them the plots without a level in their order.
[[nodiscard]] std::vector<PageMoment> worst_moments(const std::vector<PagePlot>& plots, double rate);

}  // namespace sinew
