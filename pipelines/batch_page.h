#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pipelines/batch_state.h"
#include "pipelines/batch_summary.h"

namespace sinew {

/// Items in the order in which somebody should look at them: what failed first, then what is done, the farthest from
/// its reference first, then what is still to be done.
[[nodiscard]] std::vector<std::size_t> worst_first(const BatchState& state);

/// What a page shows of the files around it.
struct BatchPageFiles {
  std::filesystem::path place;                    ///< the folder that the page will be in: links are relative to it
  std::map<std::size_t, std::string> thumbnails;  ///< pictures of items: PNG files as bytes
  std::map<std::size_t, std::filesystem::path> reports{};  ///< pages of items (batch_reports.h)
};

/// An HTML page that needs nothing but itself: totals, statistics of the certificates, causes of failure, and a table
/// of all items that sorts and filters, with links to their reports and files and the command that does an item again.
/// Only the rows in sight exist, so that ten thousand are no trouble.
[[nodiscard]] std::string batch_page(const BatchState& state, const BatchSummary& summary, BatchPageFiles files);

}  // namespace sinew
