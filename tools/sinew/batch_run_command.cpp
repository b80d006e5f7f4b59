#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/batch_runner.h"
#include "pipelines/quantity.h"
#include "tools/sinew/batch_command.h"
#include "tools/sinew/batch_progress.h"
#include "tools/sinew/batch_text.h"
#include "tools/sinew/stop_signal.h"

namespace sinew {

namespace {

struct RunArguments {
  std::string folder;
  std::string shard;
  std::string items;
  std::string budget;
  std::string cpu_budget;
  std::string time;
  std::string memory;
  std::string checkpoint_every;
  std::string progress = "auto";
  int jobs = 0;
  int threads = 0;
  bool trust = false;
  bool json = false;
};

void parse_shard(const std::string& text, BatchRunOptions& options) {
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, options.shard);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, options.shards) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || options.shard < 1 || options.shard > options.shards) {
    throw Error::usage("--shard " + printable(text) + ": expected i/n, with i from 1 to n");
  }
}

BatchRunOptions options_from(const RunArguments& arguments) {
  BatchRunOptions options;
  options.jobs = arguments.jobs;
  options.threads = arguments.threads;
  if (!arguments.shard.empty()) parse_shard(arguments.shard, options);
  if (!arguments.items.empty()) {
    const ItemRange range = parse_items(arguments.items);
    options.first = range.first;
    options.last = range.last;
  }
  if (!arguments.budget.empty()) options.budget = parse_duration(arguments.budget);
  if (!arguments.cpu_budget.empty()) options.cpu_budget = parse_duration(arguments.cpu_budget);
  if (!arguments.time.empty()) options.time = parse_duration(arguments.time);
  if (!arguments.memory.empty()) options.memory = parse_memory(arguments.memory);
  if (!arguments.checkpoint_every.empty()) options.checkpoint_every = parse_duration(arguments.checkpoint_every);
  options.trust = arguments.trust;
  return options;
}

int exit_code(const BatchRunReport& report) {
  const auto count = [&](BatchOutcome outcome) { return report.outcomes[static_cast<std::size_t>(outcome)]; };
  if (report.end == BatchRunEnd::kStopped) return kBudgetSpent;
  if (count(BatchOutcome::kIo) > 0) return kIoError;
  return count(BatchOutcome::kDone) == report.all ? kOk : kBelowQuality;
}

int run_run(const RunArguments& arguments) {
  const BatchProgressStyle style = batch_progress_style(arguments.progress);
  if (arguments.json && style == BatchProgressStyle::kOpenJd) {
    throw Error::usage("--json and --progress openjd would both be on stdout");
  }
  const BatchRunOptions options = options_from(arguments);
  const StopSignal signal;
  BatchState state(arguments.folder);
  BatchRunReport report;
  {
    BatchProgressPrinter printer(style, state);
    const BatchRunWatcher watcher = {
        [] { return StopSignal::received(); },
        [&](const BatchRunProgress& progress) { printer.show(progress); },
        [&](std::size_t item, const BatchResult& result, BatchNext next, bool found) {
          printer.ended(item, result, next, found);
        },
    };
    report = run_batch(state, options, watcher);
  }
  const int code = exit_code(report);
  if (arguments.json) {
    print_result("batch run", code, batch_run_json(state, report));
  } else if (style != BatchProgressStyle::kOpenJd) {
    std::cout << batch_run_text(report);
  }
  return code;
}

void add_limits(CLI::App& command, RunArguments& arguments) {
  command.add_option("--budget", arguments.budget, "stop after this time, with checkpoints: 90s, 5m, 1.5h")
      ->type_name("TIME");
  command.add_option("--cpu-budget", arguments.cpu_budget, "processor time per item, instead of the plan's")
      ->type_name("TIME");
  command.add_option("--time-limit", arguments.time, "wall-clock time per item, instead of the plan's")
      ->type_name("TIME");
  command.add_option("--memory", arguments.memory, "memory per item, instead of the plan's: 800M, 4G")
      ->type_name("BYTES");
  command.add_option("--checkpoint-every", arguments.checkpoint_every, "time between two checkpoints, else 30s")
      ->type_name("TIME");
}

}  // namespace

void add_batch_run(CLI::App& batch, Invocation& invocation) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = batch.add_subcommand("run", "Do what is open; any number of runners may be at it");
  command->add_option("DIR", arguments->folder, "the folder of the batch")->required();
  command->add_option("-j,--jobs", arguments->jobs, "bakes at once; 0 = as many as there are cores")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command->add_option("--threads", arguments->threads, "of each; 0 = the cores, shared among the jobs")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command->add_option("--shard", arguments->shard, "only every n-th item, from the i-th on")->type_name("I/N");
  command->add_option("--items", arguments->items, "only these numbers of the plan")->type_name("A-B");
  add_limits(*command, *arguments);
  command->add_flag("--trust-store", arguments->trust, "do not read finished files again to see that they are whole");
  command->add_option("--progress", arguments->progress, "auto, bar, plain, json, openjd or none")->type_name("STYLE");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->footer(
      "Exit codes: 0 every item is done; 1 some are not, `sinew batch status` says why; 4 the store or some item "
      "could\n"
      "not be read or written; 5 stopped by --budget, SIGINT or SIGTERM, `run` goes on.");
  command->callback([=, &invocation] {
    invocation = {"batch run", arguments->json, [=] { return run_run(*arguments); }};
  });
}

}  // namespace sinew
