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

/// Pictures of items: PNG files as bytes.
using BatchThumbnails = std::map<std::size_t, std::string>;

/// An HTML page that needs nothing but itself: totals, statistics of the certificates, causes of failure, and a table
/// of all items that sorts and filters, with the command that does an item again. Rows are made as they come into
/// sight, so that ten thousand are no trouble. `place` is the folder that the page will be in: links to files are
/// relative to it.
[[nodiscard]] std::string batch_page(const BatchState& state, const BatchSummary& summary,
                                     const BatchThumbnails& thumbnails, const std::filesystem::path& place);

}  // namespace sinew
