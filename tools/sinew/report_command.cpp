#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/report_file.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"

namespace sinew {

namespace {

struct ReportArguments {
  std::string file;
  std::string output;
  std::string size;
  SheetOptions sheet;
  bool force = false;
  bool json = false;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
};

/// "1920x1280".
void read_size(const std::string& text, SheetOptions& sheet) {
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, sheet.width);
  const bool cross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = cross ? std::from_chars(width.ptr + 1, end, sheet.height) : width;
  if (!cross || height.ec != std::errc() || height.ptr != end) {
    throw Error::usage("--size is '" + printable(text) + "'; expected WIDTHxHEIGHT in pixels, as 1920x1280");
  }
}

Json summary_json(const ReportArguments& arguments, const ReportSummary& summary) {
  const SheetNumbers& n = summary.sheet.numbers;
  return {{"output", arguments.output},
          {"width", summary.sheet.picture.width},
          {"height", summary.sheet.picture.height},
          {"take", summary.take_name},
          {"frames", summary.take_frames},
          {"complete", summary.complete},
          {"shown", summary.sheet.frames},
          {"mean_error", n.mean_error},
          {"worst_error", n.worst_error},
          {"worst_frame", n.worst_frame},
          {"penetration_mean", n.penetration_mean},
          {"penetration_p99", n.penetration_p99},
          {"jerk_ratio", n.jerk_ratio}};
}

int run_report(ReportArguments arguments) {
  if (!arguments.size.empty()) read_size(arguments.size, arguments.sheet);
  const ReportSummary summary = report_file(arguments.file, arguments.output, arguments.sheet, arguments.existing());
  if (arguments.json) {
    print_result("report", kOk, summary_json(arguments, summary));
  } else {
    std::cout << fmt::format("{}: {} of {} frames{}\n", arguments.output, summary.sheet.frames.size(),
                             summary.take_frames, summary.complete ? "" : "; the take ends before its reference");
  }
  return kOk;
}

}  // namespace

void add_report_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command = app.add_subcommand("report", "Draw a take: result, reference, contact forces and errors");
  command->add_option("FILE", arguments->file, "a .glb or .gltf with an embedded take, or a .take file")->required();
  command->add_option("-o,--output", arguments->output, "the picture")->type_name("SHEET.png")->required();
  command->add_option("--frames", arguments->sheet.frames, "how many moments to show")->capture_default_str();
  command->add_option("--size", arguments->size, "of the picture in pixels (default 1920x1280)")->type_name("WxH");
  command->add_flag("--force", arguments->force, "replace an existing output");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->footer(
      "A report shows and does not judge: `sinew verify` does.\n\n"
      "Examples:\n"
      "  sinew report walk.glb -o walk.png\n"
      "  sinew report walk.take -o walk.png --frames 40 --size 3840x2160");
  command->callback([=, &invocation] {
    invocation = {"report", arguments->json, [=] { return run_report(*arguments); }};
  });
}

}  // namespace sinew
