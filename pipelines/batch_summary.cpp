#include "pipelines/batch_summary.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

#include "pipelines/batch_lease.h"
#include "pipelines/batch_store.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// The part of a message that items with the same trouble share: what is said after the file's name, the clip's own
/// name as '*', numbers as '#'.
std::string cause_of(const BatchManifest& manifest, const BatchItem& item, std::string message) {
  const std::string file = manifest.file(item).string();
  if (message.starts_with(file + ": ")) message.erase(0, file.size() + 2);
  const std::string own = "clip " + (item.clip.empty() ? fs::path(item.name).stem().string() : item.clip);
  if (const std::size_t at = message.find(own); at != std::string::npos) message.replace(at, own.size(), "clip *");
  std::string cause;
  for (const char c : message) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && cause.ends_with('#')) continue;
    cause += digit ? '#' : c;
  }
  return cause;
}

BatchMetricSpread spread_of(std::vector<std::pair<double, std::size_t>> values) {
  BatchMetricSpread spread;
  if (values.empty()) return spread;
  std::ranges::sort(values);
  spread.count = values.size();
  for (const auto& [value, item] : values) spread.mean += value / static_cast<double>(values.size());
  constexpr std::size_t kPercent = 100;
  spread.median = (values[(values.size() - 1) / 2].first + values[values.size() / 2].first) / 2;
  spread.p95 = values[std::min(values.size() - 1, values.size() * 95 / kPercent)].first;
  spread.worst = values.back().first;
  spread.worst_item = values.back().second;
  return spread;
}

class Summing {
 public:
  explicit Summing(const BatchState& state)
      : state_(state), store_(store_folder(state.folder(), state.manifest())), values_(kBatchMetrics.size()) {}

  BatchSummary run() {
    summary_.all = state_.items().size();
    for (std::size_t i = 0; i < state_.items().size(); ++i) add(i);
    for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) summary_.metrics[m] = spread_of(std::move(values_[m]));
    for (auto& [key, failure] : failures_) summary_.failures.push_back(std::move(failure));
    std::ranges::stable_sort(summary_.failures, [](const BatchFailure& a, const BatchFailure& b) {
      return a.items.size() > b.items.size();
    });
    return std::move(summary_);
  }

 private:
  void add(std::size_t i) {
    const BatchItemState& item = state_.items()[i];
    if (state_.is_open(i)) summary_.cost_left += state_.manifest().items[i].cost;
    switch (item.phase) {
      case BatchPhase::kWaiting: ++summary_.waiting; return;
      case BatchPhase::kRunning: return add_running(i);
      case BatchPhase::kEnded: break;
    }
    if (item.result) add_ended(i, *item.result);
  }

  void add_running(std::size_t i) {
    if (BatchLease::is_held(store_.lease_file(), state_.key(i))) {
      summary_.running.push_back(i);
    } else {
      ++summary_.lost;
    }
  }

  void add_ended(std::size_t i, const BatchResult& result) {
    ++summary_.ended[static_cast<std::size_t>(result.outcome)];
    summary_.cpu += result.cpu;
    summary_.bytes += static_cast<double>(result.bytes);
    if (result.outcome == BatchOutcome::kDone) {
      summary_.seconds += result.seconds;
      for (std::size_t m = 0; m < kBatchMetrics.size(); ++m) {
        if (const std::optional<double>& metric = result.metrics[m]) values_[m].emplace_back(*metric, i);
      }
      return;
    }
    const std::string cause = cause_of(state_.manifest(), state_.manifest().items[i], result.message);
    BatchFailure& failure = failures_[{result.outcome, cause}];
    failure.outcome = result.outcome;
    failure.cause = cause;
    failure.items.push_back(i);
  }

  const BatchState& state_;
  BatchStore store_;
  BatchSummary summary_;
  std::vector<std::vector<std::pair<double, std::size_t>>> values_;
  std::map<std::pair<BatchOutcome, std::string>, BatchFailure> failures_;
};

}  // namespace

BatchSummary summarise(const BatchState& state) { return Summing(state).run(); }

}  // namespace sinew
