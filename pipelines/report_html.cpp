#include "pipelines/report_html.h"

#include "exporters/report/html_report.h"
#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/model/take_file.h"
#include "libanim/support/error.h"
#include "pipelines/certificate_json.h"
#include "pipelines/output_path.h"
#include "pipelines/report_costs.h"
#include "pipelines/report_rival.h"
#include "pipelines/report_run.h"
#include "pipelines/take_export.h"
#include "pipelines/verify_file.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Of the file as it is, whatever its certificate says.
CertificateHashes hashes_of(const fs::path& file, const Take& take) {
  CertificateHashes hashes;
  const Bytes bytes = read_file(file, ImportLimits{}.max_file_bytes);
  if (!is_take(bytes)) {
    const ImportOptions options;
    const GltfSinew found = read_gltf_sinew(bytes, folder_loader(file.parent_path(), options.limits), options);
    if (found.take) hashes = payload_hashes(found.animation, *found.take);
  }
  hashes.configuration = take.provenance.configuration;
  return hashes;
}

void add_verification(const HtmlReportRequest& request, const Take& take, PageContent& content) {
  VerifyReport report = verify_file(request.file, std::nullopt);
  for (const VerifyFailure& failure : report.failures) {
    content.failures.push_back(failure.metric + ": " + failure.message);
  }
  content.remarks = report.notes;
  if (!report.certificate) return;
  report.certificate->hashes = hashes_of(request.file, take);
  content.certificate = certificate_json(*report.certificate);
}

std::vector<fs::path> inputs_of(const HtmlReportRequest& request) {
  std::vector<fs::path> inputs{request.file};
  if (request.against) inputs.push_back(*request.against);
  if (request.run_report) inputs.push_back(*request.run_report);
  return inputs;
}

}  // namespace

HtmlReportSummary report_html(const HtmlReportRequest& request) {
  check_output(request.output, inputs_of(request), request.existing);
  try {
    const Take take = load_take_with_meshes(request.file);
    if (take.frames() == 0) throw Error::asset("take", "it has no simulated frames: there is nothing to show");
    PageContent content;
    content.version = SINEW_VERSION;
    content.plots = {cost_terms_plot(take)};
    add_verification(request, take, content);
    if (request.against) content.rival = load_rival(*request.against, take.simulation.control_rate);
    if (request.run_report) content.run = read_run_report(*request.run_report);
    const Bytes page = html_report(take, content);
    write_file_atomic(request.output, page, request.existing);
    return {take.name, take.frames(), take.frames() == take.reference.frames(), content.failures.empty(), page.size()};
  } catch (const Error& error) {
    throw error.kind() == ErrorKind::kAsset ? error.in_file(request.file.string()) : error;
  }
}

}  // namespace sinew
