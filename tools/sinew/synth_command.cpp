#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"
#include "pipelines/physics_configuration.h"
#include "pipelines/smc_configuration.h"
#include "pipelines/synth.h"
#include "pipelines/synth_configuration.h"
#include "pipelines/track_configuration.h"
#include "tools/sinew/bake_progress.h"
#include "tools/sinew/certificate_text.h"
#include "tools/sinew/command.h"
#include "tools/sinew/options.h"
#include "tools/sinew/stop_signal.h"
#include "tools/sinew/synth_text.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct SynthArguments {
  std::string task;
  std::vector<std::string> characters;
  std::string output;
  std::string sheet;
  std::string quality = "normal";
  std::string budget;
  std::string progress = "auto";
  std::optional<std::uint64_t> seed;
  std::optional<int> starts;
  int threads = 0;
  bool physics = false;
  bool no_refine = false;
  bool resume = false;
  bool keep_failed = false;
  bool force = false;
  bool dry_run = false;
  bool json = false;
  ConfigOptions config;
};

Config config_of(const SynthArguments& arguments) {
  Config config = default_config();
  if (const auto quality = quality_from_name(arguments.quality)) apply_quality(config, *quality);
  if (arguments.physics) apply_following(config);
  config = arguments.config.config(std::move(config));
  if (arguments.seed) {
    for (const char* key : {"synth.seed=", "track.seed=", "refine.seed="}) {
      config.set(key + std::to_string(*arguments.seed));
    }
  }
  if (arguments.starts) config.set("synth.starts=" + std::to_string(*arguments.starts));
  return config;
}

BakeRequest physics_from(const SynthArguments& arguments, const Config& config) {
  BakeRequest bake;
  bake.simulation = simulation_options(config);
  bake.track = track_options(config);
  // A draft is for a first look.
  if (!arguments.no_refine && arguments.quality != "draft") bake.refine = refine_options(config);
  bake.keep_failed = arguments.keep_failed;
  bake.resume = arguments.resume;
  bake.threads = arguments.threads;
  if (!arguments.budget.empty()) bake.budget = parse_duration(arguments.budget);
  return bake;
}

SynthRequest request_from(const SynthArguments& arguments) {
  const Config config = config_of(arguments);
  SynthRequest request;
  request.task = arguments.task;
  request.characters.assign(arguments.characters.begin(), arguments.characters.end());
  request.output = arguments.output;
  if (!arguments.sheet.empty()) request.sheet = arguments.sheet;
  request.search = synth_options(config);
  request.search.threads = arguments.threads;
  request.character = synth_character_options(config);
  request.clip = synth_clip_options(config);
  request.figure = figure_options(config);
  request.import = import_options(config);
  request.configuration = config.hash();
  request.keep_failed = arguments.keep_failed;
  request.existing = arguments.force ? Existing::kReplace : Existing::kRefuse;
  if (arguments.physics) request.physics = physics_from(arguments, config);
  return request;
}

int exit_code(const SynthFileReport& report) {
  constexpr int kSignalBase = 128;
  const bool budget = report.bake && report.bake->end == BakeEnd::kBudget;
  switch (report.end) {
    case SynthEnd::kDone: return kOk;
    case SynthEnd::kFailed: return kBelowQuality;
    case SynthEnd::kPhysics: return budget ? kBudgetSpent : kBelowQuality;
    case SynthEnd::kStopped: break;
  }
  return kSignalBase + StopSignal::received();
}

void print_text(const std::filesystem::path& output, const SynthFileReport& report) {
  std::cout << attempts_text(report.result.report);
  if (report.bake && report.bake->certificate) {
    std::cout << "\n" << certificate_text(*report.bake->certificate, CertificateDetail::kShort);
  }
  std::cout.flush();
  say(report.sentence, report.end == SynthEnd::kDone ? Tone::kPlain : Tone::kWarning);
  for (const SynthOutput& file : report.outputs) {
    say(fmt::format("{}: {} frames at {:g} Hz, {} bytes; read back within {:.2g} m and {:.2g} rad", file.file.string(),
                    file.reread.frames, file.asset.clips.front().frame_rate, file.bytes.size(),
                    file.reread.position_error, file.reread.rotation_error));
  }
  if (report.bake && report.bake->written) {
    say(fmt::format("{}: {:.2f} s of motion, {} bytes; {:.1f} s, {:.1f} s of processor time", output.string(),
                    report.bake_plan->seconds(), report.bake->bytes, report.bake->seconds, report.bake->cpu));
  }
  say(fmt::format("search: {:.1f} s, {:.1f} s of processor time", report.seconds, report.cpu));
  say_ledger(report.ledger);
}

void print_plan(const SynthArguments& arguments, const SynthRequest& request, const SynthPlan& plan) {
  if (arguments.json) {
    print_result("synth", kOk, synth_plan_json(request, plan));
    return;
  }
  std::cout << synth_plan_text(request, plan);
  for (const SynthActor& actor : plan.actors) say_ledger(actor.asset.ledger);
}

int run_synth(const SynthArguments& arguments) {
  ProgressPrinter printer(progress_style(arguments.progress));
  const SynthRequest request = request_from(arguments);
  const StopSignal signal;
  const SynthPlan plan = plan_synth(request);
  if (arguments.dry_run) {
    print_plan(arguments, request, plan);
    return kOk;
  }
  const auto watch = [&](const auto& progress) {
    printer.show(progress);
    return StopSignal::received() == 0;
  };
  const SynthFileReport report = synth(request, plan, watch, watch);
  printer.clear();
  const int code = exit_code(report);
  if (arguments.json) {
    print_result("synth", code, synth_json(request, plan, report));
  } else {
    print_text(request.output, report);
  }
  return code;
}

void add_run_options(CLI::App& command, SynthArguments& arguments) {
  constexpr std::uint64_t kMostSeed = 9'000'000'000'000'000;
  command.add_option("--seed", arguments.seed, "of the random numbers")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostSeed));
  command
      .add_option(
          "--starts", arguments.starts,
          "most searches from different noise, four at a time until one passes, or three with --physics (synth.starts)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command.add_option("--threads", arguments.threads, "0 = all cores; the result does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command.add_option("--progress", arguments.progress, "auto, bar, plain, json or none")->type_name("STYLE");
  command.add_flag("--keep-failed", arguments.keep_failed, "write the best motion also when none passes the check");
  command.add_flag("--force", arguments.force, "replace existing outputs");
  command.add_flag("--dry-run", arguments.dry_run, "prepare everything, say what would be done, write nothing");
  command.add_flag("--json", arguments.json, "one JSON object on stdout");
}

void add_physics_options(CLI::App& command, SynthArguments& arguments) {
  CLI::Option* physics = command.add_flag(
      "--physics", arguments.physics, "follow the motion in simulation, refine and certify it, as `sinew bake` does");
  command.add_option("--quality", arguments.quality, "of that: how much work is done")
      ->type_name("WORD")
      ->check(CLI::IsMember({"draft", "normal", "best"}))
      ->needs(physics);
  command.add_flag("--no-refine", arguments.no_refine, "leave the tracked motion as it is")->needs(physics);
  command.add_option("--budget", arguments.budget, "stop after this time of it with a checkpoint: 90s, 5m, 1.5h")
      ->type_name("TIME")
      ->needs(physics);
  command.add_flag("--resume", arguments.resume, "go on from OUT.glb.checkpoint, if it is there")->needs(physics);
}

}  // namespace

void add_synth_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<SynthArguments>();
  CLI::App* command = app.add_subcommand("synth", "Make a motion from goals alone");
  command->add_option("TASK", arguments->task, "goals, surroundings, characters: see samples/06-synthesise")
      ->type_name("TASK.toml")
      ->required();
  command
      ->add_option("-c,--character", arguments->characters,
                   "the character, before what the task says; for two characters once or twice")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("-o,--output", arguments->output, "the result; see below for two characters and objects")
      ->type_name("OUT.glb")
      ->required();
  command->add_option("--sheet", arguments->sheet, "also draw the motion, moment by moment, with its forces")
      ->type_name("FILE.png");
  add_physics_options(*command, *arguments);
  add_run_options(*command, *arguments);
  arguments->config.add_to(*command, "--config,--recipe");
  command->footer(
      "A second character and every object have a file of their own beside OUT.glb: OUT-NAME.glb, in the same world "
      "and\n"
      "on the same timeline. With --physics there is one character, and objects are in the take.\n\n"
      "Exit codes: 0 the motion passes the check, with --physics the certificate; 1 it does not: nothing is written\n"
      "without --keep-failed; 2 usage; 3 the task or a character is refused; 5 the budget is spent, --resume goes on;\n"
      "128+n stopped by signal n.\n\n"
      "Examples:\n"
      "  sinew synth walk.toml -c hero.glb -o walk.glb\n"
      "  sinew synth walk.toml -c hero.glb -o walk.glb --starts 40 --seed 7\n"
      "  sinew synth pass-box.toml -c hero.glb -c other.glb -o pass.glb\n"
      "  sinew synth walk.toml -c hero.glb -o walk.glb --physics --quality draft");
  command->callback([=, &invocation] {
    invocation = {"synth", arguments->json, [=] { return run_synth(*arguments); }};
  });
}

}  // namespace sinew
