#include "pipelines/synth.h"

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
    if (request_.sheet) write_sheet();
    if (plan_.physics) {
      follow(bake_watcher);
    } else {
      write();
    }
  }

  void write_sheet() const {
    std::vector<Clip> clips;
    for (int i = 0; i < static_cast<int>(plan_.actors.size()); ++i) {
      const SynthActor& actor = plan_.actors[to_size(i)];
      clips.push_back(
          clip_of_motion(plan_.problem, report_.result.motion, i, actor.asset.character, actor.figure, request_.clip)
              .clip);
    }
    const ContactSheet sheet = synth_sheet(plan_, report_.result.motion, clips, {});
    write_file_atomic(*request_.sheet, encode_png(sheet.picture), request_.existing);
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

  void follow(const BakeWatcher& watcher) {
    SynthPart part = synth_part(request_, plan_, report_.result, 0);
    BakeReference reference;
    reference.asset = std::move(part.asset);
    reference.scene = plan_.task.surroundings;
    reference.inputs = plan_.inputs;
    reference.on_scene = true;
    reference.synthesis = std::move(part.synthesis);
    const BakePlan& bake_plan = report_.bake_plan.emplace(plan_bake(*plan_.physics, std::move(reference)));
    const BakeReport& baked = report_.bake.emplace(bake(*plan_.physics, bake_plan, watcher));
    report_.written = baked.written;
    report_.ledger = baked.ledger;
    report_.sentence += "; " + baked.sentence;
    if (baked.end == BakeEnd::kStopped) {
      report_.end = SynthEnd::kStopped;
    } else if (baked.end != BakeEnd::kDone) {
      report_.end = SynthEnd::kPhysics;
    }
  }

  const SynthRequest& request_;
  const SynthPlan& plan_;
  const SynthProgressWatcher& watcher_;
  Stopwatch watch_;
  bool stopped_ = false;
  SynthFileReport report_;
};

}  // namespace

SynthFileReport synth(const SynthRequest& request, const SynthPlan& plan, const SynthProgressWatcher& watcher,
                      const BakeWatcher& bake_watcher) {
  return Synthesis(request, plan, watcher).run(bake_watcher);
}

}  // namespace sinew
