#pragma once

#include <filesystem>
#include <string>

#include "exporters/report/contact_sheet.h"
#include "libanim/support/files.h"

namespace sinew {

enum class ReportFormat { kSheet, kPage, kFilm };

/// By the suffix: .png is a contact sheet, .html a page, .mp4 and .gif are films. Throws Error (kUsage) that names what
/// is supported.
[[nodiscard]] ReportFormat report_format(const std::filesystem::path& output);

struct ReportSummary {
  std::string take_name;
  int take_frames = 0;   ///< simulated
  bool complete = true;  ///< they reach the reference's end
  ContactSheet sheet;
};

/// Draws the take of a .take file, or the one embedded in a .glb or .gltf, as a contact sheet and writes it as .png.
/// The output appears whole or not at all. Throws Error: kUsage for the output's suffix, its existence and options,
/// kAsset when the file is unreadable or holds no simulated take. Nothing is verified: see verify_file.
ReportSummary report_file(const std::filesystem::path& file, const std::filesystem::path& output,
                          const SheetOptions& options, Existing existing);

}  // namespace sinew
