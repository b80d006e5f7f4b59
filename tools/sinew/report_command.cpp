#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/report_file.h"
#include "pipelines/report_film.h"
#include "pipelines/report_html.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"

namespace sinew {

namespace {

struct ReportArguments {
  std::string file;
  std::string output;
  std::string against;
  std::string run_report;
  std::string size;
  SheetOptions sheet;
  TurntableOptions film;
  CLI::Option* frames_option = nullptr;
  CLI::Option* turns_option = nullptr;
  bool force = false;
  bool json = false;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
};

/// "1920x1280", into a struct with a width and a height.
template <typename Options>
void read_size(const std::string& text, Options& options) {
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, options.width);
  const bool cross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = cross ? std::from_chars(width.ptr + 1, end, options.height) : width;
  if (!cross || height.ec != std::errc() || height.ptr != end) {
    throw Error::usage("--size is '" + printable(text) + "'; expected WIDTHxHEIGHT in pixels, as 1920x1280");
  }
}

/// An option that the output's form has no use for is a mistake.
void refuse(bool given, const char* option, const char* form) {
  if (given) throw Error::usage(fmt::format("{} goes with {} alone", option, form));
}

constexpr const char* kCutShort = "; the take ends before its reference";

Json sheet_json(const ReportArguments& arguments, const ReportSummary& summary) {
  const SheetNumbers& n = summary.sheet.numbers;
  Json json = {{"output", arguments.output},
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
               {"penetration_p99", n.penetration_p99}};
  if (n.jerk_ratio) json["jerk_ratio"] = *n.jerk_ratio;
  return json;
}

int run_sheet(ReportArguments arguments) {
  refuse(!arguments.against.empty(), "--against", ".html");
  refuse(!arguments.run_report.empty(), "--run-report", ".html");
  refuse(arguments.turns_option->count() > 0, "--turns", "a film");
  if (!arguments.size.empty()) read_size(arguments.size, arguments.sheet);
  const ReportSummary summary = report_file(arguments.file, arguments.output, arguments.sheet, arguments.existing());
  if (arguments.json) {
    print_result("report", kOk, sheet_json(arguments, summary));
  } else {
    std::cout << fmt::format("{}: {} of {} frames{}\n", arguments.output, summary.sheet.frames.size(),
                             summary.take_frames, summary.complete ? "" : kCutShort);
  }
  return kOk;
}

int run_page(const ReportArguments& arguments) {
  refuse(!arguments.size.empty(), "--size", "a picture or film");
  refuse(arguments.turns_option->count() > 0, "--turns", "a film");
  refuse(arguments.frames_option->count() > 0, "--frames", ".png");
  HtmlReportRequest request;
  request.file = arguments.file;
  request.output = arguments.output;
  if (!arguments.against.empty()) request.against = arguments.against;
  if (!arguments.run_report.empty()) request.run_report = arguments.run_report;
  request.existing = arguments.existing();
  const HtmlReportSummary summary = report_html(request);
  if (arguments.json) {
    print_result("report", kOk,
                 {{"output", arguments.output},
                  {"take", summary.take_name},
                  {"frames", summary.take_frames},
                  {"complete", summary.complete},
                  {"verified", summary.pass},
                  {"bytes", summary.bytes}});
  } else {
    std::cout << fmt::format("{}: {} frames, {:.1f} MB{}{}\n", arguments.output, summary.take_frames,
                             static_cast<double>(summary.bytes) / 1e6, summary.complete ? "" : kCutShort,
                             summary.pass ? "" : "; its certificate does not hold, the page says why");
  }
  return kOk;
}

int run_film(ReportArguments arguments) {
  refuse(!arguments.against.empty(), "--against", ".html");
  refuse(!arguments.run_report.empty(), "--run-report", ".html");
  refuse(arguments.frames_option->count() > 0, "--frames", ".png");
  if (!arguments.size.empty()) read_size(arguments.size, arguments.film);
  const FilmSummary summary = report_film(arguments.file, arguments.output, arguments.film, arguments.existing());
  if (arguments.json) {
    print_result("report", kOk,
                 {{"output", arguments.output},
                  {"width", arguments.film.width},
                  {"height", arguments.film.height},
                  {"take", summary.take_name},
                  {"frames", summary.take_frames},
                  {"complete", summary.complete},
                  {"bytes", summary.bytes}});
  } else {
    std::cout << fmt::format("{}: {} frames, {:.1f} MB{}\n", arguments.output, summary.take_frames,
                             static_cast<double>(summary.bytes) / 1e6, summary.complete ? "" : kCutShort);
  }
  return kOk;
}

int run_report(const ReportArguments& arguments) {
  switch (report_format(arguments.output)) {
    case ReportFormat::kPage: return run_page(arguments);
    case ReportFormat::kFilm: return run_film(arguments);
    case ReportFormat::kSheet: break;
  }
  return run_sheet(arguments);
}

}  // namespace

void add_report_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      app.add_subcommand("report", "Show a take: a page to look at it in a browser, a picture or a film");
  command->add_option("FILE", arguments->file, "a .glb or .gltf with an embedded take, or a .take file")->required();
  command->add_option("-o,--output", arguments->output, "a page (.html), a contact sheet (.png) or a film (.mp4, .gif)")
      ->type_name("REPORT")
      ->required();
  command->add_option("--against", arguments->against, ".html: another take or motion to compare with")
      ->type_name("OTHER");
  command
      ->add_option("--run-report", arguments->run_report,
                   ".html: what `sinew bake --json` printed, for the search's history")
      ->type_name("RUN.json");
  arguments->frames_option =
      command->add_option("--frames", arguments->sheet.frames, ".png: how many moments to show")->capture_default_str();
  arguments->turns_option =
      command->add_option("--turns", arguments->film.turns, ".mp4, .gif: turns of the camera around the figure")
          ->capture_default_str();
  command->add_option("--size", arguments->size, "of the picture in pixels (default 1920x1280, of a film 720x720)")
      ->type_name("WxH");
  command->add_flag("--force", arguments->force, "replace an existing output");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->footer(
      "A report shows and does not judge: `sinew verify` does.\n\n"
      "Examples:\n"
      "  sinew report walk.glb -o walk.html\n"
      "  sinew report walk.glb --against before.glb --run-report walk.json -o walk.html\n"
      "  sinew report walk.glb -o walk.png\n"
      "  sinew report walk.take -o walk.png --frames 40 --size 3840x2160\n"
      "  sinew report walk.glb -o walk.mp4 --turns 2");
  command->callback([=, &invocation] {
    invocation = {"report", arguments->json, [=] { return run_report(*arguments); }};
  });
}

}  // namespace sinew
