#include "libanim/stages/synthesise/synthesise.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <tuple>

#include "libanim/stages/synthesise/synth_search.h"
#include "libanim/support/parallel.h"

namespace sinew {

namespace {

/// Searches from `options.starts` starts, a round of them at a time, until enough has been found.
std::vector<SynthSearchResult> search_until_found(const SynthScene& scene, const SynthOptions& options,
                                                  const SynthWatcher& watcher) {
  std::mutex watching;
  bool stopped = false;
  const SynthWatcher one_at_a_time = [&](int attempt, const std::string& phase, int iteration, double cost) {
    const std::scoped_lock lock(watching);
    stopped = stopped || (watcher && !watcher(attempt, phase, iteration, cost));
    return !stopped;
  };
  const auto passes = [](const SynthSearchResult& result) { return result.attempt.check.pass; };
  const auto most = static_cast<std::size_t>(options.starts);
  std::vector<SynthSearchResult> results;
  while (results.size() < most && !stopped && std::ranges::count_if(results, passes) < options.wanted) {
    const std::size_t first = results.size();
    results.resize(std::min(most, first + static_cast<std::size_t>(options.round)));
    parallel_for(results.size() - first, options.threads, [&](std::size_t i) {
      results[first + i] = search_motion(scene, options, static_cast<int>(first + i), one_at_a_time);
    });
  }
  return results;
}

}  // namespace

std::vector<int> SynthReport::ranking() const {
  std::vector<int> order(attempts.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](int i) {
    const SynthAttempt& one = attempts[static_cast<std::size_t>(i)];
    return std::tuple(!one.check.pass, !(one.check.pass && one.check.balanced), one.cost);
  };
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

void SynthResult::choose(int attempt) {
  report.best = attempt;
  const auto passed = std::ranges::count_if(report.attempts, [](const SynthAttempt& one) { return one.check.pass; });
  const std::string& sentence = report.attempts.at(static_cast<std::size_t>(attempt)).sentence;
  report.success = passed > 0;
  report.sentence = report.success
                        ? fmt::format("{} of {} searches pass; that of start {}: {}", passed, report.attempts.size(),
                                      attempt, sentence)
                        : fmt::format("none of {} searches passes; the cheapest: {}", report.attempts.size(), sentence);
}

SynthResult synthesise(const SynthProblem& problem, const SynthOptions& options, const SynthWatcher& watcher) {
  options.validate();
  problem.validate();
  std::vector<SynthSearchResult> results = search_until_found(SynthScene(problem), options, watcher);

  SynthResult result;
  for (SynthSearchResult& one : results) {
    result.report.attempts.push_back(std::move(one.attempt));
    result.motions.push_back(std::move(one.motion));
  }
  result.choose(result.report.ranking().front());
  return result;
}

}  // namespace sinew
