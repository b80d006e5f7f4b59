#include "pipelines/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/import_file.h"
#include "libanim/kinematics/clip_edit.h"
#include "libanim/support/error.h"
#include "pipelines/output_path.h"
#include "pipelines/put_on_character.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

void keep_only(Asset& asset, const std::string& name) {
  if (name.empty()) return;
  Clip kept = select_clip(asset, name);
  for (const Clip& clip : asset.clips) {
    if (clip.name != name) asset.ledger.add(NoteCode::kCrop, "clip " + clip.name, "left out by --clip");
  }
  asset.clips = {std::move(kept)};
}

Clip cropped(const Clip& clip, const CropRange& range, Ledger& ledger) {
  const double per_unit = range.in_frames ? 1.0 : clip.frame_rate;
  const int end = clip.frames() - 1;
  // A time between two frames keeps the frames inside the range; rounding of the product is forgiven.
  const double first = std::ceil(range.first * per_unit - 1e-6);
  const double last = std::min<double>(end, std::floor(range.last * per_unit + 1e-6));
  if (first > last) {
    throw Error::usage(fmt::format("--crop: clip {} has {} frames ({:.3f} s); nothing of it lies in that range",
                                   clip.name, clip.frames(), clip.duration()));
  }
  ledger.add(NoteCode::kCrop, "clip " + clip.name,
             fmt::format("frames {:.0f} to {:.0f} of {} kept", first, last, clip.frames()));
  return crop(clip, static_cast<int>(first), static_cast<int>(last));
}

void edit_clips(const ConvertRequest& request, Asset& asset) {
  const Skeleton& skeleton = asset.character.skeleton;
  for (Clip& clip : asset.clips) {
    if (request.crop) clip = cropped(clip, *request.crop, asset.ledger);
    if (request.mirror) clip = mirror(skeleton, clip);
    if (!request.frame_rate || *request.frame_rate == clip.frame_rate) continue;
    asset.ledger.add(NoteCode::kResample, "clip " + clip.name,
                     fmt::format("from {} to {} Hz", clip.frame_rate, *request.frame_rate));
    clip = resample(skeleton, clip, *request.frame_rate);
  }
}

/// Options of the motion (unit, up axis, frame rate) do not speak of the character's file.
ImportOptions character_options(const ImportOptions& options) {
  ImportOptions result;
  result.limits = options.limits;
  return result;
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
