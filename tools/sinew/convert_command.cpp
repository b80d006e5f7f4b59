#include <fmt/format.h>

#include <memory>

#include "pipelines/configuration.h"
#include "pipelines/convert.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string character;
  std::string clip;
  std::string crop;
  double frame_rate = 0;
  bool mirror = false;
  bool force = false;
  bool json = false;
  ConfigOptions config;
  SourceOptions source;
};

ConvertRequest request_from(const ConvertArguments& arguments) {
  Config config = arguments.config.config();
  arguments.source.apply_to(config);
  ConvertRequest request;
  request.input = arguments.input;
  request.output = arguments.output;
  if (!arguments.character.empty()) request.character = arguments.character;
  request.clip = arguments.clip;
  if (!arguments.crop.empty()) request.crop = parse_crop(arguments.crop);
  if (arguments.frame_rate > 0) request.frame_rate = arguments.frame_rate;
  request.mirror = arguments.mirror;
  request.existing = arguments.force ? Existing::kReplace : Existing::kRefuse;
  request.import = import_options(config);
  request.export_options = export_options(config);
  return request;
}

Json report_json(const ConvertReport& report, const std::string& output) {
  Json clips = Json::array();
  for (const Clip& clip : report.asset.clips) clips.push_back(clip_json(clip, report.asset.character.skeleton));
  return {
      {"output", output},
      {"bytes", report.bytes},
      {"source", source_json(report.asset.source)},
      {"joints", report.reread.joints},
      {"clips", clips},
      {"reread", {{"position_error", report.reread.position_error}, {"rotation_error", report.reread.rotation_error}}},
      {"ledger", ledger_json(report.asset.ledger)}};
}

int run_convert(const ConvertArguments& arguments) {
  const ConvertReport report = convert(request_from(arguments));
  if (arguments.json) {
    print_result("convert", kOk, report_json(report, arguments.output));
    return kOk;
  }
  say(fmt::format("{}: {} joints, {} clip(s), {} frames, {} bytes; read back within {:.2g} m and {:.2g} rad",
                  arguments.output, report.reread.joints, report.reread.clips, report.reread.frames, report.bytes,
                  report.reread.position_error, report.reread.rotation_error));
  say_ledger(report.asset.ledger);
  return kOk;
}

}  // namespace

void add_convert_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = app.add_subcommand("convert", "Convert between formats, by the suffix of the output");
  command->add_option("IN", arguments->input, "BVH, FBX, glTF, GLB, or what Assimp reads")->required();
  command->add_option("OUT", arguments->output, ".glb, .gltf or .bvh")->required();
  command->add_option("-c,--character", arguments->character, "put the clips on the same skeleton of this file")
      ->type_name("FILE");
  command->add_option("--clip", arguments->clip, "only this clip")->type_name("NAME");
  command->add_option("--crop", arguments->crop, "only a part: a:b in seconds, or in frames as 30f:120f")
      ->type_name("A:B");
  command->add_option("--fps", arguments->frame_rate, "resample to this frame rate")
      ->type_name("HZ")
      ->check(CLI::Range(1e-3, 1e6));
  command->add_flag("--mirror", arguments->mirror, "exchange left and right");
  command->add_flag("--force", arguments->force, "replace an existing output");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  arguments->source.add_to(*command);
  arguments->config.add_to(*command);
  command->footer(
      "Examples:\n"
      "  sinew convert walk.bvh walk.glb\n"
      "  sinew convert walk.fbx walk.bvh --clip Take001 --fps 30\n"
      "  sinew convert walk.bvh hero_walk.glb --character hero.glb --crop 0.5:2");
  command->callback([=, &invocation] {
    invocation = {"convert", arguments->json, [=] { return run_convert(*arguments); }};
  });
}

}  // namespace sinew
