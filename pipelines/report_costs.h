#pragma once

#include "exporters/report/page_plots.h"

namespace sinew {

/// The terms of the tracking cost over the frames, weighted as `track.*` has them by default: a take keeps only the sum
/// and the hash of the weights that it was made with. The four terms that cost most are shown.
[[nodiscard]] PagePlot cost_terms_plot(const Take& take);

}  // namespace sinew
