#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "pipelines/farm_slurm.h"
#include "pipelines/farm_tasks.h"
#include "tools/sinew/batch_command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/terminal.h"

namespace sinew {

namespace {

struct FarmArguments {
  std::string folder;
  std::string executor;
  std::vector<std::string> options;
  std::string run_options;
  std::size_t per_task = 1;
  int cpus = 1;
  bool json = false;
};

std::filesystem::path own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

int print_commands(const FarmArguments& arguments, const BatchState& state) {
  const std::vector<std::string> commands =
      farm_commands(state, arguments.per_task, own_program(), arguments.run_options);
  if (arguments.json) {
    print_result("batch submit", kOk, {{"executor", "print"}, {"commands", commands}});
    return kOk;
  }
  for (const std::string& command : commands) std::cout << command << '\n';
  return kOk;
}

int run_submit(const FarmArguments& arguments) {
  BatchState state(arguments.folder);
  if (arguments.executor == "print") return print_commands(arguments, state);
  const SlurmOptions options{own_program(), arguments.per_task, arguments.cpus, arguments.options,
                             arguments.run_options};
  const std::vector<BatchSubmission> submissions = submit_to_slurm(state, options);
  Json jobs = Json::array();
  std::size_t items = 0;
  for (const BatchSubmission& s : submissions) {
    jobs.push_back({{"job", s.job}, {"first", s.first}, {"items", s.items}});
    items += s.items;
    if (!arguments.json) say(fmt::format("job {}: {} items", s.job, s.items));
  }
  if (arguments.json) {
    print_result("batch submit", kOk, {{"executor", "slurm"}, {"items", items}, {"jobs", jobs}});
  } else if (submissions.empty()) {
    say("nothing is open that Slurm does not have");
  }
  return kOk;
}

int run_cancel(const FarmArguments& arguments) {
  BatchState state(arguments.folder);
  const std::vector<std::string> jobs = cancel_slurm(state);
  if (arguments.json) {
    print_result("batch cancel", kOk, {{"jobs", jobs}});
  } else {
    say(fmt::format("{} job arrays cancelled; what ran has stored its checkpoints", jobs.size()));
  }
  return kOk;
}

}  // namespace

void add_batch_submit(CLI::App& batch, Invocation& invocation) {
  auto arguments = std::make_shared<FarmArguments>();
  CLI::App* command = batch.add_subcommand("submit", "Hand what is open to a scheduler");
  command->add_option("DIR", arguments->folder, "the folder of the batch, at a place that all nodes see")->required();
  command
      ->add_option("--executor", arguments->executor,
                   "slurm: job arrays; print: a command per task on stdout, for others (GNU parallel, OpenJD)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"slurm", "print"}))
      ->required();
  command->add_option("--items-per-task", arguments->per_task, "items that one task does, one after the other")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
  command->add_option("--cpus", arguments->cpus, "cores of a task")->type_name("N")->check(CLI::Range(1, 1024));
  command->add_option("--slurm-option", arguments->options, "for sbatch: --slurm-option=--partition=night")
      ->type_name("OPTION")
      ->allow_extra_args(false);
  command->add_option("--run-options", arguments->run_options, "for `sinew batch run`: \"--progress openjd\"")
      ->type_name("TEXT");
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  sinew batch submit night/ --executor slurm --slurm-option=--partition=night\n"
      "  sinew batch submit night/ --executor print | parallel -j 8\n"
      "  sinew batch submit night/ --executor print --run-options '--progress openjd'");
  command->callback([=, &invocation] {
    invocation = {"batch submit", arguments->json, [=] { return run_submit(*arguments); }};
  });
}

void add_batch_cancel(CLI::App& batch, Invocation& invocation) {
  auto arguments = std::make_shared<FarmArguments>();
  CLI::App* command =
      batch.add_subcommand("cancel", "Take the batch back from Slurm; what runs stores its checkpoints");
  command->add_option("DIR", arguments->folder, "the folder of the batch")->required();
  command->add_flag("--json", arguments->json, "one JSON object on stdout");
  command->callback([=, &invocation] {
    invocation = {"batch cancel", arguments->json, [=] { return run_cancel(*arguments); }};
  });
}

}  // namespace sinew
