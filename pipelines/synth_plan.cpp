#include "pipelines/synth_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "importers/import_file.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "libanim/support/toml_document.h"
#include "pipelines/clip_selection.h"
#include "pipelines/figure_file.h"
#include "pipelines/output_path.h"
#include "pipelines/report_file.h"
#include "pipelines/synth_problem.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Which file each character is.
void choose_files(const SynthRequest& request, SynthTask& task) {
  const std::size_t given = request.characters.size();
  if (given > 1 && given != task.characters.size()) {
    throw Error::usage(fmt::format("-c is given {} times; the task has {} character(s): expected one for all, or one "
                                   "each",
                                   given, task.characters.size()))
        .in_file(task.file);
  }
  for (std::size_t i = 0; i < task.characters.size(); ++i) {
    SynthTaskCharacter& character = task.characters[i];
    if (given > 0) character.file = request.characters[given == 1 ? 0 : i];
    if (!character.file.empty()) continue;
    throw Error::usage("character " + printable(character.name) + " has no file: give it with -c").in_file(task.file);
  }
}

/// OUT-NAME.glb beside OUT.glb.
fs::path beside(const fs::path& output, const std::string& name) {
  std::string safe = name;
  std::ranges::replace_if(
      safe, [](unsigned char c) { return c < ' ' || c == '/' || c == '\\' || c == ':'; }, '_');
  return output.parent_path() / (output.stem().string() + "-" + safe + output.extension().string());
}

std::vector<fs::path> outputs_of(const SynthRequest& request, const SynthTask& task) {
  std::vector<fs::path> outputs = {request.output};
  if (request.physics) return outputs;
  for (std::size_t i = 1; i < task.characters.size(); ++i) {
    outputs.push_back(beside(request.output, task.characters[i].name));
  }
  for (const DynamicObject& object : task.surroundings.objects) outputs.push_back(beside(request.output, object.name));
  return outputs;
}

void check_outputs(const SynthRequest& request, const SynthPlan& plan) {
  if (request.output.extension() != ".glb") {
    throw Error::usage("the output of synth is a .glb file").in_file(request.output.string());
  }
  std::vector<fs::path> taken = plan.task.files();
  taken.push_back(request.task);
  if (request.sheet) {
    if (report_format(*request.sheet) != ReportFormat::kSheet) {
      throw Error::usage("the sheet of synth is a .png file").in_file(request.sheet->string());
    }
    check_output(*request.sheet, taken, request.existing);
  }
  for (const fs::path& output : plan.outputs) {
    check_output(output, taken, request.existing);
    if (std::ranges::count(plan.outputs, output) > 1) {
      throw Error::usage("two outputs have this name: rename a character or an object of the task")
          .in_file(output.string());
    }
  }
}

SynthActor load_actor(const SynthRequest& request, const SynthTaskCharacter& wanted) {
  SynthActor actor;
  actor.name = wanted.name;
  actor.asset = import_file(wanted.file, character_options(request.import));
  actor.asset.clips.clear();
  try {
    BuiltFigure built = load_figure(actor.asset.character, request.figure, wanted.figure);
    actor.figure = std::move(built.figure);
    actor.asset.ledger.append(built.ledger);
  } catch (const Error& error) {
    throw error.in_file(wanted.file.string());
  }
  return actor;
}

void note_inputs(const SynthRequest& request, SynthPlan& plan) {
  plan.source.file = request.task.string();
  plan.source.format = "Sinew task";
  plan.source.sha256 = sha256_hex(read_file(request.task, kTomlMaxBytes));
  const auto add = [&](const char* role, const fs::path& file, const std::string& sha256) {
    plan.inputs.push_back({role, file.filename().string(), sha256});
  };
  add("task", request.task, plan.source.sha256);
  for (std::size_t i = 0; i < plan.actors.size(); ++i) {
    const SynthTaskCharacter& character = plan.task.characters[i];
    add("character", character.file, plan.actors[i].asset.source.sha256);
    if (character.figure) add("figure", *character.figure, sha256_hex(read_file(*character.figure, kTomlMaxBytes)));
  }
  if (plan.task.scene) add("scene", *plan.task.scene, sha256_hex(read_file(*plan.task.scene, kTomlMaxBytes)));
}

/// Of the bake that follows the motion.
void plan_physics(const SynthRequest& request, SynthPlan& plan) {
  if (!request.physics) return;
  if (plan.task.characters.size() > 1) {
    throw Error::usage("--physics follows one character; this task has two").in_file(plan.task.file);
  }
  const SynthTaskCharacter& character = plan.task.characters.front();
  BakeRequest& bake = plan.physics.emplace(*request.physics);
  bake.source.input = request.task;
  bake.source.character = character.file;
  bake.source.output = request.output;
  bake.source.existing = request.existing;
  bake.figure = character.figure;
  bake.figure_options = request.figure;
  bake.configuration = request.configuration;
  check_bake_outputs(bake);
}

}  // namespace

SynthPlan plan_synth(const SynthRequest& request) {
  request.search.validate();
  request.character.validate();
  request.clip.validate();
  SynthPlan plan;
  plan.task = load_synth_task(request.task);
  choose_files(request, plan.task);
  plan.outputs = outputs_of(request, plan.task);
  check_outputs(request, plan);
  plan_physics(request, plan);
  for (const SynthTaskCharacter& character : plan.task.characters) {
    plan.actors.push_back(load_actor(request, character));
  }
  note_inputs(request, plan);
  std::vector<SynthCharacter> characters;
  for (std::size_t i = 0; i < plan.actors.size(); ++i) {
    const SynthActor& actor = plan.actors[i];
    try {
      characters.push_back(make_synth_character(actor.asset.character, actor.figure, request.character));
    } catch (const Error& error) {
      throw error.in_file(plan.task.characters[i].file.string());
    }
  }
  plan.problem = make_synth_problem(plan.task, std::move(characters));
  return plan;
}

}  // namespace sinew
