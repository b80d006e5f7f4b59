#include "pipelines/bake.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "libanim/kinematics/clip_edit.h"
#include "libanim/model/take_file.h"
#include "libanim/stages/track/track_state_file.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/validity/limit_excess.h"
#include "pipelines/take_export.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

/// Wall-clock and processor time since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] double cpu() const { return cpu_now() - cpu_start_; }

 private:
  static double cpu_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_start_ = cpu_now();
};

constexpr std::size_t kMostCheckpointBytes = std::size_t{4} << 30;

class Baking {
 public:
  Baking(const BakeRequest& request, const BakePlan& plan, const BakeWatcher& watcher)
      : request_(request), plan_(plan), watcher_(watcher) {}

  BakeReport run() {
    const std::optional<TrackState> before = stored_state();
    report_.resumed = before.has_value();
    first_frame_ = before ? settled(*before) : 0;
    TrackResult result = track(
        plan_.take, request_.track, request_.threads,
        [this](const TrackProblem& problem, const TrackState& state) { return watch(problem, state); },
        before ? &*before : nullptr);
    report_.seconds = watch_.seconds();
    report_.cpu = watch_.cpu();
    report_.track = std::move(result.report);
    report_.ledger = plan_.take.ledger;
    finish(std::move(result));
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::optional<TrackState> stored_state() const {
    if (!request_.resume || !plan_.resumable) return std::nullopt;
    const fs::path file = request_.checkpoint();
    try {
      return decode_checkpoint(read_file(file, kMostCheckpointBytes), plan_.take, request_.track);
    } catch (const Error& error) {
      throw error.in_file(file.string());
    }
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
    p.seconds = watch_.seconds();
    p.cpu = watch_.cpu();
    const int done = p.frame - first_frame_;
    if (done > 0) {
      p.cpu_per_second = p.cpu * plan_.take.simulation.control_rate / done;
      p.left = p.seconds * (p.frames - p.frame) / done;
    }
    return p;
  }

  bool watch(const TrackProblem&, const TrackState& state) {
    const BakeProgress now = progress(state);
    if (watcher_ && !watcher_(now)) {
      stop_ = BakeEnd::kStopped;
    } else if ((request_.budget > 0 && now.seconds >= request_.budget) ||
               (request_.cpu_budget > 0 && now.cpu >= request_.cpu_budget)) {
      stop_ = BakeEnd::kBudget;
    } else {
      if (now.seconds - stored_at_ >= request_.checkpoint_every) {
        store(state);
        stored_at_ = now.seconds;
      }
      return true;
    }
    return false;
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
    store(result.state);
    report_.sentence = fmt::format("{} after {} of {} frames; --resume goes on from {}",
                                   stop_ == BakeEnd::kBudget ? "the budget is spent" : "stopped", settled(result.state),
                                   frames(), request_.checkpoint().string());
    keep_part(std::move(result.take));
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
  Stopwatch watch_;
  int first_frame_ = 0;
  double stored_at_ = 0;
  BakeEnd stop_ = BakeEnd::kStopped;
  BakeReport report_;
};

}  // namespace

BakeReport bake(const BakeRequest& request, const BakePlan& plan, const BakeWatcher& watcher) {
  return Baking(request, plan, watcher).run();
}

}  // namespace sinew
