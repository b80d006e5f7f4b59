#include "pipelines/convert.h"

#include <fmt/format.h>

#include "importers/import_file.h"
#include "libanim/kinematics/clip_edit.h"
#include "pipelines/clip_selection.h"
#include "pipelines/output_path.h"
#include "pipelines/put_on_character.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

void edit_clips(const ConvertRequest& request, Asset& asset) {
  const Skeleton& skeleton = asset.character.skeleton;
  for (Clip& clip : asset.clips) {
    if (request.crop) clip = crop_clip(clip, *request.crop, asset.ledger);
    if (request.mirror) clip = mirror(skeleton, clip);
    if (!request.frame_rate || *request.frame_rate == clip.frame_rate) continue;
    asset.ledger.add(NoteCode::kResample, "clip " + clip.name,
                     fmt::format("from {} to {} Hz", clip.frame_rate, *request.frame_rate));
    clip = resample(skeleton, clip, *request.frame_rate);
  }
}

}  // namespace

ConvertReport convert(const ConvertRequest& request) {
  const ExportFormat format = export_format(request.output);
  std::vector<fs::path> inputs = {request.input};
  if (request.character) inputs.push_back(*request.character);
  check_output(request.output, inputs, request.existing);
  ConvertReport report;
  report.asset = import_file(request.input, request.import);
  keep_only(report.asset, request.clip);
  if (request.character) {
    report.asset = put_on_character(report.asset, import_file(*request.character, character_options(request.import)));
  }
  edit_clips(request, report.asset);
  report.asset.validate();
  const Bytes bytes = export_bytes(report.asset, format, request.export_options);
  report.reread = reread(report.asset, bytes, format, request.export_options);
  write_file_atomic(request.output, bytes, request.existing);
  report.bytes = bytes.size();
  return report;
}

}  // namespace sinew
