#include "tools/sinew/batch_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "libanim/support/text.h"
#include "tools/sinew/text_table.h"

namespace sinew {

namespace {

constexpr double kHour = 3600;
constexpr double kMegabyte = 1024.0 * 1024;

Json outcomes_json(const std::array<std::size_t, kBatchOutcomes.size()>& counts) {
  Json json = Json::object();
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    if (counts[o] > 0) json[std::string(kBatchOutcomes[o])] = counts[o];
  }
  return json;
}

std::string outcomes_text(const std::array<std::size_t, kBatchOutcomes.size()>& counts) {
  std::string text;
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    if (counts[o] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[o], kBatchOutcomes[o]);
  }
  return text.empty() ? "none ended" : text;
}

std::map<std::string, std::size_t> slurm_counts(const SlurmView& slurm) {
  std::map<std::string, std::size_t> counts;
  for (const auto& [item, word] : slurm.items) ++counts[word];
  return counts;
}

Json failure_json(const BatchState& state, const BatchFailure& failure) {
  constexpr std::size_t kMostItems = 1000;
  const std::size_t first = failure.items.front();
  Json items = Json::array();
  for (std::size_t i = 0; i < std::min(failure.items.size(), kMostItems); ++i) items.push_back(failure.items[i]);
  const std::optional<BatchResult>& result = state.items()[first].result;
  return {{"outcome", outcome_name(failure.outcome)},
          {"cause", failure.cause},
          {"count", failure.items.size()},
          {"items", items},
          {"message", result ? result->message : ""},
          {"item", state.manifest().title(state.manifest().items[first])},
          {"command", state.command(first)}};
}

Json metrics_json(const BatchSummary& summary) {
  Json metrics = Json::object();
  for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) {
    const BatchMetricSpread& s = summary.metrics[m];
    if (s.count == 0) continue;
    metrics[std::string(kBatchMetrics[m])] = {{"mean", s.mean},   {"median", s.median},         {"p95", s.p95},
                                              {"worst", s.worst}, {"worst_item", s.worst_item}, {"count", s.count}};
  }
  return metrics;
}

std::string metrics_text(const BatchState& state, const BatchSummary& summary) {
  struct Unit {
    double scale;
    const char* name;
  };
  constexpr std::array<Unit, kBatchMetrics.size()> kUnits = {
      {{1000, "mm"}, {1000, "mm"}, {1000, "mm"}, {1000, "mm"}, {100, "cm/s"}, {1, ""}}};
  TextTable table({"metric", "", ">mean", ">median", ">p95", ">worst", "of", ">items"});
  for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) {
    const BatchMetricSpread& s = summary.metrics[m];
    if (s.count == 0) continue;
    const auto number = [&](double value) { return fmt::format("{:.2f}", value * kUnits[m].scale); };
    table.add_row({std::string(kBatchMetrics[m]), kUnits[m].name, number(s.mean), number(s.median), number(s.p95),
                   number(s.worst), state.manifest().title(state.manifest().items[s.worst_item]),
                   std::to_string(s.count)});
  }
  return table.text(0);
}

std::string failures_text(const BatchState& state, const BatchSummary& summary) {
  constexpr std::size_t kMostGroups = 20;
  std::string text;
  for (std::size_t f = 0; f < std::min(summary.failures.size(), kMostGroups); ++f) {
    const BatchFailure& failure = summary.failures[f];
    const std::size_t first = failure.items.front();
    const std::optional<BatchResult>& result = state.items()[first].result;
    text += fmt::format("\n{} {}: {}\n    {}\n", failure.items.size(), outcome_name(failure.outcome),
                        result ? result->message : "", state.command(first));
  }
  if (summary.failures.size() > kMostGroups) {
    text += fmt::format("\nand {} other causes (--json has them)\n", summary.failures.size() - kMostGroups);
  }
  return text;
}

std::string slurm_text(const SlurmView& slurm) {
  if (!slurm.problem.empty()) return fmt::format("slurm     cannot be asked: {}\n", slurm.problem);
  std::string text;
  for (const auto& [word, count] : slurm_counts(slurm)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, lower(word));
  }
  return text.empty() ? "" : fmt::format("slurm     {}\n", text);
}

}  // namespace

Json batch_plan_json(const BatchManifest& manifest, const std::filesystem::path& folder, bool written) {
  double cost = 0;
  double seconds = 0;
  std::size_t unreadable = 0;
  for (const BatchItem& item : manifest.items) {
    cost += item.cost;
    seconds += item.seconds;
    unreadable += item.problem.empty() ? 0 : 1;
  }
  return {{"folder", folder.string()},   {"written", written},      {"items", manifest.items.size()},
          {"unreadable", unreadable},    {"seconds", seconds},      {"expected_cpu_seconds", cost},
          {"program", manifest.program}, {"store", manifest.store}, {"problems", manifest.problems}};
}

std::string batch_plan_text(const BatchManifest& manifest) {
  const Json plan = batch_plan_json(manifest, "", false);
  std::string text =
      fmt::format("items     {} ({} characters, {} recipes), {:.0f} s of motion, about {:.1f} h of processor time\n",
                  manifest.items.size(), std::max<std::size_t>(1, manifest.characters.size()), manifest.recipes.size(),
                  plan.at("seconds").get<double>(), plan.at("expected_cpu_seconds").get<double>() / kHour);
  const BatchItem& longest = manifest.items.front();
  text += fmt::format("longest   {}: {:.1f} s of motion, about {:.0f} s; may take {:.0f} s and {:.0f} MB\n",
                      manifest.title(longest), longest.seconds, longest.cost, longest.time,
                      static_cast<double>(longest.memory) / kMegabyte);
  if (const auto count = plan.at("unreadable").get<std::size_t>(); count > 0) {
    text += fmt::format("refused   {} files cannot be read\n", count);
  }
  return text;
}

Json batch_run_json(const BatchState& state, const BatchRunReport& report) {
  return {{"folder", state.folder().string()},
          {"complete", report.end == BatchRunEnd::kComplete},
          {"items", report.all},
          {"outcomes", outcomes_json(report.outcomes)},
          {"attempts", report.attempts},
          {"found", report.found},
          {"damaged", report.damaged},
          {"seconds", report.seconds},
          {"cpu_seconds", report.cpu},
          {"own_cpu_seconds", report.own_cpu}};
}

std::string batch_run_text(const BatchRunReport& report) {
  std::string text =
      fmt::format("{} of {} items: {}\n", report.end == BatchRunEnd::kStopped ? "stopped; run goes on" : "all",
                  report.all, outcomes_text(report.outcomes));
  text += fmt::format("{} bakes, {} found in the store, {:.1f} s, {:.1f} s of processor time\n", report.attempts,
                      report.found, report.seconds, report.cpu);
  if (report.damaged > 0) text += fmt::format("{} files in the store were damaged\n", report.damaged);
  return text;
}

Json batch_status_json(const BatchState& state, const BatchSummary& summary, const SlurmView& slurm) {
  Json running = Json::array();
  for (const std::size_t i : summary.running) {
    running.push_back({{"item", i},
                       {"title", state.manifest().title(state.manifest().items[i])},
                       {"host", state.items()[i].host},
                       {"pid", state.items()[i].pid}});
  }
  Json failures = Json::array();
  for (const BatchFailure& failure : summary.failures) failures.push_back(failure_json(state, failure));
  Json json = {{"folder", state.folder().string()},
               {"items", summary.all},
               {"waiting", summary.waiting},
               {"lost", summary.lost},
               {"running", running},
               {"outcomes", outcomes_json(summary.ended)},
               {"seconds", summary.seconds},
               {"cpu_seconds", summary.cpu},
               {"expected_cpu_seconds_left", summary.cost_left},
               {"bytes", summary.bytes},
               {"metrics", metrics_json(summary)},
               {"failures", failures},
               {"problems", state.manifest().problems},
               {"damaged_lines", state.damaged_lines()}};
  if (!state.submissions().empty()) {
    json["slurm"] = {{"problem", slurm.problem}, {"states", slurm_counts(slurm)}};
  }
  return json;
}

std::string batch_status_text(const BatchState& state, const BatchSummary& summary, const SlurmView& slurm) {
  std::string text = fmt::format("items     {}: {} running, {} waiting, {} lost; {}\n", summary.all,
                                 summary.running.size(), summary.waiting, summary.lost, outcomes_text(summary.ended));
  text +=
      fmt::format("work      {:.0f} s of motion done, {:.2f} h of processor time, about {:.2f} h to go, {:.1f} MB\n",
                  summary.seconds, summary.cpu / kHour, summary.cost_left / kHour, summary.bytes / kMegabyte);
  text += slurm_text(slurm);
  for (const std::size_t i : summary.running) {
    text += fmt::format("running   {:>6} {} on {} (process {})\n", i, state.manifest().title(state.manifest().items[i]),
                        state.items()[i].host, state.items()[i].pid);
  }
  if (state.damaged_lines() > 0)
    text += fmt::format("journal   {} damaged lines were skipped\n", state.damaged_lines());
  if (summary.metrics.front().count > 0) text += fmt::format("\n{}", metrics_text(state, summary));
  return text + failures_text(state, summary);
}

}  // namespace sinew
