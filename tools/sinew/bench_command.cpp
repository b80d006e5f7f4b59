#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "libanim/model/take_file.h"
#include "libanim/support/files.h"
#include "libanim/support/hash.h"
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
  std::string record;
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
  // Seed 003, section 4: legs that touch each other have lost control, so they have to collide; friction is ODE's own,
  // and no stops of joints are spoken of. With ours, its noise of 0.8 rad/s holds limbs at their stops, which takes
  // five times as long (137_16, 2.5 s, 256 samples: 86 and 17 core-seconds) for a similar cost (4.5 and 3.3).
  request.simulation.self_collision = SelfCollision::kLegs;
  request.simulation.joint_limits = false;
  request.simulation.friction_rounds = 0;
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

Json json_of(const std::vector<ClusterAttempt>& attempts) {
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
  return list;
}

std::vector<ClusterAttempt> attempts_from(const Json& list) {
  std::vector<ClusterAttempt> attempts;
  for (const Json& a : list) {
    attempts.push_back({a.at("clusters"), a.at("seed"), a.at("cost"), a.at("distance"), a.at("steps"),
                        a.at("iterations"), a.at("cpu")});
  }
  return attempts;
}

/// What attempts must have in common to stand in one table.
Json setting_of(const BenchArguments& arguments, const Take& take) {
  // The take has reference, figure, scene, simulation options, version and fingerprint.
  return {{"take", sha256_hex(encode_take(take, TakeMeshes::kLeftOut))},
          {"samples", arguments.bench.samples},
          {"elites", arguments.bench.elites}};
}

/// The attempts in the record, if there is one. Throws Error (kUsage) when they are of another setting.
std::vector<ClusterAttempt> recorded_attempts(const std::string& file, const Json& setting) {
  if (file.empty() || !std::filesystem::exists(file)) return {};
  const Bytes bytes = read_file(file);
  const Json record = Json::parse(as_text(bytes), nullptr, false);
  if (!record.is_object() || !record.contains("attempts") || record.value("setting", Json{}) != setting) {
    throw Error::usage(file +
                       ": expected attempts at this clip with these options and this program; "
                       "name another file to begin anew");
  }
  return attempts_from(record["attempts"]);
}

void write_record(const std::string& file, const Json& setting, const std::vector<ClusterAttempt>& attempts) {
  const std::string text = Json{{"setting", setting}, {"attempts", json_of(attempts)}}.dump(1) + '\n';
  write_file_atomic(file, as_bytes(text), Existing::kReplace);
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
  const Json setting = setting_of(arguments, take);
  arguments.bench.done = recorded_attempts(arguments.record, setting);
  std::vector<ClusterAttempt> record = arguments.bench.done;
  const auto watcher = [&](const ClusterAttempt& a) {
    record.push_back(a);
    if (!arguments.record.empty()) write_record(arguments.record, setting, record);
    say(fmt::format("{:>7} clusters, seed {}: cost {:.3f}, {:.0f} mm, {} steps, {} iterations, {:.1f} core-seconds",
                    name_of(a.clusters), a.seed, a.cost, 1000 * a.distance, a.steps, a.iterations, a.cpu));
  };
  const auto attempts = run_cluster_bench(take, arguments.bench, watcher, [] { return StopSignal::received() != 0; });
  const int code = StopSignal::exit_code();
  if (arguments.json) {
    print_result("bench", code, {{"frames", frames}, {"attempts", json_of(attempts)}});
  } else {
    std::cout << table(cluster_rows(attempts));
  }
  return code;
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
  clusters
      ->add_option("--record", arguments->record, "keeps finished attempts; those that are in it are not made again")
      ->type_name("FILE.json");
  clusters->add_flag("--full", arguments->full, "the paper's setting: 4096 samples, 1 to 32 clusters, 5 seeds");
  clusters->add_flag("--json", arguments->json, "results on stdout as JSON");
  arguments->config.add_to(*clusters);
  clusters->callback([arguments, &invocation] {
    invocation = {"bench", arguments->json, [arguments] { return run_bench(*arguments); }};
  });
}

}  // namespace sinew
