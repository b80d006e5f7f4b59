#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "pipelines/certificate_json.h"
#include "pipelines/configuration.h"
#include "pipelines/refine_file.h"
#include "pipelines/smc_configuration.h"
#include "tools/sinew/bake_progress.h"
#include "tools/sinew/bake_text.h"
#include "tools/sinew/certificate_text.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/stop_signal.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct RefineArguments {
  std::string input;
  std::string output;
  std::string progress = "auto";
  std::optional<std::uint64_t> seed;
  int threads = 0;
  bool no_embed = false;
  bool force = false;
  bool json = false;
  ConfigOptions config;
};

RefineRequest request_from(const RefineArguments& arguments) {
  Config config = arguments.config.config();
  if (arguments.seed) config.set("refine.seed=" + std::to_string(*arguments.seed));
  RefineRequest request;
  request.input = arguments.input;
  request.output = arguments.output;
  request.options = refine_options(config);
  request.configuration = config.hash();
  request.embed = !arguments.no_embed;
  request.threads = arguments.threads;
  request.existing = arguments.force ? Existing::kReplace : Existing::kRefuse;
  return request;
}

int exit_code(const RefineFileReport& report) {
  constexpr int kSignalBase = 128;
  if (report.refine.stopped) return kSignalBase + StopSignal::received();
  return report.certificate && report.certificate->pass() ? kOk : kBelowQuality;
}

Json report_json(const RefineArguments& arguments, const RefineFileReport& report) {
  Json data = refine_json(report.refine);
  data["output"] = arguments.output;
  data["written"] = report.written;
  data["bytes"] = report.bytes;
  data["seconds"] = report.seconds;
  data["cpu_seconds"] = report.cpu;
  if (report.certificate) data["certificate"] = Json::parse(certificate_json(*report.certificate));
  return data;
}

int run_refine(const RefineArguments& arguments) {
  ProgressPrinter printer(progress_style(arguments.progress));
  const RefineRequest request = request_from(arguments);
  const StopSignal signal;
  const RefineFileReport report = refine_file(request, [&](const BakeProgress& progress) {
    printer.show(progress);
    return StopSignal::received() == 0;
  });
  printer.clear();
  const int code = exit_code(report);
  if (arguments.json) {
    print_result("refine", code, report_json(arguments, report));
    return code;
  }
  if (report.certificate) {
    std::cout << certificate_text(*report.certificate, CertificateDetail::kShort);
    std::cout.flush();
  }
  say(report.refine.sentence, code == kOk ? Tone::kPlain : Tone::kWarning);
  if (report.written) {
    say(fmt::format("{}: {} bytes; {:.1f} s, {:.1f} s of processor time", arguments.output, report.bytes,
                    report.seconds, report.cpu));
  }
  return code;
}

}  // namespace

void add_refine_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<RefineArguments>();
  CLI::App* command = app.add_subcommand("refine", "Make a baked motion smoother without leaving its reference");
  command->add_option("IN", arguments->input, "a .glb or .gltf with a take, or a .take file")->required();
  command->add_option("-o,--output", arguments->output, "the result")->type_name("OUT.glb")->required();
  constexpr std::uint64_t kMostSeed = 9'000'000'000'000'000;
  command->add_option("--seed", arguments->seed, "of the random numbers")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostSeed));
  command->add_option("--threads", arguments->threads, "0 = all cores; the result does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command->add_option("--progress", arguments->progress, "auto, bar, plain, json or none")->type_name("STYLE");
  command->add_flag("--no-embed", arguments->no_embed, "leave take and certificate out of the file");
  command->add_flag("--force", arguments->force, "replace an existing output");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  arguments->config.add_to(*command, "--config,--recipe");
  command->footer(
      "The result is the take that came in where nothing better was found: never farther from the reference, never "
      "less\n"
      "smooth. `sinew bake` does this already; --no-refine and drafts leave it for later.\n\n"
      "Exit codes: 0 the certificate passes; 1 it does not; 128+n stopped by signal n, nothing is written.\n\n"
      "Examples:\n"
      "  sinew refine walk.glb -o smooth.glb\n"
      "  sinew refine walk.glb -o smooth.glb --set refine.samples=200 --set refine.attempts=4");
  command->callback([=, &invocation] {
    invocation = {"refine", arguments->json, [=] { return run_refine(*arguments); }};
  });
}

}  // namespace sinew
