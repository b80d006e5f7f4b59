#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "libanim/kinematics/figure_builder.h"
#include "libanim/model/simulation_options.h"
#include "libanim/model/take.h"
#include "libanim/stages/refine/refine.h"
#include "libanim/stages/terrain/adapt_to_terrain.h"
#include "libanim/stages/track/track_options.h"
#include "libanim/validity/record_clip.h"
#include "pipelines/retarget_file.h"

namespace sinew {

/// The frame rate of an exported animation.
enum class ExportRate {
  kControl,  ///< that of the controls
  kSource,   ///< that of the reference's file
};

/// How a motion is followed in simulation.
enum class TrackMethod {
  kMixture,  ///< sliding-window CMA-ES (track.h)
  kSmc,      ///< sequential Monte Carlo (smc_track.h)
};

/// A motion that is to become a take of a character.
struct BakeRequest {
  /// Motion, character (empty: the motion's own), output (.glb), clip, crop, cleaning, map, import. One clip is baked.
  RetargetRequest source;
  std::optional<std::filesystem::path> figure;  ///< replaces the automatic one
  std::optional<std::filesystem::path> scene;   ///< else level ground
  std::optional<std::filesystem::path> take;    ///< write the take as a file of its own, too
  FigureOptions figure_options;
  SimulationOptions simulation;
  TerrainOptions terrain;
  TrackMethod method = TrackMethod::kMixture;
  TrackOptions track;                   ///< kMixture
  SmcOptions smc;                       ///< kSmc
  std::optional<RefineOptions> refine;  ///< the tracked take is refined, if that makes it better
  std::string configuration;            ///< hash of the effective configuration
  ExportRate rate = ExportRate::kControl;
  RootMotion root_motion = RootMotion::kKeep;
  bool embed = true;             ///< take and certificate go into the file
  bool keep_failed = false;      ///< what was followed is written when control was lost or the run was stopped
  bool resume = false;           ///< go on from the checkpoint, if there is one
  int threads = 0;               ///< 0 = all cores
  double budget = 0;             ///< wall-clock time after which tracking stops; 0 = none (unit: s)
  double cpu_budget = 0;         ///< the same in processor time (unit: s)
  double checkpoint_every = 30;  ///< wall-clock time between checkpoints while tracking (unit: s)

  /// Where a stopped run is kept: the output's name with ".checkpoint".
  [[nodiscard]] std::filesystem::path checkpoint() const;
  [[nodiscard]] std::vector<std::filesystem::path> inputs() const;
};

/// Everything that is there before the first step is simulated.
struct BakePlan {
  Take take;               ///< without start and steps
  SourceInfo source;       ///< the motion's file
  double source_rate = 0;  ///< frame rate of the reference before it went to the control grid (unit: Hz)
  RetargetedClipReport clip;
  TerrainReport terrain;
  std::string synthesis;   ///< as in BakeReference
  std::int64_t steps = 0;  ///< control steps that the search will simulate when nothing goes wrong
  bool resumable = false;  ///< there is a checkpoint

  [[nodiscard]] double seconds() const { return take.reference.duration(); }
};

/// A motion on its character, wherever it came from.
struct BakeReference {
  Asset asset;                    ///< with one clip; its source is the motion's file
  Scene scene;                    ///< what is around it
  std::vector<TakeInput> inputs;  ///< for the provenance
  bool on_scene = false;          ///< it was made for this scene: it is not laid over its ground
  std::string synthesis;          ///< what the motion was made from, for the file (GltfEmbedding)
};

/// Refuses outputs before any work is done for them. Throws Error (kUsage).
void check_bake_outputs(const BakeRequest& request);

/// Imports motion and character, crops, cleans, retargets, resamples to the control rate, builds the figure, reads the
/// scene, lays the motion over its ground, and notes where all of it came from. Nothing is written. Throws Error, also
/// when the output must not be written.
[[nodiscard]] BakePlan plan_bake(const BakeRequest& request);

/// The same for a motion that is there already: of the request's source only the output and the names of the inputs
/// count, and its scene does not.
[[nodiscard]] BakePlan plan_bake(const BakeRequest& request, BakeReference reference);

}  // namespace sinew
