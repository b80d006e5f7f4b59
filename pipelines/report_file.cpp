#include "pipelines/report_file.h"

#include <array>

#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/output_path.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

Take embedded_take(ByteSpan bytes, const fs::path& file) {
  const ImportOptions options;
  const GltfSinew embedded = read_gltf_sinew(bytes, folder_loader(file.parent_path(), options.limits), options);
  if (!embedded.take) throw Error::asset("", "the file has no take embedded; give its .take file");
  return decode_take(*embedded.take, "embedded take");
}

Take read_take(const fs::path& file) {
  const Bytes bytes = read_file(file, ImportLimits{}.max_file_bytes);
  if (is_take(bytes)) return decode_take(bytes);
  if (detect_format(bytes, file) != FileFormat::kGltf) {
    throw Error::asset("", "expected a .glb or .gltf that sinew wrote, or a .take file");
  }
  return embedded_take(bytes, file);
}

}  // namespace

void check_report_format(const fs::path& output) {
  if (lower(output.extension().string()) == ".png") return;
  throw Error::usage("a report is written as .png; its suffix is '" + printable(output.extension().string()) + "'")
      .in_file(output.string());
}

ReportSummary report_file(const fs::path& file, const fs::path& output, const SheetOptions& options,
                          Existing existing) {
  options.validate();
  check_report_format(output);
  check_output(output, std::array{file}, existing);
  ReportSummary summary;
  try {
    const Take take = read_take(file);
    summary = {take.name, take.frames(), take.frames() == take.reference.frames(), contact_sheet(take, options)};
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
  write_file_atomic(output, encode_png(summary.sheet.picture), existing);
  return summary;
}

}  // namespace sinew
