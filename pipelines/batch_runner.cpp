#include "pipelines/batch_runner.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <list>

#include "libanim/simulation/fingerprint.h"
#include "libanim/support/error.h"
#include "libanim/support/parallel.h"
#include "libanim/support/text.h"
#include "pipelines/batch_recipe.h"
#include "pipelines/batch_store.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

void check_program(const BatchManifest& manifest) {
  if (manifest.program != program_hash()) {
    throw Error::usage(
        fmt::format("the plan was made by another program ({}); results would differ. Plan anew, into "
                    "another folder",
                    manifest.version));
  }
  if (manifest.fingerprint != simulation_fingerprint()) {
    throw Error::usage(
        fmt::format("the plan was made on another kind of machine; results would differ.\n  there: {}\n  "
                    "here:  {}",
                    manifest.fingerprint, simulation_fingerprint()));
  }
}

class Runner {
 public:
  Runner(BatchState& state, const BatchRunOptions& options, const BatchRunWatcher& watcher)
      : state_(state),
        options_(options),
        watcher_(watcher),
        store_(store_folder(state.folder(), state.manifest())),
        host_(host_name()) {
    jobs_ = thread_count(options.jobs);
    threads_ = options.threads > 0 ? options.threads : std::max(1, thread_count(0) / jobs_);
  }

  BatchRunReport run() {
    check_program(state_.manifest());
    store_.prepare();
    make_folder(state_.folder() / "logs");
    choose_items();
    try {
      loop();
    } catch (const Error&) {
      stop_children();
      while (!attempts_.empty()) {
        wait();
        attempts_.remove_if([](BatchAttempt& attempt) { return attempt.poll(); });
      }
      throw;
    }
    return finish();
  }

 private:
  /// What is open comes first; what is done is looked at last.
  void choose_items() {
    for (std::size_t i = options_.first; i < state_.items().size() && i <= options_.last; ++i) {
      if (i % static_cast<std::size_t>(options_.shards) + 1 != static_cast<std::size_t>(options_.shard)) continue;
      chosen_.push_back(i);
      const std::optional<BatchResult>& result = state_.items()[i].result;
      if (state_.is_open(i)) {
        queue_.push_back(i);
      } else if (!options_.trust && result && !result->object.empty()) {
        unchecked_.push_back(i);
      }
      cost_ += cost_of(i);
      if (!state_.is_open(i)) cost_before_ += cost_of(i);
    }
  }

  /// Something for items that say nothing, so that the sum is never nothing.
  [[nodiscard]] double cost_of(std::size_t item) const { return 0.1 + state_.manifest().items[item].cost; }

  void loop() {
    while (!attempts_.empty() || (stop_ == 0 && (!queue_.empty() || !elsewhere_.empty() || !unchecked_.empty()))) {
      look_for_stop();
      if (stop_ == 0) fill();
      wait();
      for (auto attempt = attempts_.begin(); attempt != attempts_.end();) {
        if (!attempt->poll()) {
          ++attempt;
          continue;
        }
        settle(*attempt);
        attempt = attempts_.erase(attempt);  // gives the lease back
      }
      show();
    }
  }

  void look_for_stop() {
    if (stop_ != 0) return;
    stop_ = watcher_.stop ? watcher_.stop() : 0;
    if (stop_ == 0 && options_.budget > 0 && watch_.seconds() > options_.budget) stop_ = SIGINT;
    if (stop_ != 0) stop_children();
  }

  void stop_children() {
    for (BatchAttempt& attempt : attempts_) attempt.stop(BatchStop::kTold);
  }

  /// Starts as many as there is room for. Looks at one finished file at a time, so that children are not left waiting.
  void fill() {
    while (static_cast<int>(attempts_.size()) < jobs_ && !queue_.empty()) {
      const std::size_t item = queue_.front();
      queue_.pop_front();
      begin(item);
      look_for_stop();
      if (stop_ != 0) return;
    }
    if (queue_.empty() && !unchecked_.empty()) {
      const std::size_t item = unchecked_.front();
      unchecked_.pop_front();
      check(item);
    }
    constexpr double kPause = 0.5;  // s between two looks at what others have
    if (queue_.empty() && !elsewhere_.empty() && watch_.seconds() - looked_at_ > kPause) {
      looked_at_ = watch_.seconds();
      queue_.swap(elsewhere_);
    }
  }

  [[nodiscard]] bool is_damaged(std::size_t item) const {
    const std::optional<BatchResult>& result = state_.items()[item].result;
    return !state_.is_open(item) && result && !store_.is_whole(*result);
  }

  /// A file in the store that is not what it should be is done again.
  void check(std::size_t item) {
    if (!is_damaged(item)) return;
    const std::optional<BatchLease> lease = BatchLease::try_take(store_.lease_file(), state_.key(item));
    if (!lease) return elsewhere_.push_back(item);  // somebody is at it
    state_.refresh();
    if (!is_damaged(item)) return;
    store_.forget(state_.key(item));
    state_.note_retry(item);
    ++report_.damaged;
    queue_.push_back(item);
  }

  void begin(std::size_t item) {
    state_.refresh();
    if (!state_.is_open(item)) return;
    if (const std::string& problem = state_.manifest().items[item].problem; !problem.empty()) {
      return end_without_child(item, BatchOutcome::kRefused, problem);
    }
    const std::string key = state_.key(item);
    std::optional<BatchLease> lease = BatchLease::try_take(store_.lease_file(), key);
    if (!lease) return elsewhere_.push_back(item);
    // Whoever had the lease before has written what became of it.
    state_.refresh();
    if (!state_.is_open(item)) return;
    if (state_.key(item) != key) return queue_.push_front(item);
    if (std::optional<BatchResult> result = store_.find(key)) {
      if (options_.trust || store_.is_whole(*result)) return end(item, *result, true);
      store_.forget(key);
      ++report_.damaged;
    }
    start(item, key, std::move(*lease));
  }

  void start(std::size_t item, const std::string& key, BatchLease lease) {
    BatchAttempt::Request request;
    request.item = item;
    request.key = key;
    request.work = store_.work_folder(key);
    constexpr std::size_t kLogsPerFolder = 1000;
    request.log =
        state_.folder() / "logs" / fmt::format("{:04}", item / kLogsPerFolder) / fmt::format("{:06}.log", item);
    request.child.program = "/proc/self/exe";
    request.child.arguments = child_arguments(item, request.work);
    const BatchItem& planned = state_.manifest().items[item];
    const std::int64_t memory = options_.memory > 0 ? options_.memory : planned.memory;
    request.child.memory = state_.items()[item].enlarged ? 2 * memory : memory;
    constexpr double kHang = 60;  // s of processor time beyond the budget, before the kernel steps in
    if (cpu_budget() > 0) request.child.cpu = 2 * cpu_budget() + kHang;
    request.time = options_.time > 0 ? options_.time : planned.time;
    try {
      attempts_.emplace_back(std::move(request), std::move(lease));
    } catch (const Error& error) {
      return end_without_child(item, BatchOutcome::kIo, error.what());
    }
    ++report_.attempts;
    state_.note_start(item, host_, ::getpid());
  }

  [[nodiscard]] double cpu_budget() const {
    return options_.cpu_budget > 0 ? options_.cpu_budget : state_.manifest().cpu_budget;
  }

  [[nodiscard]] std::vector<std::string> child_arguments(std::size_t item, const fs::path& work) const {
    const BatchManifest& manifest = state_.manifest();
    std::vector<std::string> words =
        manifest.bake_arguments(manifest.items[item], state_.items()[item].rung, state_.folder());
    words.insert(words.end(),
                 {"-o", BatchAttempt::output_in(work).string(), "--json", "--progress", "json", "--resume", "--threads",
                  std::to_string(threads_), "--checkpoint-every", shortest(options_.checkpoint_every)});
    if (cpu_budget() > 0) words.insert(words.end(), {"--cpu-budget", shortest(cpu_budget())});
    return words;
  }

  void settle(const BatchAttempt& attempt) {
    const std::size_t item = attempt.request().item;
    BatchResult result = attempt.result();
    report_.cpu += result.cpu;
    if (result.outcome == BatchOutcome::kRefused && attempt.resumed()) {
      // The checkpoint may be what it did not like: again without it.
      std::error_code ignored;
      fs::remove(BatchAttempt::checkpoint_in(attempt.request().work), ignored);
      return queue_.push_front(item);
    }
    refuse_changed(item, attempt, result);
    try {
      keep(attempt, result);
    } catch (const Error& error) {
      result.outcome = BatchOutcome::kIo;
      result.message = error.what();
      result.object.clear();
    }
    end(item, result, false);
  }

  /// What was made of other inputs than planned is nobody's result.
  void refuse_changed(std::size_t item, const BatchAttempt& attempt, BatchResult& result) const {
    const BatchManifest& manifest = state_.manifest();
    std::string changed;
    if (result.outcome == BatchOutcome::kDone || result.outcome == BatchOutcome::kBelow) {
      changed = changed_inputs(manifest, manifest.items[item], attempt.envelope());
    } else if (result.outcome == BatchOutcome::kRefused) {
      changed = changed_inputs(manifest, manifest.items[item]);
    }
    if (changed.empty()) return;
    result = {};
    result.outcome = BatchOutcome::kChanged;
    result.message = fmt::format("not what it was when the plan was made: {}", printable(changed, 400));
  }

  void keep(const BatchAttempt& attempt, BatchResult& result) {
    const bool lasting = result.outcome == BatchOutcome::kDone || result.outcome == BatchOutcome::kBelow ||
                         result.outcome == BatchOutcome::kRefused;
    if (!lasting) return;
    const fs::path output = BatchAttempt::output_in(attempt.request().work);
    std::error_code ignored;
    const bool written = fs::exists(output, ignored);
    if (result.outcome == BatchOutcome::kDone && !written) throw Error::io(output.string(), "there is no result");
    store_.keep(attempt.request().key, result, written ? output : fs::path());
    fs::remove_all(attempt.request().work, ignored);
    if (result.outcome != BatchOutcome::kDone || attempt.resumed()) return;
    const BatchManifest& manifest = state_.manifest();
    const BatchItem& item = manifest.items[attempt.request().item];
    const int rung = state_.items()[attempt.request().item].rung;
    const BatchRecipe& recipe = manifest.recipes[static_cast<std::size_t>(item.recipe)];
    BatchCosts::note(store_, cost_identity(recipe.rungs[static_cast<std::size_t>(rung)], manifest.common),
                     result.seconds, result.cpu);
  }

  void end_without_child(std::size_t item, BatchOutcome outcome, const std::string& message) {
    BatchResult result;
    result.outcome = outcome;
    result.message = printable(message, 1000);
    end(item, result, false);
  }

  void end(std::size_t item, const BatchResult& result, bool found) {
    const BatchManifest& manifest = state_.manifest();
    const std::size_t rungs = manifest.recipes[static_cast<std::size_t>(manifest.items[item].recipe)].rungs.size();
    const BatchNext next = next_after(result.outcome, state_.items()[item], rungs);
    state_.note_end(item, result, next);
    report_.found += found ? 1 : 0;
    if (next != BatchNext::kEnd) queue_.push_front(item);
    if (watcher_.ended) watcher_.ended(item, result, next, found);
  }

  void wait() const {
    std::vector<pollfd> fds;
    for (const BatchAttempt& attempt : attempts_) {
      fds.push_back({attempt.child().messages(), POLLIN, 0});
      fds.push_back({attempt.child().handle(), POLLIN, 0});
    }
    constexpr int kPause = 100;  // ms
    const bool busy =
        stop_ == 0 && (!unchecked_.empty() || (!queue_.empty() && static_cast<int>(attempts_.size()) < jobs_));
    ::poll(fds.data(), fds.size(), busy ? 0 : kPause);
  }

  void count(std::array<std::size_t, kBatchOutcomes.size()>& outcomes) const {
    for (const std::size_t i : chosen_) {
      const BatchItemState& state = state_.items()[i];
      if (state.phase == BatchPhase::kEnded && state.result)
        ++outcomes[static_cast<std::size_t>(state.result->outcome)];
    }
  }

  void show() {
    constexpr double kOften = 0.2;  // s
    if (!watcher_.show || watch_.seconds() - shown_at_ < kOften) return;
    shown_at_ = watch_.seconds();
    BatchRunProgress progress;
    progress.all = chosen_.size();
    progress.elsewhere = elsewhere_.size();
    progress.seconds = watch_.seconds();
    count(progress.ended);
    double behind = 0;
    for (const std::size_t i : chosen_) {
      if (state_.items()[i].phase == BatchPhase::kEnded) behind += cost_of(i);
    }
    for (const BatchAttempt& attempt : attempts_) {
      const BatchAttemptProgress& p = attempt.progress();
      progress.running.push_back({attempt.request().item, attempt.seconds(), p});
      if (p.frames > 0) behind += cost_of(attempt.request().item) * p.frame / p.frames;
    }
    progress.share = cost_ > 0 ? behind / cost_ : 1;
    if (behind > cost_before_) progress.left = (cost_ - behind) * watch_.seconds() / (behind - cost_before_);
    watcher_.show(progress);
  }

  BatchRunReport finish() {
    count(report_.outcomes);
    report_.end = stop_ != 0 ? BatchRunEnd::kStopped : BatchRunEnd::kComplete;
    report_.all = chosen_.size();
    report_.seconds = watch_.seconds();
    report_.own_cpu = watch_.cpu();
    return report_;
  }

  BatchState& state_;
  const BatchRunOptions& options_;
  const BatchRunWatcher& watcher_;
  BatchStore store_;
  std::string host_;
  int jobs_ = 1;
  int threads_ = 1;
  std::vector<std::size_t> chosen_;
  std::deque<std::size_t> queue_;
  std::deque<std::size_t> elsewhere_;  ///< items that others have
  std::deque<std::size_t> unchecked_;  ///< done, but their files have not been looked at
  std::list<BatchAttempt> attempts_;
  double cost_ = 0;
  double cost_before_ = 0;
  double looked_at_ = 0;
  double shown_at_ = -1e9;
  int stop_ = 0;
  Stopwatch watch_;
  BatchRunReport report_;
};

}  // namespace

BatchRunReport run_batch(BatchState& state, const BatchRunOptions& options, const BatchRunWatcher& watcher) {
  return Runner(state, options, watcher).run();
}

}  // namespace sinew
