#include <fmt/format.h>

#include <memory>

#include "pipelines/configuration.h"
#include "pipelines/retarget_configuration.h"
#include "pipelines/retarget_file.h"
#include "pipelines/terrain_configuration.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct RetargetArguments {
  std::string input;
  std::string character;
  std::string output;
  std::string clip;
  std::string crop;
  std::string map;
  std::string dump_map;
  std::string scene;
  double root_scale = 0;
  bool no_clean = false;
  bool force = false;
  bool dry_run = false;
  bool json = false;
  ConfigOptions config;
  SourceOptions source;
};

RetargetRequest request_from(const RetargetArguments& arguments) {
  Config config = arguments.config.config();
  arguments.source.apply_to(config);
  RetargetRequest request;
  request.input = arguments.input;
  request.character = arguments.character;
  request.output = arguments.output;
  request.clip = arguments.clip;
  if (!arguments.crop.empty()) request.crop = parse_crop(arguments.crop);
  if (!arguments.map.empty()) request.map = arguments.map;
  if (!arguments.dump_map.empty()) request.dump_map = arguments.dump_map;
  if (!arguments.scene.empty()) request.scene = arguments.scene;
  request.clean = !arguments.no_clean;
  request.dry_run = arguments.dry_run;
  request.existing = arguments.force ? Existing::kReplace : Existing::kRefuse;
  request.clean_options = clean_options(config);
  request.retarget_options = retarget_options(config);
  request.terrain_options = terrain_options(config);
  if (arguments.root_scale > 0) request.retarget_options.root_scale = arguments.root_scale;
  request.import = import_options(config);
  request.export_options = export_options(config);
  return request;
}

Json clean_json(const CleanReport& report) {
  return {{"first_frame", report.first_frame},
          {"last_frame", report.last_frame},
          {"breaks", report.breaks},
          {"frozen_frames", report.frozen_frames},
          {"repaired_joints", report.repaired_joints},
          {"repaired_frames", report.repaired_frames},
          {"ground_height", report.ground_height},
          {"ground_variation", report.ground_variation},
          {"frame_rate", report.frame_rate},
          {"drift_removed", report.drift_removed},
          {"uneven", report.uneven}};
}

Json map_json(const RetargetMap& map) {
  Json pairs = Json::array();
  for (const JointPair& pair : map.pairs) {
    Json entry = {{"target", pair.target}, {"source", pair.source}};
    if (!pair.toward.empty()) {
      entry["toward"] = pair.toward;
      entry["share"] = pair.share;
    }
    entry["reason"] = pair.reason;
    pairs.push_back(std::move(entry));
  }
  return pairs;
}

Json clip_report_json(const RetargetedClipReport& report) {
  const RetargetReport& r = report.retargeted;
  Json limbs = Json::array();
  for (const LimbPlants& limb : r.limbs) {
    limbs.push_back({{"limb", limb.limb},
                     {"plants", limb.plants},
                     {"frames", limb.frames},
                     {"correction", limb.correction},
                     {"missed", limb.missed}});
  }
  Json data = {{"clip", report.clip}};
  if (report.cleaned) data["clean"] = clean_json(*report.cleaned);
  data["retarget"] = {{"same_skeleton", r.same_skeleton},
                      {"humanoid", r.humanoid},
                      {"root_scale", r.root_scale},
                      {"root_lift", r.root_lift},
                      {"root_lower", r.root_lower},
                      {"body_shift", r.body_shift},
                      {"limbs", limbs},
                      {"map", map_json(r.map)},
                      {"unused", r.unused},
                      {"resting", r.resting}};
  return data;
}

Json report_json(const RetargetFileReport& report, const RetargetArguments& arguments) {
  Json reports = Json::array();
  for (const RetargetedClipReport& clip : report.clips) reports.push_back(clip_report_json(clip));
  Json clips = Json::array();
  for (const Clip& clip : report.asset.clips) clips.push_back(clip_json(clip, report.asset.character.skeleton));
  return {
      {"output", arguments.output},
      {"written", !arguments.dry_run},
      {"bytes", report.bytes},
      {"source", source_json(report.asset.source)},
      {"character", source_json(report.target)},
      {"clips", clips},
      {"reports", reports},
      {"reread", {{"position_error", report.reread.position_error}, {"rotation_error", report.reread.rotation_error}}},
      {"ledger", ledger_json(report.asset.ledger)}};
}

void say_clip(const RetargetedClipReport& report) {
  const RetargetReport& r = report.retargeted;
  if (r.same_skeleton) {
    say(fmt::format("  {}: the same skeleton, passed through", report.clip));
    return;
  }
  int plants = 0;
  for (const LimbPlants& limb : r.limbs) plants += limb.plants;
  say(fmt::format("  {}: {} joints driven, {} at rest, root scaled by {:.3f}, {} plants held", report.clip,
                  r.map.pairs.size(), r.resting.size(), r.root_scale, plants));
}

int run_retarget(const RetargetArguments& arguments) {
  const RetargetFileReport report = retarget_file(request_from(arguments));
  if (arguments.json) {
    print_result("retarget", kOk, report_json(report, arguments));
    return kOk;
  }
  say(fmt::format("{}: {}{} clip(s), {} frames, {} bytes; read back within {:.2g} m and {:.2g} rad", arguments.output,
                  arguments.dry_run ? "would have " : "", report.reread.clips, report.reread.frames, report.bytes,
                  report.reread.position_error, report.reread.rotation_error));
  for (const RetargetedClipReport& clip : report.clips) say_clip(clip);
  say_ledger(report.asset.ledger);
  return kOk;
}

}  // namespace

void add_retarget_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<RetargetArguments>();
  CLI::App* command = app.add_subcommand("retarget", "Put a motion on another character");
  command->add_option("CLIP", arguments->input, "the motion: BVH, FBX, glTF, GLB, or what Assimp reads")->required();
  command->add_option("-c,--character", arguments->character, "the character")->type_name("FILE")->required();
  command->add_option("-o,--output", arguments->output, ".glb, .gltf or .bvh")->type_name("FILE")->required();
  command->add_option("--clip", arguments->clip, "only this clip")->type_name("NAME");
  command->add_option("--crop", arguments->crop, "only a part: a:b in seconds, or in frames as 30f:120f")
      ->type_name("A:B");
  command->add_option("--map", arguments->map, "pairs of joints that replace those found")->type_name("FILE.toml");
  command->add_option("--dump-map", arguments->dump_map, "write the pairs used, to edit and give to --map")
      ->type_name("FILE.toml");
  command->add_option("--scene", arguments->scene, "lay the motion over this ground")->type_name("FILE.toml");
  command->add_option("--scale-root", arguments->root_scale, "scale of the root's path; else the ratio of leg lengths")
      ->type_name("FACTOR")
      ->check(CLI::Range(1e-4, 1e4));
  command->add_flag("--no-clean", arguments->no_clean, "leave teleports, frozen ends, spikes and ground as they are");
  command->add_flag("--force", arguments->force, "replace existing outputs");
  command->add_flag("--dry-run", arguments->dry_run, "do everything, write nothing");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  arguments->source.add_to(*command);
  arguments->config.add_to(*command);
  command->footer(
      "Examples:\n"
      "  sinew retarget walk.bvh -c hero.glb -o hero_walk.glb\n"
      "  sinew retarget walk.bvh -c hero.glb -o hero_walk.glb --dump-map pairs.toml\n"
      "  sinew retarget walk.bvh -c hero.glb -o hero_walk.glb --map pairs.toml --crop 0.5:2 --force");
  command->callback([=, &invocation] {
    invocation = {"retarget", arguments->json, [=] { return run_retarget(*arguments); }};
  });
}

}  // namespace sinew
