#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace sinew {

/// What the program returns; design: whose fault it is.
enum ExitCode : int {
  kOk = 0,
  kBelowQuality = 1,
  kUsageError = 2,
  kAssetRefused = 3,
  kIoError = 4,
  kBudgetSpent = 5,
  kInternalError = 6,
};

/// Set by the command that the arguments chose; main runs it after parsing.
struct Invocation {
  std::string name;
  bool json = false;  ///< errors too are reported as JSON on stdout
  std::function<int()> run;
};

void add_inspect_command(CLI::App& app, Invocation& invocation);
void add_convert_command(CLI::App& app, Invocation& invocation);
void add_figure_command(CLI::App& app, Invocation& invocation);
void add_retarget_command(CLI::App& app, Invocation& invocation);
void add_bake_command(CLI::App& app, Invocation& invocation);
void add_track_command(CLI::App& app, Invocation& invocation);
void add_refine_command(CLI::App& app, Invocation& invocation);
void add_synth_command(CLI::App& app, Invocation& invocation);
void add_batch_command(CLI::App& app, Invocation& invocation);
void add_dataset_command(CLI::App& app, Invocation& invocation);
void add_verify_command(CLI::App& app, Invocation& invocation);
void add_report_command(CLI::App& app, Invocation& invocation);
void add_bench_command(CLI::App& app, Invocation& invocation);
void add_config_command(CLI::App& app, Invocation& invocation);

}  // namespace sinew
