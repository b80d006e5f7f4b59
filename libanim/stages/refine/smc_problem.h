#pragma once

#include <Eigen/Core>

#include <limits>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/simulation/reference_motion.h"
#include "libanim/simulation/stance_agreement.h"
#include "libanim/simulation/world.h"
#include "libanim/stages/refine/smc_fitness.h"
#include "libanim/stages/refine/spline_plan.h"
#include "libanim/support/rng.h"

namespace sinew {

/// Where a plan starts.
struct PlanStart {
  int frame = 0;
  StateRecord record;
  StateRecord before;  ///< the record of the frame before; at the clip's start the record itself
  SplineCursor cursor;
};

struct PlanValue {
  double log_fitness = 0;
  int frames = 0;  ///< that were simulated
};

/// The unchanging side of a run: what is followed, by whom, how a plan becomes motion and what that motion is worth.
class SmcProblem {
 public:
  /// Throws Error (kAsset) when the base or the guide is the take and its controls are not those of the whole
  /// reference.
  SmcProblem(const Take& take, const SmcOptions& options);

  [[nodiscard]] const Figure& figure() const { return figure_; }
  [[nodiscard]] const SmcOptions& options() const { return options_; }
  [[nodiscard]] const ReferenceMotion& reference() const { return reference_; }
  [[nodiscard]] const PlanLayout& layout() const { return layout_; }
  [[nodiscard]] int steps() const { return reference_.steps(); }
  [[nodiscard]] int horizon_frames() const;

  /// A cursor on the guide, moving as it does.
  [[nodiscard]] SplineCursor cursor_at(int frame) const;

  /// What a plan is worth. It is not played to its end when it costs more than `bearable` whatever comes; its log f is
  /// then that of the frames played, which is below -bearable, too.
  [[nodiscard]] PlanValue evaluate(World& world, const PlanStart& start, const Eigen::VectorXd& x,
                                   double bearable = std::numeric_limits<double>::infinity()) const;

  /// Winds a plan forward by one frame: the same curve, seen from the next frame.
  void wind_forward(Eigen::VectorXd& x) const;

  /// Plays the first frame of a plan: the start moves to the next frame, the plan is wound forward.
  Control play(World& world, PlanStart& start, Eigen::VectorXd& x, StepReport* report) const;

  /// A spline with random times between its points, which lie on the guide.
  [[nodiscard]] Eigen::VectorXd guide_spline(int frame, Rng& rng) const;
  /// The plan with its last point replaced by a new one on the guide, at a random time.
  [[nodiscard]] Eigen::VectorXd extended(int frame, const Eigen::VectorXd& x, Rng& rng) const;

 private:
  [[nodiscard]] Control control(int frame, const StateRecord& record, const Eigen::VectorXd& value) const;
  [[nodiscard]] Eigen::VectorXd guide_at(double time) const;
  [[nodiscard]] double random_duration(Rng& rng) const;

  Figure figure_;
  Scene scene_;
  SmcOptions options_;
  ReferenceMotion reference_;
  StanceAgreement agreement_;
  FitnessParts parts_;
  PlanLayout layout_;
  std::vector<Eigen::VectorXd> base_;   ///< angles per frame that are added to a spline's; empty: none
  std::vector<Eigen::VectorXd> guide_;  ///< angles per frame that random splines go through, without the base
  std::vector<int> group_;              ///< torque group of every axis
};

/// Angles of every actuated axis (see FigureJoint) for the joints' relative rotations, and back.
[[nodiscard]] Eigen::VectorXd axis_angles(const Figure& figure, std::span<const Quat> relative);
[[nodiscard]] std::vector<Quat> rotations_of(const Figure& figure, const Eigen::VectorXd& angles);

/// The joint rotations that a take's velocity control of a step aims at.
[[nodiscard]] std::vector<Quat> control_target(const Figure& figure, const StateRecord& record, const Control& control,
                                               double seconds);

}  // namespace sinew
