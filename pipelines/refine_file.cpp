#include "pipelines/refine_file.h"

#include <array>

#include "importers/gltf/gltf_sinew.h"
#include "importers/import_file.h"
#include "importers/scene/resource_loader.h"
#include "libanim/model/take_file.h"
#include "libanim/simulation/fingerprint.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "pipelines/load_take.h"
#include "pipelines/output_path.h"
#include "pipelines/stopwatch.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// A take with all that is needed to write it as it was written.
struct LoadedTake {
  Take take;
  SourceInfo source;
  ClipForm form;
};

/// The take leaves the meshes to the file that it is embedded in; its skeleton is the exact one.
Character with_meshes(const Character& of_take, Character of_file) {
  bool same = of_take.skeleton.joints.size() == of_file.skeleton.joints.size();
  for (std::size_t j = 0; same && j < of_take.skeleton.joints.size(); ++j) {
    same = of_take.skeleton.joints[j].name == of_file.skeleton.joints[j].name;
  }
  if (!same) throw Error::asset("", "the file's skeleton is not the one of its take; give the .take file");
  of_file.skeleton = of_take.skeleton;
  return of_file;
}

LoadedTake load(const fs::path& file) {
  LoadedTake loaded{load_take(file), {}, {}};
  const ImportOptions options;
  const Bytes bytes = read_file(file, options.limits.max_file_bytes);
  loaded.source.file = file.string();
  loaded.source.sha256 = sha256_hex(bytes);
  if (is_take(bytes)) {
    loaded.source.format = "take";
    return loaded;
  }
  try {
    Asset asset = import_bytes(bytes, file, options);
    const GltfSinew embedded = read_gltf_sinew(bytes, folder_loader(file.parent_path(), options.limits), options);
    if (embedded.root_motion == "in-place") loaded.form.root_motion = RootMotion::kInPlace;
    if (!asset.clips.empty() && asset.clips.front().frame_rate != loaded.take.simulation.control_rate) {
      loaded.form.frame_rate = asset.clips.front().frame_rate;
    }
    loaded.source = asset.source;
    loaded.take.character = with_meshes(loaded.take.character, std::move(asset.character));
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
  return loaded;
}

void note_origin(Take& take, const RefineRequest& request, const SourceInfo& source) {
  take.provenance.inputs.push_back({"take", request.input.filename().string(), source.sha256});
  take.provenance.configuration = request.configuration;
  take.provenance.version = SINEW_VERSION;
  take.provenance.fingerprint = simulation_fingerprint();
  take.provenance.seed = request.options.search.seed;
}

BakeProgress progress_of(const Take& take, const Stopwatch& watch, int attempt, int frame) {
  BakeProgress p;
  p.phase = BakePhase::kRefine;
  p.iteration = attempt;
  p.frame = p.window_end = frame;
  p.frames = take.reference.frames() - 1;
  p.seconds = watch.seconds();
  p.cpu = watch.cpu();
  if (attempt == 0 && frame > 0) {
    p.cpu_per_second = p.cpu * take.simulation.control_rate / frame;
    p.left = p.seconds * (p.frames - frame) / frame;
  }
  return p;
}

}  // namespace

RefineFileReport refine_file(const RefineRequest& request, const BakeWatcher& watcher) {
  if (request.output.extension() != ".glb") {
    throw Error::usage("the output of refine is a .glb file").in_file(request.output.string());
  }
  check_output(request.output, std::array{request.input}, request.existing);
  const LoadedTake loaded = load(request.input);
  const Stopwatch watch;
  RefineFileReport report;
  RefineResult result = refine(loaded.take, request.options, request.threads, [&](int attempt, int frame) {
    return !watcher || watcher(progress_of(loaded.take, watch, attempt, frame));
  });
  report.refine = std::move(result.report);
  report.take = std::move(result.take);
  report.seconds = watch.seconds();
  report.cpu = watch.cpu();
  if (report.refine.stopped) return report;
  if (report.refine.improved) note_origin(report.take, request, loaded.source);
  TakeExportOptions options;
  options.embed = request.embed;
  options.form = loaded.form;
  const TakeExport exported = export_take(report.take, loaded.source, options);
  report.certificate = exported.certificate;
  report.bytes = exported.bytes.size();
  write_file_atomic(request.output, exported.bytes, request.existing);
  report.written = true;
  return report;
}

}  // namespace sinew
