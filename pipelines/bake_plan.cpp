#include "pipelines/bake_plan.h"

#include <fmt/format.h>

#include <cmath>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/simulation/fingerprint.h"
#include "libanim/stages/retarget/stiff_feet.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/toml_document.h"
#include "libanim/validity/limit_excess.h"
#include "pipelines/figure_file.h"
#include "pipelines/output_path.h"
#include "pipelines/scene_file.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

TakeInput input_of(const char* role, const fs::path& file, const std::string& sha256) {
  return {role, file.filename().string(), sha256};
}

/// Control steps of a search by sequential Monte Carlo.
std::int64_t expected_steps(const SmcOptions& options, const Take& take) {
  const auto horizon = static_cast<std::int64_t>(std::lround(options.horizon * take.simulation.control_rate));
  return options.sampler.samples * horizon * (take.reference.frames() - 1) / options.advance;
}

std::int64_t expected_steps(const BakeRequest& request, const Take& take) {
  const std::int64_t refined = request.refine ? expected_steps(request.refine->search, take) : 0;
  if (request.method == TrackMethod::kSmc) return refined + expected_steps(request.smc, take);
  return refined + std::int64_t{request.track.samples} * request.track.iterations * (take.reference.frames() - 1);
}

std::vector<TakeInput> inputs_of(const BakeRequest& request, const RetargetFileReport& retargeted) {
  const RetargetRequest& source = request.source;
  std::vector<TakeInput> inputs = {input_of("reference", source.input, retargeted.asset.source.sha256)};
  if (!source.character.empty()) {
    inputs.push_back(input_of("character", source.character, retargeted.target.sha256));
  }
  const auto add = [&](const char* role, const std::optional<fs::path>& file) {
    if (file) inputs.push_back(input_of(role, *file, sha256_hex(read_file(*file, kTomlMaxBytes))));
  };
  add("map", source.map);
  add("figure", request.figure);
  add("scene", request.scene);
  return inputs;
}

Provenance provenance_of(const BakeRequest& request, std::vector<TakeInput> inputs) {
  Provenance provenance;
  provenance.version = SINEW_VERSION;
  provenance.fingerprint = simulation_fingerprint();
  provenance.configuration = request.configuration;
  provenance.seed = request.track.seed;
  provenance.inputs = std::move(inputs);
  return provenance;
}

/// On the control grid; the last frame is the last one within the source's duration.
Clip on_control_grid(const Skeleton& skeleton, const Clip& clip, double rate, Ledger& ledger) {
  if (clip.frame_rate == rate) return clip;
  Clip result = resample(skeleton, clip, rate);
  ledger.add(NoteCode::kResample, "clip " + clip.name,
             fmt::format("{} frames at {:g} Hz became {} at the control rate, {:g} Hz", clip.frames(), clip.frame_rate,
                         result.frames(), rate));
  return result;
}

/// The reference on the scene's ground.
TerrainReport lay_over_terrain(Take& take, const TerrainOptions& options) {
  TerrainClip laid = adapt_to_terrain(take.character.skeleton, take.figure, take.scene, take.reference, options);
  take.reference = std::move(laid.clip);
  take.ledger.append(laid.ledger);
  return std::move(laid.report);
}

void note_excesses(Take& take) {
  take.excesses = reference_excesses(take);
  for (const LimitExcess& excess : take.excesses) {
    const FigureJoint& joint = take.figure.joints[static_cast<std::size_t>(excess.joint)];
    const std::string& body = take.figure.bodies[static_cast<std::size_t>(joint.child)].name;
    constexpr double kWorthANote = 0.1;  // rad: below it nobody sees the difference
    if (excess.excess < kWorthANote) continue;
    take.ledger.add(NoteCode::kSuspect, "joint of " + body,
                    fmt::format("the reference goes {:.0f} degrees beyond its limit (axis {}, frame {}, {} frames in "
                                "all); the figure stops there",
                                excess.excess * 180 / M_PI, "xyz"[excess.axis], excess.frame, excess.frames));
  }
}

}  // namespace

fs::path BakeRequest::checkpoint() const {
  fs::path path = source.output;
  path += ".checkpoint";
  return path;
}

std::vector<fs::path> BakeRequest::inputs() const {
  std::vector<fs::path> files = {source.input};
  if (!source.character.empty()) files.push_back(source.character);
  for (const auto& file : {source.map, figure, scene}) {
    if (file) files.push_back(*file);
  }
  return files;
}

void check_bake_outputs(const BakeRequest& request) {
  const RetargetRequest& source = request.source;
  if (source.output.extension() != ".glb") {
    throw Error::usage("the output of bake is a .glb file").in_file(source.output.string());
  }
  std::vector<fs::path> taken = request.inputs();
  check_output(source.output, taken, source.existing);
  check_output(request.checkpoint(), taken, Existing::kReplace);
  if (!request.take) return;
  taken.push_back(source.output);
  check_output(*request.take, taken, source.existing);
}

BakePlan plan_bake(const BakeRequest& request) {
  check_bake_outputs(request);
  Scene scene = load_scene(request.scene);
  RetargetRequest wanted = request.source;
  wanted.single = true;
  RetargetFileReport retargeted = retarget_asset(wanted);
  BakeReference reference;
  reference.inputs = inputs_of(request, retargeted);
  reference.asset = std::move(retargeted.asset);
  reference.scene = std::move(scene);
  BakePlan plan = plan_bake(request, std::move(reference));
  plan.clip = std::move(retargeted.clips.front());
  return plan;
}

BakePlan plan_bake(const BakeRequest& request, BakeReference reference) {
  BakePlan plan;
  Take& take = plan.take;
  take.scene = std::move(reference.scene);
  plan.source = reference.asset.source;
  plan.synthesis = std::move(reference.synthesis);
  take.provenance = provenance_of(request, std::move(reference.inputs));
  take.ledger = std::move(reference.asset.ledger);
  take.character = std::move(reference.asset.character);
  take.simulation = request.simulation;
  const Clip& clip = reference.asset.clips.front();
  plan.source_rate = clip.frame_rate;
  take.name = clip.name;
  take.reference = on_control_grid(take.character.skeleton, clip, take.simulation.control_rate, take.ledger);
  if (take.reference.frames() < 2) {
    throw Error::usage(fmt::format("clip {} is {:.3f} s long; there is nothing to follow", clip.name, clip.duration()))
        .in_file(request.source.input.string());
  }
  BuiltFigure built = load_figure(take.character, request.figure_options, request.figure);
  take.figure = std::move(built.figure);
  take.ledger.append(built.ledger);
  if (!reference.on_scene) plan.terrain = lay_over_terrain(take, request.terrain);
  rest_stiff_feet(take);
  note_excesses(take);
  take.validate();
  request.track.validate();
  plan.steps = expected_steps(request, take);
  std::error_code missing;
  plan.resumable = fs::exists(request.checkpoint(), missing);
  return plan;
}

}  // namespace sinew
