#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "libanim/support/files.h"
#include "pipelines/certificate_json.h"
#include "pipelines/output_path.h"
#include "pipelines/verify_dataset.h"
#include "pipelines/verify_file.h"
#include "tools/sinew/certificate_text.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct VerifyArguments {
  std::string file;
  std::string take;
  std::string certificate;
  bool force = false;
  bool json = false;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
};

std::string_view kind_name(ReplayKind kind) { return kind == ReplayKind::kBitwise ? "bitwise" : "stepwise"; }

Json failures_json(const std::vector<VerifyFailure>& failures) {
  Json list = Json::array();
  for (const VerifyFailure& failure : failures) {
    list.push_back({{"metric", failure.metric}, {"message", failure.message}});
  }
  return list;
}

Json report_json(const VerifyReport& report) {
  Json data = {
      {"pass", report.pass()},       {"take", report.take_name},           {"frames", report.frames},
      {"embedded", report.embedded}, {"replay", kind_name(report.replay)}, {"failures", failures_json(report.failures)},
      {"notes", report.notes}};
  if (report.certificate) data["certificate"] = Json::parse(certificate_json(*report.certificate));
  return data;
}

void say_findings(const std::vector<std::string>& notes, const std::vector<VerifyFailure>& failures) {
  for (const std::string& note : notes) say("note: " + note, Tone::kFaint);
  for (const VerifyFailure& failure : failures) {
    say(fmt::format("failed: {}: {}", failure.metric, failure.message), Tone::kError);
  }
}

void print_text(const VerifyArguments& arguments, const VerifyReport& report) {
  if (report.certificate) {
    std::cout << fmt::format("{}: {} frames, {}\n", arguments.file, report.frames,
                             report.replay == ReplayKind::kBitwise
                                 ? "replayed bit by bit"
                                 : "made with another fingerprint: replayed step by step within tolerance");
    std::cout << certificate_text(*report.certificate);
  }
  std::cout << (report.pass() ? "verified\n" : "NOT verified\n");
  std::cout.flush();
  say_findings(report.notes, report.failures);
}

void write_certificate(const VerifyArguments& arguments, const VerifyReport& report) {
  if (arguments.certificate.empty()) return;
  if (!report.certificate) {
    say("no certificate was written: the take could not be read", Tone::kWarning);
    return;
  }
  const std::string text = certificate_json(*report.certificate) + "\n";
  write_file_atomic(arguments.certificate, as_bytes(text), arguments.existing());
}

int run_verify_dataset(const VerifyArguments& arguments) {
  if (!arguments.take.empty() || !arguments.certificate.empty()) {
    throw Error::usage("--take and --certificate go with a take, not with a training set");
  }
  const DatasetVerification report = verify_dataset(arguments.file);
  const int code = report.pass() ? kOk : kBelowQuality;
  if (arguments.json) {
    print_result("verify", code,
                 {{"pass", report.pass()},
                  {"episodes", report.episodes},
                  {"pairs", report.pairs},
                  {"replay", kind_name(report.replay)},
                  {"position_difference", report.position},
                  {"failures", failures_json(report.failures)},
                  {"notes", report.notes}});
    return code;
  }
  std::cout << fmt::format("{}: {} episodes, {} pairs {}\n", arguments.file, report.episodes, report.pairs,
                           report.replay == ReplayKind::kBitwise
                               ? "replayed bit by bit"
                               : "of another fingerprint replayed one by one within tolerance")
            << (report.pass() ? "verified\n" : "NOT verified\n");
  std::cout.flush();
  say_findings(report.notes, report.failures);
  return code;
}

int run_verify(const VerifyArguments& arguments) {
  if (may_be_dataset(arguments.file)) return run_verify_dataset(arguments);
  std::vector<std::filesystem::path> inputs = {arguments.file};
  if (!arguments.take.empty()) inputs.emplace_back(arguments.take);
  if (!arguments.certificate.empty()) check_output(arguments.certificate, inputs, arguments.existing());
  const std::optional<std::filesystem::path> take =
      arguments.take.empty() ? std::nullopt : std::optional<std::filesystem::path>(arguments.take);
  const VerifyReport report = verify_file(arguments.file, take);
  const int code = report.pass() ? kOk : kBelowQuality;
  write_certificate(arguments, report);
  if (arguments.json) {
    print_result("verify", code, report_json(report));
  } else {
    print_text(arguments, report);
  }
  return code;
}

}  // namespace

void add_verify_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Replay an exported take or a training set, measure it anew, and compare");
  command->add_option("FILE", arguments->file, "a .glb or .gltf with an embedded take, a .take file, or a training set")
      ->required();
  command->add_option("--take", arguments->take, "the take, when a tool has dropped it from the file")
      ->type_name("FILE.take");
  command->add_option("--certificate", arguments->certificate, "write the certificate that was computed anew")
      ->type_name("OUT.json");
  command->add_flag("--force", arguments->force, "replace an existing certificate file");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->footer(
      "Exit codes: 0 everything holds; 1 something does not, and is named; 3 the file holds no take.\n\n"
      "Examples:\n"
      "  sinew verify walk.glb\n"
      "  sinew verify walks/\n"
      "  sinew verify repacked.glb --take walk.take --certificate walk.json");
  command->callback([=, &invocation] {
    invocation = {"verify", arguments->json, [=] { return run_verify(*arguments); }};
  });
}

}  // namespace sinew
