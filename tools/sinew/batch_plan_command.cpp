#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/batch_plan.h"
#include "pipelines/quantity.h"
#include "tools/sinew/batch_command.h"
#include "tools/sinew/batch_text.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct PlanArguments {
  std::vector<std::string> libraries;
  std::vector<std::string> characters;
  std::vector<std::string> recipes;
  std::vector<std::string> assignments;
  std::string output;
  std::string store;
  std::string crop;
  std::string scene;
  std::string figure;
  std::string map;
  std::string rate;
  std::string root_motion;
  std::string unit;
  std::string up;
  std::string cpu_budget;
  std::string time;
  std::string memory;
  std::optional<std::uint64_t> seed;
  int threads = 0;
  bool no_clean = false;
  bool no_refine = false;
  bool no_embed = false;
  bool dry_run = false;
  bool json = false;
};

/// What every bake is called with besides its recipe. Values are joined to their options, so that none is taken for
/// one.
std::vector<std::string> common_words(const PlanArguments& arguments) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.push_back(fmt::format("--{}={}", option, value));
  };
  add("crop", arguments.crop);
  add("fps", arguments.rate);
  add("root-motion", arguments.root_motion);
  add("unit", arguments.unit);
  add("up", arguments.up);
  if (arguments.seed) add("seed", std::to_string(*arguments.seed));
  for (const std::string& assignment : arguments.assignments) add("set", assignment);
  if (arguments.no_clean) words.emplace_back("--no-clean");
  if (arguments.no_refine) words.emplace_back("--no-refine");
  if (arguments.no_embed) words.emplace_back("--no-embed");
  return words;
}

std::optional<std::filesystem::path> path_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

BatchPlanRequest request_from(const PlanArguments& arguments) {
  BatchPlanRequest request;
  request.libraries = {arguments.libraries.begin(), arguments.libraries.end()};
  request.characters = {arguments.characters.begin(), arguments.characters.end()};
  if (!arguments.recipes.empty()) request.recipes = arguments.recipes;
  request.words = common_words(arguments);
  request.assignments = arguments.assignments;
  request.scene = path_of(arguments.scene);
  request.figure = path_of(arguments.figure);
  request.map = path_of(arguments.map);
  if (!arguments.crop.empty()) {
    const CropRange crop = parse_crop(arguments.crop);
    if (!crop.in_frames) request.most_seconds = crop.last - crop.first;
  }
  request.refined = !arguments.no_refine;
  request.output = arguments.output;
  request.store = arguments.store;
  if (!arguments.cpu_budget.empty()) request.cpu_budget = parse_duration(arguments.cpu_budget);
  if (!arguments.time.empty()) request.time = parse_duration(arguments.time);
  if (!arguments.memory.empty()) request.memory = parse_memory(arguments.memory);
  request.threads = arguments.threads;
  return request;
}

int run_plan(const PlanArguments& arguments) {
  const BatchPlanRequest request = request_from(arguments);
  const BatchManifest manifest = plan_batch(request);
  if (manifest.items.empty()) throw Error::usage("no motions were found: .bvh, .fbx, .glb, .gltf, .vrma");
  if (!arguments.dry_run) write_plan(request, manifest);
  if (arguments.json) {
    print_result("batch plan", kOk, batch_plan_json(manifest, request.output, !arguments.dry_run));
    return kOk;
  }
  std::cout << batch_plan_text(manifest);
  constexpr std::size_t kLongest = 300;
  for (const std::string& problem : manifest.problems) {
    say("cannot read " + printable(problem, kLongest), Tone::kWarning);
  }
  say(arguments.dry_run ? "nothing was written"
                        : fmt::format("`sinew batch run {}` does it", shell_quoted(arguments.output)));
  return kOk;
}

void add_bake_options(CLI::App& command, PlanArguments& arguments) {
  command.add_option("--crop", arguments.crop, "only a part of every clip")->type_name("A:B");
  command.add_option("--scene", arguments.scene, "as in `sinew bake`, and so the following")->type_name("FILE.toml");
  command.add_option("--figure", arguments.figure)->type_name("FILE.toml");
  command.add_option("--map", arguments.map)->type_name("FILE.toml");
  command.add_option("--fps", arguments.rate)->type_name("RATE")->check(CLI::IsMember({"control", "source"}));
  command.add_option("--root-motion", arguments.root_motion)
      ->type_name("KIND")
      ->check(CLI::IsMember({"keep", "in-place"}));
  command.add_option("--unit", arguments.unit)->type_name("UNIT");
  command.add_option("--up", arguments.up)->type_name("AXIS");
  constexpr std::uint64_t kMostSeed = 9'000'000'000'000'000;
  command.add_option("--seed", arguments.seed)->type_name("N")->check(CLI::Range(std::uint64_t{0}, kMostSeed));
  command.add_option("--set", arguments.assignments)->type_name("KEY=VALUE")->allow_extra_args(false);
  command.add_flag("--no-clean", arguments.no_clean);
  command.add_flag("--no-refine", arguments.no_refine);
  command.add_flag("--no-embed", arguments.no_embed);
}

}  // namespace

void add_batch_plan(CLI::App& batch, Invocation& invocation) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* command = batch.add_subcommand("plan", "List what is to be done, with hashes, costs and limits");
  command->add_option("LIBRARY", arguments->libraries, "folders of motions, or files")->required();
  command->add_option("-c,--character", arguments->characters, "a character; several give an item each per clip")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--recipe", arguments->recipes,
                   "draft, normal (the default), best or a .toml file; with commas a ladder: the next one is for what\n"
                   "stayed below quality. Several --recipe give an item each per clip")
      ->type_name("NAME,...")
      ->allow_extra_args(false);
  command->add_option("-o,--output", arguments->output, "the folder of the batch")->type_name("DIR")->required();
  command->add_option("--store", arguments->store, "a folder of results that several batches share; else DIR/store")
      ->type_name("DIR");
  command->add_option("--cpu-budget", arguments->cpu_budget, "processor time that an item may have: 90s, 5m, 1.5h")
      ->type_name("TIME");
  command->add_option("--time-limit", arguments->time, "wall-clock time, likewise; else ten times the expected cost")
      ->type_name("TIME");
  command->add_option("--memory", arguments->memory, "memory, likewise: 800M, 4G; else from the file's size")
      ->type_name("BYTES");
  command->add_option("--threads", arguments->threads, "that look into files; 0 = all cores")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  add_bake_options(*command, *arguments);
  command->add_flag("--dry-run", arguments->dry_run, "write nothing");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->callback([=, &invocation] {
    invocation = {"batch plan", arguments->json, [=] { return run_plan(*arguments); }};
  });
}

}  // namespace sinew
