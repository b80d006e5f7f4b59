#include <iostream>
#include <memory>

#include "importers/import_file.h"
#include "libanim/support/files.h"
#include "pipelines/configuration.h"
#include "tools/sinew/command.h"
#include "tools/sinew/inspect_text.h"
#include "tools/sinew/joint_positions.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct InspectArguments {
  std::string file;
  bool json = false;
  std::string positions;
  std::string clip;
  std::string times;
  bool force = false;
  ConfigOptions config;
  SourceOptions source;
};

void write_positions(const InspectArguments& arguments, const Asset& asset) {
  const Json json = joint_positions_json(asset, arguments.clip, arguments.times);
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  write_file_atomic(arguments.positions, as_bytes(text), arguments.force ? Existing::kReplace : Existing::kRefuse);
}

int inspect(const InspectArguments& arguments) {
  Config config = arguments.config.config();
  arguments.source.apply_to(config);
  const Asset asset = import_file(arguments.file, import_options(config));
  if (!arguments.clip.empty()) (void)select_clip(asset, arguments.clip);
  if (!arguments.positions.empty()) write_positions(arguments, asset);
  if (arguments.json) {
    print_result("inspect", kOk, inspection_json(asset));
    return kOk;
  }
  std::cout << inspection_text(asset);
  std::cout.flush();
  if (!asset.ledger.notes.empty()) {
    say("  ledger");
    say_ledger(asset.ledger);
  }
  return kOk;
}

}  // namespace

void add_inspect_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<InspectArguments>();
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a motion or character file");
  command->add_option("FILE", arguments->file, "BVH, FBX, glTF, GLB, or what Assimp reads (Collada, ...)")->required();
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->add_option("--positions", arguments->positions, "also write world positions of the joints to this JSON file")
      ->type_name("OUT.json");
  command->add_option("--clip", arguments->clip, "the clip for --positions (default: the first)")->type_name("NAME");
  command->add_option("--times", arguments->times, "times for --positions: seconds t0,t1,... on the frame grid, or all")
      ->type_name("TIMES");
  command->add_flag("--force", arguments->force, "replace an existing --positions file");
  arguments->source.add_to(*command);
  arguments->config.add_to(*command);
  command->footer(
      "Examples:\n"
      "  sinew inspect walk.bvh\n"
      "  sinew inspect walk.bvh --unit inch --up z\n"
      "  sinew inspect hero.glb --json | jq .data.clips");
  command->callback([=, &invocation] {
    invocation = {"inspect", arguments->json, [=] { return inspect(*arguments); }};
  });
}

}  // namespace sinew
