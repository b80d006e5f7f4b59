#include "pipelines/batch_page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "exporters/report/base64.h"
#include "pipelines/batch_page_parts.h"
#include "pipelines/batch_store.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// JSON that may stand in a script of HTML: no "<", so that no name can end the script.
std::string script_json(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string_view word_for(const BatchState& state, std::size_t item) {
  const BatchItemState& s = state.items()[item];
  if (s.phase == BatchPhase::kEnded && s.result) return outcome_name(s.result->outcome);
  return s.phase == BatchPhase::kRunning ? "running" : "waiting";
}

/// In the order of the table's columns, see batch_page_parts.h.
Json row_json(const BatchState& state, const BatchStore& store, std::size_t item, const BatchPageFiles& files) {
  const BatchItem& planned = state.manifest().items[item];
  const std::optional<BatchResult>& result = state.items()[item].result;
  Json row = {item, state.manifest().title(planned), word_for(state, item)};
  const bool has_file = result && !result->object.empty();
  for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) {
    const std::optional<double> metric = has_file ? result->metrics[m] : std::nullopt;
    row.push_back(metric ? Json(*metric) : Json(nullptr));
  }
  row.push_back(result && result->seconds > 0 ? result->seconds : planned.seconds);
  row.push_back(result ? Json(result->cpu) : Json(nullptr));
  row.push_back(result ? result->message : "");
  row.push_back(state.command(item));
  row.push_back(has_file ? store.object_path(result->object).lexically_relative(files.place).string() : "");
  const auto report = files.reports.find(item);
  row.push_back(report != files.reports.end() ? report->second.lexically_relative(files.place).string() : "");
  return row;
}

Json summary_json(const BatchState& state, const BatchSummary& summary) {
  Json outcomes = Json::object();
  for (std::size_t o = 0; o < kBatchOutcomes.size(); ++o) {
    if (summary.ended[o] > 0) outcomes[std::string(kBatchOutcomes[o])] = summary.ended[o];
  }
  if (!summary.running.empty()) outcomes["running"] = summary.running.size();
  if (summary.waiting + summary.lost > 0) outcomes["waiting"] = summary.waiting + summary.lost;
  Json metrics = Json::array();
  for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) {
    const BatchMetricSpread& s = summary.metrics[m];
    if (s.count > 0) metrics.push_back({kBatchMetrics[m], s.mean, s.median, s.p95, s.worst, s.count});
  }
  Json failures = Json::array();
  for (const BatchFailure& failure : summary.failures) {
    failures.push_back({outcome_name(failure.outcome), failure.cause, failure.items.size()});
  }
  return {{"all", summary.all},
          {"outcomes", outcomes},
          {"metrics", metrics},
          {"failures", failures},
          {"motion", summary.seconds},
          {"cpu", summary.cpu},
          {"bytes", summary.bytes},
          {"problems", state.manifest().problems},
          {"version", state.manifest().version}};
}

}  // namespace

std::vector<std::size_t> worst_first(const BatchState& state) {
  std::vector<std::size_t> order(state.items().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    const BatchItemState& item = state.items()[i];
    if (item.phase != BatchPhase::kEnded || !item.result) return std::tuple(2, 0.0, i);
    if (item.result->outcome != BatchOutcome::kDone) return std::tuple(0, 0.0, i);
    return std::tuple(1, -item.result->metrics.front().value_or(0), i);
  };
  std::ranges::sort(order, {}, rank);
  return order;
}

std::string batch_page(const BatchState& state, const BatchSummary& summary, BatchPageFiles files) {
  const BatchStore store(fs::absolute(store_folder(state.folder(), state.manifest())).lexically_normal());
  files.place = fs::absolute(files.place).lexically_normal();
  for (auto& [item, report] : files.reports) report = fs::absolute(report).lexically_normal();
  Json rows = Json::array();
  for (const std::size_t item : worst_first(state)) rows.push_back(row_json(state, store, item, files));
  Json pictures = Json::object();
  for (const auto& [item, png] : files.thumbnails) {
    pictures[std::to_string(item)] = "data:image/png;base64," + encode_base64(as_bytes(png));
  }
  std::string page(kBatchPageHead);
  page += fmt::format("<script>\nconst summary = {};\nconst rows = {};\nconst pictures = {};\n",
                      script_json(summary_json(state, summary)), script_json(rows), script_json(pictures));
  page += kBatchPageScript;
  return page + "</script>\n</body></html>\n";
}

}  // namespace sinew
