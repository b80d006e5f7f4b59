#include "pipelines/bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/model/take_file.h"
#include "libanim/stages/refine/smc_track.h"
#include "libanim/stages/track/track_state_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/validity/limit_excess.h"
#include "pipelines/stopwatch.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostCheckpointBytes = std::size_t{4} << 30;

std::optional<TrackState> stored_state(const BakeRequest& request, const BakePlan& plan) {
  if (!request.resume || !plan.resumable) return std::nullopt;
  const fs::path file = request.checkpoint();
  try {
    return decode_checkpoint(read_file(file, kMostCheckpointBytes), plan.take, request.track);
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
}

class Baking {
 public:
  Baking(const BakeRequest& request, const BakePlan& plan, const BakeWatcher& watcher)
      : request_(request), plan_(plan), watcher_(watcher) {}

  BakeReport run() {
    TrackResult result = request_.method == TrackMethod::kSmc ? track_by_smc() : track_by_mixture();
    report_.track = std::move(result.report);
    if (report_.track.end == TrackEnd::kComplete && request_.refine) refine_take(result, *request_.refine);
    report_.seconds = watch_.seconds();
    report_.cpu = watch_.cpu();
    report_.ledger = plan_.take.ledger;
    finish(std::move(result));
    return std::move(report_);
  }

 private:
  TrackResult track_by_mixture() {
    const std::optional<TrackState> before = stored_state(request_, plan_);
    report_.resumed = before.has_value();
    first_frame_ = before ? settled(*before) : 0;
    return track(
        plan_.take, request_.track, request_.threads,
        [this](const TrackProblem&, const TrackState& state) { return watch(state); }, before ? &*before : nullptr);
  }

  TrackResult track_by_smc() {
    SmcResult found = smc_track(plan_.take, request_.smc, request_.threads,
                                [this](int frame) { return go_on(progress(BakePhase::kTrack, 0, frame)); });
    TrackResult result{std::move(found.take), {}, {}};
    constexpr std::array kEnds = {TrackEnd::kComplete, TrackEnd::kLost, TrackEnd::kStopped};  // in SmcEnd's order
    result.report.end = kEnds[static_cast<std::size_t>(found.report.end)];
    result.report.sentence = found.report.sentence;
    result.report.mean_distance = found.report.mean_distance;
    result.report.steps = found.report.steps;
    return result;
  }

  void refine_take(TrackResult& result, const RefineOptions& options) {
    first_frame_ = 0;
    tracked_ = {watch_.seconds(), watch_.cpu()};
    RefineResult refined = refine(result.take, options, request_.threads, [this](int attempt, int frame) {
      return go_on(progress(BakePhase::kRefine, attempt, frame));
    });
    report_.refine = refined.report;
    result.take = std::move(refined.take);
    if (refined.report.stopped) report_.track.end = TrackEnd::kStopped;
  }

  void store(const TrackState& state) const {
    write_file_atomic(request_.checkpoint(), encode_checkpoint(plan_.take, state), Existing::kReplace);
  }

  void forget_checkpoint() const {
    std::error_code missing;
    fs::remove(request_.checkpoint(), missing);
  }

  [[nodiscard]] int frames() const { return plan_.take.reference.frames() - 1; }
  [[nodiscard]] int settled(const TrackState& state) const {
    return std::min(frames(), state.start * request_.track.knot_frames);
  }

  [[nodiscard]] BakeProgress progress(const TrackState& state) const {
    BakeProgress p;
    p.iteration = state.iteration;
    p.frame = settled(state);
    p.frames = frames();
    p.restarts = state.all_restarts;
    if (!state.history.empty()) {
      p.window_end = std::min(frames(), state.history.back().end * request_.track.knot_frames);
      p.distance = state.history.back().distance;
    }
    add_times(p);
    return p;
  }

  [[nodiscard]] BakeProgress progress(BakePhase phase, int attempt, int frame) const {
    BakeProgress p;
    p.phase = phase;
    p.iteration = attempt;
    p.frame = p.window_end = frame;
    p.frames = frames();
    add_times(p);
    return p;
  }

  void add_times(BakeProgress& p) const {
    p.seconds = watch_.seconds();
    p.cpu = watch_.cpu();
    const int done = p.frame - first_frame_;
    if (done <= 0) return;
    p.cpu_per_second = (p.cpu - tracked_.cpu) * plan_.take.simulation.control_rate / done;
    p.left = (p.seconds - tracked_.seconds) * (p.frames - p.frame) / done;
  }

  bool go_on(const BakeProgress& now) {
    if (watcher_ && !watcher_(now)) {
      stop_ = BakeEnd::kStopped;
      return false;
    }
    if ((request_.budget > 0 && now.seconds >= request_.budget) ||
        (request_.cpu_budget > 0 && now.cpu >= request_.cpu_budget)) {
      stop_ = BakeEnd::kBudget;
      return false;
    }
    return true;
  }

  bool watch(const TrackState& state) {
    const BakeProgress now = progress(state);
    if (!go_on(now)) return false;
    if (now.seconds - stored_at_ >= request_.checkpoint_every) {
      store(state);
      stored_at_ = now.seconds;
    }
    return true;
  }

  void finish(TrackResult result) {
    switch (report_.track.end) {
      case TrackEnd::kComplete: return finish_complete(result.take);
      case TrackEnd::kLost: return finish_lost(std::move(result));
      case TrackEnd::kStopped: return finish_stopped(std::move(result));
    }
  }

  void finish_complete(const Take& take) {
    const std::vector<std::string> violations = write(take).violations();
    forget_checkpoint();
    report_.sentence = report_.track.sentence;
    if (report_.refine) report_.sentence += "; " + report_.refine->sentence;
    report_.end = violations.empty() ? BakeEnd::kDone : BakeEnd::kRefused;
    if (violations.empty()) return;
    report_.sentence += "; the certificate fails on";
    for (const std::string& name : violations) report_.sentence += (&name == violations.data() ? " " : ", ") + name;
  }

  void finish_lost(TrackResult result) {
    report_.end = BakeEnd::kLost;
    int knots = 0;
    for (const TrackIteration& iteration : result.state.history) knots = std::max(knots, iteration.best_end);
    const int frame = std::min(frames(), knots * request_.track.knot_frames);
    report_.sentence = fmt::format(
        "control was lost near frame {} of {} ({:.2f} s) after {} restarts; try --quality best, another --seed, a "
        "larger "
        "figure.torque_scale, or --crop",
        frame, frames(), frame / plan_.take.simulation.control_rate, report_.track.restarts);
    keep_part(std::move(result.take));
    forget_checkpoint();
  }

  void finish_stopped(TrackResult result) {
    report_.end = stop_;
    if (report_.refine) return finish_unrefined(result);
    const char* what = stop_ == BakeEnd::kBudget ? "the budget is spent" : "stopped";
    if (request_.method == TrackMethod::kSmc) {
      report_.sentence =
          fmt::format("{}: {}; sequential Monte Carlo keeps no checkpoint", what, report_.track.sentence);
    } else {
      store(result.state);
      report_.sentence = fmt::format("{} after {} of {} frames; --resume goes on from {}", what, settled(result.state),
                                     frames(), request_.checkpoint().string());
    }
    keep_part(std::move(result.take));
  }

  /// The take is whole, only not as smooth as it might be: a spent budget gets it, a signal gets it on request.
  void finish_unrefined(const TrackResult& result) {
    const bool spent = stop_ == BakeEnd::kBudget;
    const bool resumable = request_.method == TrackMethod::kMixture;
    if (resumable) store(result.state);
    if (spent || request_.keep_failed) (void)write(result.take);
    report_.sentence =
        fmt::format("{}; {} in refinement{}", report_.track.sentence, spent ? "the budget is spent" : "stopped",
                    report_.written ? ": the best so far is written" : "");
    if (resumable) {
      report_.sentence += fmt::format("; --resume refines it, from {}", request_.checkpoint().string());
    }
  }

  /// What was followed, as a take of its own.
  void keep_part(Take take) {
    if (!request_.keep_failed) return;
    if (take.steps.empty()) {
      report_.sentence += "; there was nothing to keep";
      return;
    }
    const int all = take.reference.frames();
    take.reference = crop(take.reference, 0, static_cast<int>(take.steps.size()));
    take.excesses = reference_excesses(take);
    take.ledger.add(NoteCode::kSuspect, "clip " + take.name,
                    fmt::format("the first {} of {} frames: the rest was not followed", take.frames(), all));
    (void)write(take);
  }

  /// Gives the certificate of what was written.
  const Certificate& write(const Take& take) {
    TakeExportOptions options;
    options.embed = request_.embed;
    options.synthesis = plan_.synthesis;
    options.form.root_motion = request_.root_motion;
    if (request_.rate == ExportRate::kSource) options.form.frame_rate = plan_.source_rate;
    TakeExport exported = export_take(take, plan_.source, options);
    report_.reread = exported.reread;
    const Certificate& certificate = report_.certificate.emplace(std::move(exported.certificate));
    report_.ledger = std::move(exported.asset.ledger);
    report_.bytes = exported.bytes.size();
    if (request_.take) {
      write_file_atomic(*request_.take, encode_take(take, TakeMeshes::kKept), request_.source.existing);
    }
    write_file_atomic(request_.source.output, exported.bytes, request_.source.existing);
    report_.written = true;
    return certificate;
  }

  const BakeRequest& request_;
  const BakePlan& plan_;
  const BakeWatcher& watcher_;
  struct Times {
    double seconds = 0;
    double cpu = 0;
  };
  Stopwatch watch_;
  Times tracked_;  ///< when tracking ended
  int first_frame_ = 0;
  double stored_at_ = 0;
  BakeEnd stop_ = BakeEnd::kStopped;
  BakeReport report_;
};

}  // namespace

BakeReport bake(const BakeRequest& request, const BakePlan& plan, const BakeWatcher& watcher) {
  return Baking(request, plan, watcher).run();
}

bool can_resume(const BakeRequest& request, const BakePlan& plan) {
  try {
    return stored_state(request, plan).has_value();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace sinew
