#include "libanim/stages/synthesise/synthesise.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "libanim/stages/synthesise/synth_search.h"
#include "libanim/support/parallel.h"

namespace sinew {

namespace {

/// The cheapest that passes; where none does, the cheapest.
int best_of(const std::vector<SynthSearchResult>& results) {
  int best = 0;
  for (int i = 1; i < static_cast<int>(results.size()); ++i) {
    const SynthAttempt& a = results[static_cast<std::size_t>(i)].attempt;
    const SynthAttempt& b = results[static_cast<std::size_t>(best)].attempt;
    if (a.check.pass != b.check.pass ? a.check.pass : a.cost < b.cost) {
      best = i;
    }
  }
  return best;
}

/// Searches from `options.starts` starts, a round of them at a time, until one round has found something.
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
  while (results.size() < most && !stopped && std::ranges::none_of(results, passes)) {
    const std::size_t first = results.size();
    results.resize(std::min(most, first + static_cast<std::size_t>(options.round)));
    parallel_for(results.size() - first, options.threads, [&](std::size_t i) {
      results[first + i] = search_motion(scene, options, static_cast<int>(first + i), one_at_a_time);
    });
  }
  return results;
}

}  // namespace

SynthResult synthesise(const SynthProblem& problem, const SynthOptions& options, const SynthWatcher& watcher) {
  options.validate();
  problem.validate();
  const std::vector<SynthSearchResult> results = search_until_found(SynthScene(problem), options, watcher);

  SynthResult result;
  SynthReport& report = result.report;
  int passed = 0;
  for (const SynthSearchResult& one : results) {
    report.attempts.push_back(one.attempt);
    passed += one.attempt.check.pass ? 1 : 0;
  }
  report.best = best_of(results);
  result.motion = results[static_cast<std::size_t>(report.best)].motion;
  report.success = passed > 0;
  const std::string& sentence = report.attempts[static_cast<std::size_t>(report.best)].sentence;
  report.sentence = report.success
                        ? fmt::format("{} of {} searches pass; the cheapest: {}", passed, results.size(), sentence)
                        : fmt::format("none of {} searches passes; the cheapest: {}", results.size(), sentence);
  return result;
}

}  // namespace sinew
