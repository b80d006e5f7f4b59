#include "pipelines/retarget_file.h"

#include <algorithm>

#include "importers/import_file.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/support/bytes.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "libanim/support/toml_document.h"
#include "pipelines/clip_selection.h"
#include "pipelines/output_path.h"
#include "pipelines/scene_file.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

RetargetMap load_map(const std::optional<fs::path>& file) {
  if (!file) return {};
  const Bytes bytes = read_file(*file, kTomlMaxBytes);
  return retarget_map_from_toml(as_text(bytes), file->string());
}

/// Adds one clip of the motion to the report's character.
void add_clip(const RetargetRequest& request, const Asset& motion, Clip clip, const RetargetMap& map,
              RetargetFileReport& report) {
  Ledger& ledger = report.asset.ledger;
  RetargetedClipReport& entry = report.clips.emplace_back();
  entry.clip = clip.name;
  if (request.crop) clip = crop_clip(clip, *request.crop, ledger);
  const Character* performer = &motion.character;
  if (request.retarget_options.same_skeleton && map.pairs.empty()) {
    if (auto same = pass_through(performer->skeleton, clip, report.asset.character.skeleton)) {
      // It stands on the character's soles, and skin tells better than bare bones where they are.
      clip = *std::move(same);
      performer = &report.asset.character;
    }
  }
  if (request.clean) {
    CleanedClip cleaned = clean(*performer, clip, request.clean_options);
    clip = std::move(cleaned.clip);
    entry.cleaned = cleaned.report;
    ledger.append(cleaned.ledger);
  }
  RetargetedClip result = retarget(*performer, clip, report.asset.character, request.retarget_options, map);
  ledger.append(result.ledger);
  report.asset.clips.push_back(std::move(result.clip));
  entry.retargeted = std::move(result.report);
}

/// Lays the report's clips over the scene's ground, with the feet of the character's automatic figure.
void lay_over_terrain(const RetargetRequest& request, RetargetFileReport& report) {
  if (!request.scene) return;
  const Scene scene = load_scene(request.scene);
  const Character& character = report.asset.character;
  const Figure figure = build_figure(character).figure;
  for (std::size_t i = 0; i < report.clips.size(); ++i) {
    Clip& clip = report.asset.clips[i];
    TerrainClip laid = adapt_to_terrain(character.skeleton, figure, scene, clip, request.terrain_options);
    clip = std::move(laid.clip);
    report.clips[i].terrain = std::move(laid.report);
    report.asset.ledger.append(laid.ledger);
  }
}

void check_clips(const RetargetRequest& request, const Asset& motion) {
  const std::string file = request.input.string();
  if (motion.clips.empty()) throw Error::asset("animation", "the file has no clip").in_file(file);
  if (!request.single || motion.clips.size() == 1) return;
  constexpr std::size_t kShown = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(kShown, motion.clips.size()); ++i) {
    names += (i == 0 ? "" : ", ") + printable(motion.clips[i].name);
  }
  if (motion.clips.size() > kShown) names += ", ...";
  throw Error::usage(std::to_string(motion.clips.size()) + " clips; choose one with --clip: " + names).in_file(file);
}

/// An error of the two together is told of the character's file, unless it names one.
template <typename Function>
void in_file(const fs::path& file, const Function& function) {
  try {
    function();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kAsset) throw;
    throw error.in_file(file.string());
  }
}

}  // namespace

RetargetFileReport retarget_asset(const RetargetRequest& request) {
  const RetargetMap map = load_map(request.map);
  Asset motion = import_file(request.input, request.import);
  keep_only(motion, request.clip);
  check_clips(request, motion);
  RetargetFileReport report;
  if (request.character.empty()) {
    report.asset.character = motion.character;
    report.target = motion.source;
  } else {
    report.asset = import_file(request.character, character_options(request.import));
    report.target = report.asset.source;
    report.asset.clips.clear();
  }
  report.asset.ledger.append(motion.ledger);
  report.asset.source = motion.source;
  in_file(request.character.empty() ? request.input : request.character, [&] {
    for (const Clip& clip : motion.clips) add_clip(request, motion, clip, map, report);
    lay_over_terrain(request, report);
  });
  report.asset.validate();
  return report;
}

RetargetFileReport retarget_file(const RetargetRequest& request) {
  const ExportFormat format = export_format(request.output);
  std::vector<fs::path> inputs = {request.input, request.character};
  for (const auto& file : {request.map, request.scene}) {
    if (file) inputs.push_back(*file);
  }
  check_output(request.output, inputs, request.existing);
  if (request.dump_map) {
    inputs.push_back(request.output);
    check_output(*request.dump_map, inputs, request.existing);
  }
  RetargetFileReport report = retarget_asset(request);
  const Bytes bytes = export_bytes(report.asset, format, request.export_options);
  report.reread = reread(report.asset, bytes, format, request.export_options);
  report.bytes = bytes.size();
  if (request.dry_run) return report;
  if (request.dump_map) {
    const std::string toml = retarget_map_to_toml(report.clips.front().retargeted.map);
    write_file_atomic(*request.dump_map, as_bytes(toml), request.existing);
  }
  write_file_atomic(request.output, bytes, request.existing);
  return report;
}

}  // namespace sinew
