// push_recipe MOTION CHARACTER OUT.glb: how hard can a character be shoved on its way, and still follow the motion?
//
// A recipe of one's own: the stages are pure functions from takes to takes, and this chains them in another way than
// `sinew bake` does. The reference is made once; each harder shove is a scene of its own that the search has to cope
// with.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "libanim/stages/track/track.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/validity/certificate.h"
#include "pipelines/bake_plan.h"
#include "pipelines/configuration.h"
#include "pipelines/take_export.h"
#include "pipelines/track_configuration.h"

namespace sinew {
namespace {

/// Import, clean, retarget, figure: what every bake begins with.
BakePlan prepared(const char* motion, const char* character, const char* output) {
  BakeRequest request;
  request.source.input = motion;
  request.source.character = character;
  request.source.output = output;
  request.source.crop = CropRange{0, 1.5};
  return plan_bake(request);
}

TrackOptions draft_options() {
  Config config = default_config();
  apply_quality(config, Quality::kDraft);
  return track_options(config);
}

/// The same motion, shoved from its right after half a second (unit: N s).
Take shoved(Take take, double impulse) {
  take.scene.pushes.push_back({.body = "chest", .start = 0.5, .impulse = {impulse, 0, 0}});
  return take;
}

/// The take of the hardest shove that the search has an answer to.
std::optional<Take> hardest(const Take& reference) {
  std::optional<Take> best;
  for (const double impulse : {5.0, 10.0, 20.0, 40.0, 80.0}) {
    const TrackResult result = track(shoved(reference, impulse), draft_options());
    const bool holds = result.report.end == TrackEnd::kComplete && certify(result.take).pass();
    std::cout << fmt::format("{:3.0f} N s: {}{}\n", impulse, result.report.sentence, holds ? "" : " (does not hold)");
    if (!holds) break;
    best = result.take;
  }
  return best;
}

int run(const char* motion, const char* character, const char* output) {
  const BakePlan plan = prepared(motion, character, output);
  const std::optional<Take> take = hardest(plan.take);
  if (!take) return 1;
  write_file_atomic(output, export_take(*take, plan.source).bytes, Existing::kRefuse);
  return 0;
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "push_recipe MOTION CHARACTER OUT.glb\n";
    return 2;
  }
  try {
    return sinew::run(argv[1], argv[2], argv[3]);
  } catch (const sinew::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
