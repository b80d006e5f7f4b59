#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "pipelines/bake_plan.h"
#include "pipelines/bench_clusters.h"
#include "pipelines/configuration.h"
#include "pipelines/physics_configuration.h"
#include "pipelines/retarget_configuration.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/options.h"
#include "tools/sinew/stop_signal.h"
#include "tools/sinew/terminal.h"
#include "tools/sinew/text_table.h"

namespace sinew {

namespace {

struct BenchArguments {
  std::string input;
  std::string crop;
  ClusterBench bench;
  double core_hours = 6;
  bool full = false;
  bool json = false;
  ConfigOptions config;
};

Take take_of(const BenchArguments& arguments) {
  const Config config = arguments.config.config(default_config());
  BakeRequest request;
  request.source.input = arguments.input;
  request.source.output = "bench.glb";  // never written: only the plan is made
  request.source.existing = Existing::kReplace;
  if (!arguments.crop.empty()) request.source.crop = parse_crop(arguments.crop);
  request.source.clean_options = clean_options(config);
  request.source.retarget_options = retarget_options(config);
  request.source.import = import_options(config);
  request.figure_options = figure_options(config);
  request.simulation = simulation_options(config);
  // Legs that touch each other have lost control in the paper, so they have to collide.
  request.simulation.self_collision = SelfCollision::kLegs;
  return plan_bake(request).take;
}

std::string name_of(int clusters) { return clusters == 0 ? "default" : std::to_string(clusters); }

std::string table(const std::vector<ClusterRow>& rows) {
  TextTable text({"clusters", ">cost", ">deviation", ">median steps", ">core-s", ">iterations", ">attempts",
                  ">paper's cost", ">deviation", ">median of 477", ">seconds"});
  for (const ClusterRow& row : rows) {
    const PaperRow* paper = paper_row(row.clusters);
    std::vector<std::string> cells{name_of(row.clusters),
                                   fmt::format("{:.3f}", row.mean_cost),
                                   fmt::format("{:.3f}", row.deviation),
                                   fmt::format("{:.0f}", row.median_steps),
                                   fmt::format("{:.1f}", row.cpu),
                                   fmt::format("{:.1f}", row.iterations),
                                   std::to_string(row.attempts)};
    if (paper == nullptr) {
      cells.insert(cells.end(), {"", "", "", ""});
    } else {
      cells.insert(cells.end(), {fmt::format("{:.3f}", paper->mean_cost), fmt::format("{:.3f}", paper->deviation),
                                 std::to_string(paper->median_steps), fmt::format("{:.1f}", paper->seconds)});
    }
    text.add_row(std::move(cells));
  }
  return text.text(0);
}

Json json_of(const std::vector<ClusterAttempt>& attempts, int frames) {
  Json list = Json::array();
  for (const ClusterAttempt& a : attempts) {
    list.push_back({{"clusters", a.clusters},
                    {"seed", a.seed},
                    {"cost", a.cost},
                    {"distance", a.distance},
                    {"steps", a.steps},
                    {"iterations", a.iterations},
                    {"cpu", a.cpu}});
  }
  return {{"frames", frames}, {"attempts", std::move(list)}};
}

int run_bench(BenchArguments arguments) {
  if (arguments.full) {
    arguments.bench.clusters = {1, 2, 4, 8, 16, 32};
    arguments.bench.samples = 4096;
    arguments.bench.seeds = 5;
  }
  arguments.bench.cpu_budget = 3600 * arguments.core_hours;
  const Take take = take_of(arguments);
  const int frames = take.reference.frames() - 1;
  const StopSignal signal;
  say(fmt::format("{} steps, {} samples, {:.0f} elites", frames, arguments.bench.samples,
                  arguments.bench.elites * arguments.bench.samples));
  const auto attempts = run_cluster_bench(take, arguments.bench, [](const ClusterAttempt& a) {
    say(fmt::format("{:>7} clusters, seed {}: cost {:.3f}, {:.0f} mm, {} steps, {} iterations, {:.1f} core-seconds",
                    name_of(a.clusters), a.seed, a.cost, 1000 * a.distance, a.steps, a.iterations, a.cpu));
    return StopSignal::received() == 0;
  });
  if (arguments.json) {
    print_result("bench", kOk, json_of(attempts, frames));
  } else {
    std::cout << table(cluster_rows(attempts));
  }
  return kOk;
}

}  // namespace

void add_bench_command(CLI::App& app, Invocation& invocation) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* bench = app.add_subcommand("bench", "Compares methods on one clip.");
  bench->require_subcommand(1);
  CLI::App* clusters = bench->add_subcommand(
      "clusters", "Table 1 of the mixture paper: its method with several numbers of clusters, and the default method.");
  clusters->add_option("CLIP", arguments->input, "a walk of 12 s or more")->required();
  clusters->add_option("--clusters", arguments->bench.clusters, "numbers of clusters")->delimiter(',');
  clusters->add_option("--samples", arguments->bench.samples, "per step")->capture_default_str();
  clusters->add_option("--seeds", arguments->bench.seeds, "attempts of each")->capture_default_str();
  clusters->add_option("--core-hours", arguments->core_hours, "no attempt starts after these")->capture_default_str();
  clusters->add_option("--crop", arguments->crop, "part of the clip: 1.5:3 (seconds), 30f:120f (frames)");
  clusters->add_option("--threads", arguments->bench.threads, "0 = all cores")->capture_default_str();
  clusters->add_flag("--full", arguments->full, "the paper's setting: 4096 samples, 1 to 32 clusters, 5 seeds");
  clusters->add_flag("--json", arguments->json, "results on stdout as JSON");
  arguments->config.add_to(*clusters);
  clusters->callback([arguments, &invocation] {
    invocation = {"bench", arguments->json, [arguments] { return run_bench(*arguments); }};
  });
}

}  // namespace sinew
