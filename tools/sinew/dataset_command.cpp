#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "libanim/support/error.h"
#include "pipelines/configuration.h"
#include "pipelines/dataset.h"
#include "pipelines/dataset_merge.h"
#include "pipelines/dataset_search.h"
#include "tools/sinew/bake_progress.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/stop_signal.h"
#include "tools/sinew/terminal.h"
#include "tools/sinew/version.h"

namespace sinew {

namespace {

struct DatasetArguments {
  std::vector<std::string> inputs;
  std::string output;
  std::string splits;
  std::string progress = "auto";
  std::optional<std::uint64_t> seed;
  int repeats = 0;
  int threads = 0;
  bool force = false;
  bool dry_run = false;
  bool json = false;
  ConfigOptions config;

  [[nodiscard]] Existing existing() const { return force ? Existing::kReplace : Existing::kRefuse; }
  [[nodiscard]] std::vector<std::filesystem::path> paths() const { return {inputs.begin(), inputs.end()}; }
};

/// How far a run is, on stderr.
class EpisodeCounter {
 public:
  explicit EpisodeCounter(ProgressStyle style) : style_(style) {}
  ~EpisodeCounter() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
  }
  EpisodeCounter(const EpisodeCounter&) = delete;
  EpisodeCounter& operator=(const EpisodeCounter&) = delete;

  void show(int done, int all, std::uint64_t pairs, const std::string& episode) {
    if (style_ == ProgressStyle::kNone) return;
    if (style_ == ProgressStyle::kJson) {
      return say(Json({{"episodes", done}, {"of", all}, {"pairs", pairs}, {"episode", episode}}).dump());
    }
    const std::string line = fmt::format("{} of {} episodes, {} pairs: {}", done, all, pairs, episode);
    if (style_ == ProgressStyle::kPlain) return say(line);
    std::fputs(("\r\x1b[K" + line).c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
  }

 private:
  ProgressStyle style_;
  bool drawn_ = false;
};

DatasetRequest request_from(const DatasetArguments& arguments) {
  Config config = arguments.config.config();
  if (arguments.seed) config.set("dataset.search.seed=" + std::to_string(*arguments.seed));
  DatasetRequest request;
  request.takes = arguments.paths();
  request.output = arguments.output;
  request.form.version = kVersion;
  request.form.configuration = config.hash();
  request.form.features = feature_options(config);
  if (!arguments.splits.empty()) request.form.splits = parse_splits(arguments.splits);
  request.existing = arguments.existing();
  if (arguments.repeats > 0) {
    DatasetSearch search = dataset_search(config);
    search.threads = arguments.threads;
    request.source = searched_episodes(search, [] { return StopSignal::received() == 0; });
    request.repeats = arguments.repeats;
  }
  return request;
}

Json plan_json(const DatasetPlan& plan) {
  Json episodes = Json::array();
  for (const PlannedEpisode& episode : plan.episodes) {
    episodes.push_back(
        {{"name", episode.name}, {"take", episode.take.string()}, {"split", episode.split}, {"pairs", episode.pairs}});
  }
  return episodes;
}

Json files_json(const DatasetReport& report) {
  Json files = Json::array();
  for (const DatasetFile& file : report.files) {
    files.push_back({{"file", file.file}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return files;
}

int print_plan(const DatasetArguments& arguments, const DatasetPlan& plan) {
  if (arguments.json) {
    print_result(
        "dataset", kOk,
        {{"output", arguments.output}, {"written", false}, {"pairs", plan.pairs}, {"episodes", plan_json(plan)}});
    return kOk;
  }
  for (const PlannedEpisode& episode : plan.episodes) {
    std::cout << fmt::format("{}/{}  {} pairs, {}, from {}\n", arguments.output, episode.name, episode.pairs,
                             episode.split, episode.take.string());
  }
  std::cout << fmt::format("{} episodes, {} pairs; nothing was written\n", plan.episodes.size(), plan.pairs);
  return kOk;
}

int run_dataset(const DatasetArguments& arguments) {
  if (arguments.inputs.empty()) throw Error::usage("dataset: expected takes, or `sinew dataset merge`");
  if (arguments.output.empty()) throw Error::usage("dataset: expected a folder, -o DIR");
  const ProgressStyle style = progress_style(arguments.progress);
  const DatasetRequest request = request_from(arguments);
  const StopSignal signal;
  const DatasetPlan plan = plan_dataset(request);
  if (arguments.dry_run) return print_plan(arguments, plan);
  DatasetReport report;
  {
    EpisodeCounter counter(style);
    report = make_dataset(request, plan, [&](const DatasetProgress& p) {
      counter.show(p.done, p.all, p.pairs, p.episode);
      return StopSignal::received() == 0;
    });
  }
  const int code = report.complete ? kOk : StopSignal::exit_code();
  if (arguments.json) {
    print_result("dataset", code,
                 {{"output", arguments.output},
                  {"written", report.complete},
                  {"pairs", report.pairs},
                  {"episodes", plan_json(plan)},
                  {"files", files_json(report)}});
    return code;
  }
  std::uint64_t bytes = 0;
  for (const DatasetFile& file : report.files) bytes += file.bytes;
  say(fmt::format("{}: {} pairs in {} episodes, {} bytes{}", arguments.output, report.pairs, plan.episodes.size(),
                  bytes, report.complete ? "" : "; stopped, dataset.json is missing"),
      report.complete ? Tone::kPlain : Tone::kWarning);
  return code;
}

int run_merge(const DatasetArguments& arguments) {
  MergeRequest request{arguments.paths(), arguments.output, arguments.existing()};
  const std::vector<std::filesystem::path> shards = merge_shards(request);
  if (arguments.dry_run) {
    Json list = Json::array();
    for (const auto& shard : shards) list.push_back(shard.string());
    if (arguments.json) {
      print_result("dataset merge", kOk, {{"output", arguments.output}, {"written", false}, {"inputs", list}});
    } else {
      for (const auto& shard : shards) std::cout << shard.string() << '\n';
    }
    return kOk;
  }
  MergeReport report;
  {
    EpisodeCounter counter(progress_style(arguments.progress));
    report = merge_datasets(request, shards, [&](std::size_t done) {
      counter.show(static_cast<int>(done), static_cast<int>(shards.size()), 0, shards[done - 1].string());
    });
  }
  if (arguments.json) {
    print_result("dataset merge", kOk,
                 {{"output", arguments.output},
                  {"written", true},
                  {"episodes", report.episodes},
                  {"pairs", report.pairs},
                  {"bytes", report.bytes}});
    return kOk;
  }
  say(fmt::format("{}: {} pairs in {} episodes, {} bytes", arguments.output, report.pairs, report.episodes,
                  report.bytes));
  return kOk;
}

void add_common_options(CLI::App& command, DatasetArguments& arguments) {
  command.add_option("--progress", arguments.progress, "auto, bar, plain, json or none")->type_name("STYLE");
  command.add_flag("--force", arguments.force, "replace existing outputs");
  command.add_flag("--dry-run", arguments.dry_run, "say what would be done, write nothing");
  command.add_flag("--json", arguments.json, "one JSON object on stdout");
}

CLI::App* add_merge(CLI::App& dataset, DatasetArguments& arguments) {
  CLI::App* merge = dataset.add_subcommand("merge", "Copy several training sets or shards into one HDF5 file");
  merge->add_option("INPUTS", arguments.inputs, "folders of `sinew dataset`, or shards")->required();
  merge->add_option("-o,--output", arguments.output, ".h5 or .hdf5; main_data.hdf5 gets Minari's metadata.json")
      ->type_name("FILE.h5")
      ->required();
  add_common_options(*merge, arguments);
  merge->footer("Example:\n  sinew dataset merge walks/ runs/ -o all/main_data.hdf5");
  return merge;
}

}  // namespace

void add_dataset_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<DatasetArguments>();
  auto merge_arguments = std::make_shared<DatasetArguments>();
  CLI::App* command = app.add_subcommand("dataset", "Make a training set of states and controls from takes");
  command->add_option("TAKES", arguments->inputs, ".take files, or .glb files with a take in them");
  command->add_option("-o,--output", arguments->output, "the folder of the set")->type_name("DIR");
  command->add_option("--splits", arguments->splits, "shares of the episodes, else train=0.8,valid=0.1,test=0.1")
      ->type_name("NAME=SHARE,...");
  command
      ->add_option("--repeats", arguments->repeats,
                   "follow each take this often anew, from pushed starts, with a spline for every pair; else the\n"
                   "take's own steps are used")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000));
  constexpr std::uint64_t kMostSeed = 9'000'000'000'000'000;
  command->add_option("--seed", arguments->seed, "of that search")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostSeed));
  command->add_option("--threads", arguments->threads, "0 = all cores; the result does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  add_common_options(*command, *arguments);
  arguments->config.add_to(*command);
  CLI::App* merge = add_merge(*command, *merge_arguments);
  command->footer(
      "Per take a folder with main_data.hdf5 (robomimic's and Minari's layout at once), metadata.json (Minari) and\n"
      "pairs.npz (numpy); dataset.json says what everything means. `sinew verify DIR` replays every pair.\n\n"
      "Examples:\n"
      "  sinew dataset walk.glb run.glb -o moves/\n"
      "  sinew dataset run.glb -o runs/ --repeats 200\n"
      "  sinew dataset *.take -o moves/ --splits train=0.9,valid=0.1 --set dataset.changes=true\n"
      "  sinew dataset merge moves/ -o moves.h5");
  command->callback([=, &invocation] {
    if (merge->parsed()) {
      invocation = {"dataset merge", merge_arguments->json, [=] { return run_merge(*merge_arguments); }};
    } else {
      invocation = {"dataset", arguments->json, [=] { return run_dataset(*arguments); }};
    }
  });
}

}  // namespace sinew
