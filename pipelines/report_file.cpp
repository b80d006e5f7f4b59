#include "pipelines/report_file.h"

#include <array>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/load_take.h"
#include "pipelines/output_path.h"

namespace sinew {

namespace fs = std::filesystem;

ReportFormat report_format(const fs::path& output) {
  const std::string suffix = lower(output.extension().string());
  if (suffix == ".png") return ReportFormat::kSheet;
  if (suffix == ".html") return ReportFormat::kPage;
  if (suffix == ".mp4" || suffix == ".gif") return ReportFormat::kFilm;
  throw Error::usage("a report is written as .html, .png, .mp4 or .gif; its suffix is '" +
                     printable(output.extension().string()) + "'")
      .in_file(output.string());
}

ReportSummary report_file(const fs::path& file, const fs::path& output, const SheetOptions& options,
                          Existing existing) {
  options.validate();
  check_output(output, std::array{file}, existing);
  ReportSummary summary;
  try {
    const Take take = load_take(file);
    summary = {take.name, take.frames(), take.frames() == take.reference.frames(), contact_sheet(take, options)};
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
  write_file_atomic(output, encode_png(summary.sheet.picture), existing);
  return summary;
}

}  // namespace sinew
