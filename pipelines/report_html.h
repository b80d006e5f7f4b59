#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "libanim/support/files.h"

namespace sinew {

struct HtmlReportRequest {
  std::filesystem::path file;  ///< a .glb or .gltf with an embedded take, or a .take file
  std::filesystem::path output;
  std::optional<std::filesystem::path> against;     ///< another take, or any motion that can be imported
  std::optional<std::filesystem::path> run_report;  ///< what `sinew bake --json` printed
  Existing existing = Existing::kRefuse;
};

struct HtmlReportSummary {
  std::string take_name;
  int take_frames = 0;
  bool complete = true;  ///< the take reaches its reference's end
  bool pass = true;      ///< verify_file finds nothing that does not hold
  std::size_t bytes = 0;
};

/// Writes the page of a take (html_report). The file is verified on the way, and the page says what was found: a report
/// shows and does not refuse. Throws Error: kUsage for the output's existence, kAsset when a file is unreadable or
/// holds no simulated take.
HtmlReportSummary report_html(const HtmlReportRequest& request);

}  // namespace sinew
