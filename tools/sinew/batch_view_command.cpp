#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "pipelines/batch_collect.h"
#include "pipelines/batch_page.h"
#include "pipelines/batch_reports.h"
#include "pipelines/batch_store.h"
#include "pipelines/output_path.h"
#include "pipelines/report_file.h"
#include "tools/sinew/batch_command.h"
#include "tools/sinew/batch_text.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

struct ViewArguments {
  std::string folder;
  std::string output;
  std::string items;
  std::vector<std::string> causes;
  int thumbnails = 0;
  int reports = 0;
  bool below = false;
  bool force = false;
  bool json = false;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
};

int run_status(const ViewArguments& arguments) {
  const BatchState state(arguments.folder);
  const BatchSummary summary = summarise(state);
  const SlurmView slurm = ask_slurm(state);
  if (arguments.json) {
    print_result("batch status", kOk, batch_status_json(state, summary, slurm));
  } else {
    std::cout << batch_status_text(state, summary, slurm);
  }
  return kOk;
}

std::vector<BatchOutcome> causes_of(const ViewArguments& arguments) {
  if (arguments.causes.empty()) {
    return {BatchOutcome::kChanged, BatchOutcome::kBudget, BatchOutcome::kTime,
            BatchOutcome::kMemory,  BatchOutcome::kCrash,  BatchOutcome::kKilled};
  }
  std::vector<BatchOutcome> causes;
  for (const std::string& word : arguments.causes) {
    const BatchOutcome outcome = outcome_from_name(word);
    if (outcome == BatchOutcome::kDone || outcome == BatchOutcome::kBelow || outcome == BatchOutcome::kRefused) {
      throw Error::usage(fmt::format(
          "--cause {}: the same inputs would end in the same way; change the asset or the recipe and plan anew", word));
    }
    causes.push_back(outcome);
  }
  return causes;
}

int run_retry(const ViewArguments& arguments) {
  const std::vector<BatchOutcome> causes = causes_of(arguments);
  BatchState state(arguments.folder);
  ItemRange range{0, state.items().size()};
  if (!arguments.items.empty()) range = parse_items(arguments.items);
  std::vector<std::size_t> chosen;
  for (std::size_t i = range.first; i < state.items().size() && i <= range.last; ++i) {
    const BatchItemState& item = state.items()[i];
    if (item.phase != BatchPhase::kEnded || !item.result) continue;
    if (std::ranges::find(causes, item.result->outcome) != causes.end()) chosen.push_back(i);
  }
  for (const std::size_t i : chosen) state.note_retry(i);
  if (arguments.json) {
    print_result("batch retry", kOk, {{"items", chosen}});
  } else {
    say(fmt::format("{} items are open again", chosen.size()));
  }
  return kOk;
}

int run_collect(const ViewArguments& arguments) {
  const BatchState state(arguments.folder);
  const CollectReport report = collect(state, {arguments.output, arguments.below, arguments.existing()});
  const int code = report.damaged.empty() ? kOk : kIoError;
  if (arguments.json) {
    print_result("batch collect", code,
                 {{"output", arguments.output},
                  {"files", report.files},
                  {"unchanged", report.unchanged},
                  {"missing", report.missing},
                  {"damaged", report.damaged}});
    return code;
  }
  say(fmt::format("{}: {} files, {} of them were there; {} items have none", arguments.output, report.files,
                  report.unchanged, report.missing));
  for (const std::size_t i : report.damaged) {
    say(fmt::format("{:>6} {}: damaged in the store; `sinew batch run` does it again", i,
                    state.manifest().title(state.manifest().items[i])),
        Tone::kError);
  }
  return code;
}

/// Small sheets of the first items that have a file. One that cannot be drawn is left out.
std::map<std::size_t, std::string> thumbnails_of(const BatchState& state, int count) {
  std::map<std::size_t, std::string> thumbnails;
  const BatchStore store(store_folder(state.folder(), state.manifest()));
  const fs::path picture = fs::temp_directory_path() / fmt::format("sinew-{}.png", ::getpid());
  for (const std::size_t i : worst_first(state)) {
    if (static_cast<int>(thumbnails.size()) >= count) break;
    const std::optional<BatchResult>& result = state.items()[i].result;
    if (!result || result->object.empty() || !store.is_whole(*result)) continue;
    try {
      constexpr SheetOptions kSmall = {.frames = 6, .width = 480, .height = 360};
      report_file(store.object_path(result->object), picture, kSmall, Existing::kReplace);
      thumbnails[i] = as_text(read_file(picture));
    } catch (const Error& error) {
      say(fmt::format("no picture of item {}: {}", i, error.what()), Tone::kWarning);
    }
  }
  std::error_code ignored;
  fs::remove(picture, ignored);
  return thumbnails;
}

/// One that cannot be made is left out, too.
BatchReports reports_of(const BatchState& state, const ViewArguments& arguments) {
  const BatchReportsRequest request = {reports_folder(fs::absolute(arguments.output)),
                                       static_cast<std::size_t>(arguments.reports)};
  BatchReports reports = make_reports(state, request, [](std::size_t number, std::size_t all) {
    say(fmt::format("report {} of {}", number, all), Tone::kFaint);
  });
  for (const auto& [item, problem] : reports.problems) {
    say(fmt::format("no report of item {}: {}", item, problem), Tone::kWarning);
  }
  return reports;
}

int run_report(const ViewArguments& arguments) {
  const fs::path output = arguments.output;
  if (output.extension() != ".html")
    throw Error::usage("the report of a batch is an .html file").in_file(arguments.output);
  check_output(output, {}, arguments.existing());
  const BatchState state(arguments.folder);
  const BatchReports reports = reports_of(state, arguments);
  const std::string page =
      batch_page(state, summarise(state),
                 {fs::absolute(output).parent_path(), thumbnails_of(state, arguments.thumbnails), reports.pages});
  write_file_atomic(output, as_bytes(page), arguments.existing());
  if (arguments.json) {
    print_result("batch report", kOk,
                 {{"output", arguments.output},
                  {"items", state.items().size()},
                  {"bytes", page.size()},
                  {"reports", reports.pages.size()},
                  {"reports_made", reports.made}});
  } else {
    say(fmt::format("{}: {} items, {} bytes; {} have a report, {} of them made now", arguments.output,
                    state.items().size(), page.size(), reports.pages.size(), reports.made));
  }
  return kOk;
}

struct View {
  CLI::App* command;
  std::shared_ptr<ViewArguments> arguments;
};

View add_view(CLI::App& batch, Invocation& invocation, const std::string& name, const std::string& help,
              int (*run)(const ViewArguments&)) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App* command = batch.add_subcommand(name, help);
  command->add_option("DIR", arguments->folder, "the folder of the batch")->required();
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->callback([=, &invocation] {
    invocation = {"batch " + name, arguments->json, [=] { return run(*arguments); }};
  });
  return {command, arguments};
}

}  // namespace

void add_batch_status(CLI::App& batch, Invocation& invocation) {
  add_view(batch, invocation, "status", "What runs, what is done, what failed and why", run_status);
}

void add_batch_retry(CLI::App& batch, Invocation& invocation) {
  const View view = add_view(batch, invocation, "retry", "Open items again that ended without a result", run_retry);
  view.command
      ->add_option("--cause", view.arguments->causes,
                   "only these: budget, time, memory, crash, killed, io, changed; else all of them")
      ->type_name("WORD")
      ->allow_extra_args(false);
  view.command->add_option("--items", view.arguments->items, "only these numbers of the plan")->type_name("A-B");
}

void add_batch_collect(CLI::App& batch, Invocation& invocation) {
  const View view =
      add_view(batch, invocation, "collect", "Copy results out of the store, under readable names", run_collect);
  view.command->add_option("-o,--output", view.arguments->output, "the folder for them")->type_name("DIR")->required();
  view.command->add_flag("--below", view.arguments->below, "also files whose certificate fails, as NAME.below.glb");
  view.command->add_flag("--force", view.arguments->force, "replace files of other content");
}

void add_batch_report(CLI::App& batch, Invocation& invocation) {
  const View view = add_view(batch, invocation, "report", "A page with all items, the worst first", run_report);
  view.command->add_option("-o,--output", view.arguments->output, "the page")->type_name("FILE.html")->required();
  view.command->add_option("--thumbnails", view.arguments->thumbnails, "pictures of this many of the worst, else none")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000));
  view.command
      ->add_option("--reports", view.arguments->reports,
                   "make the HTML reports of this many of the worst, in FILE-reports beside the page, which links to "
                   "them; those that are there stay")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  view.command->add_flag("--force", view.arguments->force, "replace an existing page");
}

}  // namespace sinew
