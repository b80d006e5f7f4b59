#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "libanim/simulation/lcp_kernels.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/bake.h"
#include "pipelines/configuration.h"
#include "pipelines/physics_configuration.h"
#include "pipelines/retarget_configuration.h"
#include "pipelines/smc_configuration.h"
#include "pipelines/terrain_configuration.h"
#include "pipelines/track_configuration.h"
#include "tools/sinew/bake_progress.h"
#include "tools/sinew/bake_text.h"
#include "tools/sinew/certificate_text.h"
#include "tools/sinew/command.h"
#include "tools/sinew/options.h"
#include "tools/sinew/stop_signal.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct BakeArguments {
  std::string command = "bake";
  std::string method = "cma";
  std::string input;
  std::string character;
  std::string output;
  std::string clip;
  std::string crop;
  std::string map;
  std::string figure;
  std::string scene;
  std::string take;
  std::string quality = "normal";
  std::string rate = "control";
  std::string root_motion = "keep";
  std::string budget;
  std::string cpu_budget;
  std::string checkpoint_every;
  std::string progress = "auto";
  std::optional<std::uint64_t> seed;
  int threads = 0;
  bool no_clean = false;
  bool no_refine = false;
  bool no_embed = false;
  bool resume = false;
  bool keep_failed = false;
  bool force = false;
  bool dry_run = false;
  bool json = false;
  ConfigOptions config;
  SourceOptions source;
};

Config config_of(const BakeArguments& arguments) {
  Config config = default_config();
  if (const auto quality = quality_from_name(arguments.quality)) apply_quality(config, *quality);
  config = arguments.config.config(std::move(config));
  arguments.source.apply_to(config);
  if (arguments.seed) {
    for (const char* key : {"track.seed=", "smc.seed=", "refine.seed="}) {
      config.set(key + std::to_string(*arguments.seed));
    }
  }
  return config;
}

std::optional<std::filesystem::path> path_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

RetargetRequest source_request(const BakeArguments& arguments, const Config& config) {
  RetargetRequest request;
  request.input = arguments.input;
  request.character = arguments.character;
  request.output = arguments.output;
  request.clip = arguments.clip;
  if (!arguments.crop.empty()) request.crop = parse_crop(arguments.crop);
  request.map = path_of(arguments.map);
  request.clean = !arguments.no_clean;
  request.existing = arguments.force ? Existing::kReplace : Existing::kRefuse;
  request.clean_options = clean_options(config);
  request.retarget_options = retarget_options(config);
  request.import = import_options(config);
  return request;
}

BakeRequest request_from(const BakeArguments& arguments) {
  const Config config = config_of(arguments);
  BakeRequest request;
  request.source = source_request(arguments, config);
  request.figure = path_of(arguments.figure);
  request.scene = path_of(arguments.scene);
  request.take = path_of(arguments.take);
  request.figure_options = figure_options(config);
  request.simulation = simulation_options(config);
  request.terrain = terrain_options(config);
  request.method = arguments.method == "smc" ? TrackMethod::kSmc : TrackMethod::kMixture;
  request.track = track_options(config);
  request.smc = smc_options(config);
  // A draft is for a first look.
  if (!arguments.no_refine && arguments.quality != "draft") request.refine = refine_options(config);
  request.configuration = config.hash();
  request.rate = arguments.rate == "source" ? ExportRate::kSource : ExportRate::kControl;
  request.root_motion = arguments.root_motion == "in-place" ? RootMotion::kInPlace : RootMotion::kKeep;
  request.embed = !arguments.no_embed;
  request.keep_failed = arguments.keep_failed;
  request.resume = arguments.resume;
  // A checkpoint beside it says that the output is what this very run has left there.
  std::error_code missing;
  if (request.resume && std::filesystem::exists(request.checkpoint(), missing)) {
    request.source.existing = Existing::kReplace;
  }
  request.threads = arguments.threads;
  if (!arguments.budget.empty()) request.budget = parse_duration(arguments.budget);
  if (!arguments.cpu_budget.empty()) request.cpu_budget = parse_duration(arguments.cpu_budget);
  if (!arguments.checkpoint_every.empty()) request.checkpoint_every = parse_duration(arguments.checkpoint_every);
  return request;
}

int exit_code(BakeEnd end) {
  switch (end) {
    case BakeEnd::kDone: return kOk;
    case BakeEnd::kRefused:
    case BakeEnd::kLost: return kBelowQuality;
    case BakeEnd::kBudget: return kBudgetSpent;
    case BakeEnd::kStopped: break;
  }
  return StopSignal::exit_code();
}

void say_start(const BakeRequest& request, const BakePlan& plan) {
  if (const std::string notice = lcp_kernel_notice(); !notice.empty()) say("note: " + notice, Tone::kWarning);
  if (request.resume && !plan.resumable) say("no checkpoint to resume from: starting at the beginning");
  if (!request.resume && plan.resumable) {
    say(fmt::format("note: {} is there; --resume would go on from it", request.checkpoint().string()), Tone::kFaint);
  }
}

void print_text(const BakeRequest& request, const BakePlan& plan, const BakeReport& report) {
  if (report.certificate) {
    std::cout << certificate_text(*report.certificate, CertificateDetail::kShort);
    std::cout.flush();
  }
  const bool good = report.end == BakeEnd::kDone;
  say(report.sentence, good ? Tone::kPlain : report.end == BakeEnd::kLost ? Tone::kError : Tone::kWarning);
  if (report.written) {
    say(fmt::format("{}: {:.2f} s of motion, {} bytes; {:.1f} s, {:.1f} s of processor time",
                    request.source.output.string(), plan.seconds(), report.bytes, report.seconds, report.cpu));
  }
  say_ledger(report.ledger);
}

int run_bake(const BakeArguments& arguments) {
  ProgressPrinter printer(progress_style(arguments.progress));
  const BakeRequest request = request_from(arguments);
  const StopSignal signal;
  const BakePlan plan = plan_bake(request);
  if (arguments.dry_run) {
    if (arguments.json) {
      print_result(arguments.command, kOk, plan_json(request, plan));
    } else {
      std::cout << plan_text(request, plan);
      say_ledger(plan.take.ledger);
    }
    return kOk;
  }
  say_start(request, plan);
  const BakeReport report = bake(request, plan, [&](const BakeProgress& progress) {
    printer.show(progress);
    return StopSignal::received() == 0;
  });
  printer.clear();
  const int code = exit_code(report.end);
  if (arguments.json) {
    print_result(arguments.command, code, bake_json(request, plan, report));
  } else {
    print_text(request, plan, report);
  }
  return code;
}

void add_motion_options(CLI::App& command, BakeArguments& arguments) {
  command.add_option("REF", arguments.input, "the motion: BVH, FBX, glTF, GLB, or what Assimp reads")->required();
  command.add_option("-c,--character", arguments.character, "the character; else the motion's own skeleton")
      ->type_name("FILE");
  command.add_option("-o,--output", arguments.output, "the result")->type_name("OUT.glb")->required();
  command.add_option("--clip", arguments.clip, "which clip, where the file has several")->type_name("NAME");
  command.add_option("--crop", arguments.crop, "only a part: a:b in seconds, or in frames as 30f:120f")
      ->type_name("A:B");
  command.add_option("--map", arguments.map, "pairs of joints, see `sinew retarget`")->type_name("FILE.toml");
  command.add_option("--figure", arguments.figure, "the figure, see `sinew figure`")->type_name("FILE.toml");
  command.add_option("--scene", arguments.scene, "ground, stairs, objects, pushes; else level ground")
      ->type_name("FILE.toml");
  command.add_flag("--no-clean", arguments.no_clean, "leave teleports, frozen ends, spikes and ground as they are");
}

void add_result_options(CLI::App& command, BakeArguments& arguments) {
  command.add_option("--fps", arguments.rate, "frame rate of the animation: that of the controls, or of the source")
      ->type_name("RATE")
      ->check(CLI::IsMember({"control", "source"}));
  command.add_option("--root-motion", arguments.root_motion, "in-place: without the way over the ground")
      ->type_name("KIND")
      ->check(CLI::IsMember({"keep", "in-place"}));
  command.add_option("--take", arguments.take, "write the take as a file of its own, too")->type_name("OUT.take");
  command.add_flag("--no-embed", arguments.no_embed, "leave take and certificate out of the file");
  command.add_flag("--keep-failed", arguments.keep_failed,
                   "write what was followed, also when control was lost or the run was stopped");
  command.add_flag("--force", arguments.force, "replace existing outputs");
}

void add_run_options(CLI::App& command, BakeArguments& arguments) {
  command.add_option("--quality", arguments.quality, "how much work is done; --config and --set override it")
      ->type_name("WORD")
      ->check(CLI::IsMember({"draft", "normal", "best"}));
  constexpr std::uint64_t kMostSeed = 9'000'000'000'000'000;
  command.add_option("--seed", arguments.seed, "of the random numbers")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostSeed));
  command.add_option("--threads", arguments.threads, "0 = all cores; the result does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command.add_option("--budget", arguments.budget, "stop after this time with a checkpoint: 90s, 5m, 1.5h")
      ->type_name("TIME");
  command.add_option("--cpu-budget", arguments.cpu_budget, "the same in processor time")->type_name("TIME");
  command.add_option("--checkpoint-every", arguments.checkpoint_every, "time between two checkpoints, else 30s")
      ->type_name("TIME");
  command.add_flag("--resume", arguments.resume, "go on from OUT.glb.checkpoint, if it is there");
  command.add_option("--progress", arguments.progress, "auto, bar, plain, json or none")->type_name("STYLE");
  command.add_flag("--dry-run", arguments.dry_run, "prepare everything, say what would be done, write nothing");
  command.add_flag("--json", arguments.json, "one JSON object on stdout");
}

}  // namespace

void add_bake_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<BakeArguments>();
  CLI::App* command = app.add_subcommand(
      "bake", "Make a motion physically valid on a character: retarget, track, refine, certify, export");
  add_motion_options(*command, *arguments);
  add_result_options(*command, *arguments);
  add_run_options(*command, *arguments);
  command->add_flag("--no-refine", arguments->no_refine, "leave the tracked motion as it is; drafts are never refined");
  arguments->source.add_to(*command);
  arguments->config.add_to(*command, "--config,--recipe");
  command->footer(
      "Exit codes: 0 the certificate passes; 1 it does not, or control was lost; 5 the budget is spent, --resume goes\n"
      "on; 128+n stopped by signal n, --resume goes on.\n\n"
      "Examples:\n"
      "  sinew bake walk.bvh -c hero.glb -o walk.glb\n"
      "  sinew bake walk.bvh -c hero.glb -o walk.glb --crop 1:4 --quality draft --root-motion in-place\n"
      "  sinew bake jump.bvh -c hero.glb -o jump.glb --quality best --budget 10m --resume");
  command->callback([=, &invocation] { invocation = {"bake", arguments->json, [=] { return run_bake(*arguments); }}; });
}

void add_track_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<BakeArguments>();
  arguments->command = "track";
  arguments->no_refine = true;
  CLI::App* command = app.add_subcommand("track", "The same without refinement, by either of two methods");
  command
      ->add_option("--method", arguments->method,
                   "cma: CMA-ES in a sliding window (track.*); smc: sequential Monte Carlo over splines (smc.*)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cma", "smc"}));
  add_motion_options(*command, *arguments);
  add_result_options(*command, *arguments);
  add_run_options(*command, *arguments);
  arguments->source.add_to(*command);
  arguments->config.add_to(*command, "--config,--recipe");
  command->footer(
      "Exit codes are those of `sinew bake`. With --method smc there are no checkpoints, and --quality means "
      "nothing.\n\n"
      "Examples:\n"
      "  sinew track walk.bvh -c hero.glb -o walk.glb\n"
      "  sinew track walk.bvh -o walk.glb --method smc --set smc.samples=500");
  command->callback([=, &invocation] {
    invocation = {"track", arguments->json, [=] { return run_bake(*arguments); }};
  });
}

}  // namespace sinew
