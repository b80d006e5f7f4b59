#include "pipelines/synth.h"

#include <fmt/format.h>

#include <ranges>

#include "libanim/support/files.h"
#include "libanim/support/index.h"
#include "pipelines/stopwatch.h"
#include "pipelines/synth_sheet.h"

namespace sinew {

namespace {

class Synthesis {
 public:
  Synthesis(const SynthRequest& request, const SynthPlan& plan, const SynthProgressWatcher& watcher)
      : request_(request), plan_(plan), watcher_(watcher) {}

  SynthFileReport run(const BakeWatcher& bake_watcher) {
    report_.result = synthesise(plan_.problem, request_.search,
                                [this](int attempt, const std::string& phase, int iteration, double cost) {
                                  return watch(attempt, phase, iteration, cost);
                                });
    report_.seconds = watch_.seconds();
    report_.cpu = watch_.cpu();
    finish(bake_watcher);
    return std::move(report_);
  }

 private:
  bool watch(int attempt, const std::string& phase, int iteration, double cost) {
    if (stopped_) return false;
    if (!watcher_) return true;
    stopped_ = !watcher_({attempt, request_.search.starts, phase, iteration, cost, watch_.seconds()});
    return !stopped_;
  }

  void finish(const BakeWatcher& bake_watcher) {
    const SynthReport& found = report_.result.report;
    report_.sentence = found.sentence;
    if (stopped_) {
      report_.end = SynthEnd::kStopped;
      report_.sentence = "stopped: nothing is written";
      return;
    }
    if (!found.success) {
      report_.end = SynthEnd::kFailed;
      report_.sentence += request_.keep_failed
                              ? "; kept as it is"
                              : "; nothing is written: try more --starts, more phases, or --keep-failed to look at it";
      if (!request_.keep_failed || found.best < 0) return;
    }
    if (plan_.physics) {
      follow(bake_watcher);
    } else {
      write_sheet();
      write();
    }
  }

  void write_sheet() const {
    if (!request_.sheet) return;
    std::vector<Clip> clips;
    const SynthMotion& motion = report_.result.motion();
    for (int i = 0; i < static_cast<int>(plan_.actors.size()); ++i) {
      const SynthActor& actor = plan_.actors[to_size(i)];
      clips.push_back(
          clip_of_motion(plan_.problem, motion, i, actor.asset.character, actor.figure, request_.clip).clip);
    }
    const ContactSheet sheet = synth_sheet(plan_, motion, clips, {});
    const bool again = report_.bake.has_value();
    write_file_atomic(*request_.sheet, encode_png(sheet.picture), again ? Existing::kReplace : request_.existing);
  }

  void write() {
    report_.outputs = export_synth(request_, plan_, report_.result);
    for (const SynthOutput& output : report_.outputs) report_.ledger.append(output.asset.ledger);
    // The first one last: where it is, all are.
    for (const SynthOutput& output : std::views::reverse(report_.outputs)) {
      write_file_atomic(output.file, output.bytes, request_.existing);
    }
    report_.written = true;
  }

  /// The motions that pass, the best first, until control is not lost over one.
  void follow(const BakeWatcher& watcher) {
    std::vector<int> order = report_.result.report.ranking();
    if (report_.result.report.success) {
      std::erase_if(order, [&](int i) { return !report_.result.report.attempts[to_size(i)].check.pass; });
    } else {
      order.resize(1);
    }
    BakeRequest request = *plan_.physics;
    std::size_t next = stopped_at(order, request);
    do {
      report_.result.choose(order[next++]);
      write_sheet();
      request.keep_failed = plan_.physics->keep_failed && next == order.size();
      follow_best(request, watcher);
    } while (report_.bake->end == BakeEnd::kLost && next < order.size() && spend(request));
    if (report_.bake->end == BakeEnd::kStopped) {
      report_.end = SynthEnd::kStopped;
    } else if (report_.bake->end != BakeEnd::kDone) {
      report_.end = SynthEnd::kPhysics;
    }
  }

  /// Which motion of these an earlier run was about when it was stopped; else the first.
  std::size_t stopped_at(const std::vector<int>& order, const BakeRequest& request) {
    for (std::size_t i = 0; request.resume && i < order.size(); ++i) {
      report_.result.choose(order[i]);
      if (can_resume(request, plan_best(request))) return i;
    }
    return 0;
  }

  /// What the last motion took is no longer there; false when nothing is.
  [[nodiscard]] bool spend(BakeRequest& request) const {
    const auto take = [](double& budget, double spent) {
      const bool left = budget == 0 || budget > spent;
      budget = budget == 0 ? 0 : budget - spent;
      return left;
    };
    const bool time = take(request.budget, report_.bake->seconds);
    return take(request.cpu_budget, report_.bake->cpu) && time;
  }

  [[nodiscard]] BakePlan plan_best(const BakeRequest& request) const {
    SynthPart part = synth_part(request_, plan_, report_.result, 0);
    BakeReference reference;
    reference.asset = std::move(part.asset);
    reference.scene = plan_.task.surroundings;
    reference.inputs = plan_.inputs;
    reference.on_scene = true;
    reference.synthesis = std::move(part.synthesis);
    return plan_bake(request, std::move(reference));
  }

  void follow_best(const BakeRequest& request, const BakeWatcher& watcher) {
    const BakePlan& bake_plan = report_.bake_plan.emplace(plan_best(request));
    const BakeReport& baked = report_.bake.emplace(bake(request, bake_plan, watcher));
    report_.written = baked.written;
    report_.ledger = baked.ledger;
    report_.sentence = lost_ + report_.result.report.sentence;
    if (report_.end == SynthEnd::kFailed) report_.sentence += "; kept as it is";
    report_.sentence += "; " + baked.sentence;
    lost_ += fmt::format("the motion of start {}: {}; ", report_.result.report.best, baked.sentence);
  }

  const SynthRequest& request_;
  const SynthPlan& plan_;
  const SynthProgressWatcher& watcher_;
  Stopwatch watch_;
  bool stopped_ = false;
  std::string lost_;  ///< what became of the motions that were followed before
  SynthFileReport report_;
};

}  // namespace

SynthFileReport synth(const SynthRequest& request, const SynthPlan& plan, const SynthProgressWatcher& watcher,
                      const BakeWatcher& bake_watcher) {
  return Synthesis(request, plan, watcher).run(bake_watcher);
}

}  // namespace sinew
