#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "libanim/model/asset.h"
#include "libanim/model/figure.h"
#include "libanim/model/take.h"
#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_clip.h"
#include "libanim/stages/synthesise/synthesise.h"
#include "pipelines/bake_plan.h"
#include "pipelines/synth_task_file.h"

namespace sinew {

/// A motion that is to be made from goals.
struct SynthRequest {
  std::filesystem::path task;
  std::vector<std::filesystem::path> characters;  ///< before the task's own: one for all, or one each
  std::filesystem::path output;                   ///< .glb
  std::optional<std::filesystem::path> sheet;     ///< a picture (.png) of the motion as it was found
  SynthOptions search;
  SynthCharacterOptions character;
  SynthClipOptions clip;
  FigureOptions figure;
  ImportOptions import;
  std::string configuration;  ///< hash of the effective configuration
  bool keep_failed = false;   ///< a motion that does not pass the check is written, too
  Existing existing = Existing::kRefuse;
  /// Follow the motion in simulation. Of its source only the options of the checks before count: files come from here.
  std::optional<BakeRequest> physics;
};

/// Who acts.
struct SynthActor {
  std::string name;
  Asset asset;  ///< without clips
  Figure figure;
};

/// Everything that is there before the search.
struct SynthPlan {
  SynthTask task;
  std::vector<SynthActor> actors;
  SynthProblem problem;
  SourceInfo source;              ///< the task's file
  std::vector<TakeInput> inputs;  ///< for the provenance
  /// OUT.glb for the first character; OUT-NAME.glb for another one and for every object. With physics OUT.glb alone.
  std::vector<std::filesystem::path> outputs;
  std::optional<BakeRequest> physics;  ///< the request's, completed
};

/// Reads task and characters, builds figures and the problem. Nothing is written. Throws Error, also when an output
/// must not be written.
[[nodiscard]] SynthPlan plan_synth(const SynthRequest& request);

}  // namespace sinew
