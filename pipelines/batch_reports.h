#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "pipelines/batch_state.h"

namespace sinew {

/// Which reports of items to make.
struct BatchReportsRequest {
  std::filesystem::path folder;  ///< where they are, made when there is none
  std::size_t count = 0;         ///< of the worst items that have a file
};

struct BatchReports {
  std::map<std::size_t, std::filesystem::path> pages;  ///< of every item that has one, made now or before
  std::map<std::size_t, std::string> problems;         ///< items that should have one, and why they have none
  std::size_t made = 0;
};

/// The folder for the reports of a page: "index.html" has "index-reports" beside it.
[[nodiscard]] std::filesystem::path reports_folder(const std::filesystem::path& page);

/// Makes an HTML report (report_html) of each of the worst items, the worst first. They are named by the content that
/// they show: what is there already is kept, and a report of an item that was done anew is never mistaken for the old
/// one. `progress` is called before each that is made, with its number and how many there will be at most.
[[nodiscard]] BatchReports make_reports(const BatchState& state, const BatchReportsRequest& request,
                                        const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace sinew
