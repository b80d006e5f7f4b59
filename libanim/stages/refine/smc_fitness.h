#pragma once

#include <array>
#include <vector>

#include "libanim/model/figure.h"
#include "libanim/model/scene.h"
#include "libanim/model/state_record.h"
#include "libanim/simulation/reference_motion.h"
#include "libanim/stages/refine/smc_options.h"

namespace sinew {

// Fitness of a stretch of simulated motion against the reference: seed 002, equations 3.6 to 3.9 and 5.1 to 5.5.
//
//   f = exp(-E_average / 2) exp(-E_terminal / 2) exp(-E_smoothness / 2)
//   E_average    = mean over the frames of |d_average|^2
//   E_terminal   = least |d_terminal|^2 of the last frames ("slack"), so that timing may be a little off
//   E_smoothness = mean squared acceleration / sigma_a^2 + mean squared jerk / sigma_J^2
//
// A deviation vector holds differences over tolerances. Joint angles are compared by the angle of the rotation between,
// which for a hinge is the difference. Accelerations and jerks are differences of the bodies' velocities, means over
// bodies and frames; the two frames before the stretch take part. What the thesis leaves out is the place: the root's
// position is a term of both costs here.
//
// Only log f is ever formed: with the thesis' tolerances E is 1e3 to 1e5.

/// Which of the figure's parts the terms look at; made once.
struct FitnessParts {
  std::vector<int> points;       ///< contact points of feet and hands
  std::vector<int> stable;       ///< head and chest
  std::vector<int> extremities;  ///< bodies of feet and hands
  double mass = 1;
};
[[nodiscard]] FitnessParts fitness_parts(const Figure& figure);

/// Adds up the fitness of a stretch, frame by frame.
class FitnessMeter {
 public:
  /// `before` and `now`: the two frames before the stretch.
  FitnessMeter(const Figure& figure, const Scene& scene, const FitnessParts& parts, const SmcOptions& options,
               double frame_seconds, const StateRecord& before, const StateRecord& now);

  /// `last_frames`: this frame is one of those that the terminal cost may choose from.
  void add(const ReferenceFrame& reference, const StateRecord& record, bool last_frames);

  /// The frames that are missing up to `planned` count as lost: such a stretch ranks below every complete one, and
  /// above those that were lost earlier, however well these went before.
  [[nodiscard]] double log_fitness(int planned) const;

  /// The least that a stretch of `planned` frames can cost, whatever the missing ones bring: -log f is not below it.
  [[nodiscard]] double least_cost(int planned) const;

 private:
  struct Shared;
  [[nodiscard]] Shared shared(const ReferenceFrame& reference, const StateRecord& record) const;
  [[nodiscard]] double average(const ReferenceFrame& reference, const StateRecord& record, const Shared& shared) const;
  [[nodiscard]] double terminal(const ReferenceFrame& reference, const StateRecord& record, const Shared& shared) const;
  void add_smoothness(const StateRecord& record);

  const Figure& figure_;
  const Scene& scene_;
  const FitnessParts& parts_;
  const SmcTolerances& tolerances_;
  double seconds_;
  std::vector<Vec3> before_;  ///< velocities of the bodies, two frames and one frame ago
  std::vector<Vec3> now_;
  int frames_ = 0;
  double average_ = 0;
  double terminal_ = -1;  ///< least so far; negative: none
  double accelerations_ = 0;
  double jerks_ = 0;
};

}  // namespace sinew
