#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "importers/import_file.h"
#include "libanim/kinematics/figure_toml.h"
#include "pipelines/configuration.h"
#include "pipelines/figure_file.h"
#include "pipelines/figure_model.h"
#include "pipelines/output_path.h"
#include "pipelines/physics_configuration.h"
#include "tools/sinew/command.h"
#include "tools/sinew/figure_text.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct FigureArguments {
  std::string character;
  std::string output;
  std::string figure;
  bool dump = false;
  bool force = false;
  bool json = false;
  ConfigOptions config;
  SourceOptions source;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
  [[nodiscard]] std::optional<std::filesystem::path> figure_file() const {
    if (figure.empty()) return std::nullopt;
    return figure;
  }
};

void check_output_of(const FigureArguments& arguments) {
  if (arguments.output.empty()) return;
  std::vector<std::filesystem::path> inputs = {arguments.character};
  if (!arguments.figure.empty()) inputs.emplace_back(arguments.figure);
  check_output(arguments.output, inputs, arguments.existing());
}

BuiltFigure figure_of(const FigureArguments& arguments, const Asset& asset, const Config& config) {
  try {
    return load_figure(asset.character, figure_options(config), arguments.figure_file());
  } catch (const Error& error) {
    throw error.in_file(arguments.character);
  }
}

int run_figure(const FigureArguments& arguments) {
  Config config = arguments.config.config();
  arguments.source.apply_to(config);
  check_output_of(arguments);
  Asset asset = import_file(arguments.character, import_options(config));
  const BuiltFigure built = figure_of(arguments, asset, config);
  const Skeleton skeleton = asset.character.skeleton;
  std::size_t bytes = 0;
  if (!arguments.output.empty()) {
    bytes = write_figure_model(asset, built.figure, arguments.output, arguments.existing());
    say(fmt::format("{}: the figure in the character, {} bytes", arguments.output, bytes));
  }
  if (arguments.json) {
    Json data = {{"source", source_json(asset.source)}, {"figure", figure_json(built, skeleton)}};
    if (bytes > 0) data["output"] = {{"file", arguments.output}, {"bytes", bytes}};
    data["ledger"] = ledger_json(asset.ledger);
    print_result("figure", kOk, data);
    return kOk;
  }
  std::cout << (arguments.dump ? figure_to_toml(built.figure, skeleton) : figure_text(built, skeleton));
  std::cout.flush();
  say_ledger(asset.ledger);
  return kOk;
}

}  // namespace

void add_figure_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<FigureArguments>();
  CLI::App* command =
      app.add_subcommand("figure", "Show the bodies and joints that stand for a character in simulation");
  command->add_option("CHARACTER", arguments->character, "a skinned character, or a bare skeleton (BVH)")->required();
  command->add_option("-o,--output", arguments->output, "write the character with the bodies in it: .glb or .gltf")
      ->type_name("OUT");
  command->add_option("--figure", arguments->figure, "options of the figure, or the whole figure, as --dump writes it")
      ->type_name("FILE.toml");
  CLI::Option* dump =
      command->add_flag("--dump", arguments->dump, "print the whole figure as TOML, to edit and give back");
  command->add_flag("--force", arguments->force, "replace an existing output");
  command->add_flag("--json", arguments->json, "one JSON object on stdout")->excludes(dump);
  arguments->source.add_to(*command);
  arguments->config.add_to(*command);
  command->footer(
      "Examples:\n"
      "  sinew figure hero.glb\n"
      "  sinew figure hero.glb -o hero_figure.glb --set figure.mass=80 --set figure.hands=true\n"
      "  sinew figure hero.glb --dump > hero.toml && sinew figure hero.glb --figure hero.toml");
  command->callback([=, &invocation] {
    invocation = {"figure", arguments->json, [=] { return run_figure(*arguments); }};
  });
}

}  // namespace sinew
