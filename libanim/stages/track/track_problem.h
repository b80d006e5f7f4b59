#pragma once

#include <Eigen/Core>

#include <functional>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/simulation/reference_motion.h"
#include "libanim/simulation/stance_agreement.h"
#include "libanim/simulation/world.h"
#include "libanim/stages/track/track_options.h"
#include "libanim/stages/track/tracking_cost.h"

namespace sinew {

/// The unchanging side of a tracking run: what is followed, by whom, and how an action becomes motion.
///
/// Time is divided into segments of `knot_frames` control frames; segment k leads from knot k to knot k + 1. An action
/// belongs to the end of a segment and has an entry per actuated axis.
///   kPoseOffset: the rotation vector, in the joint's axes, by which the target pose differs from the reference's.
///     Between knots offsets are interpolated linearly. target velocity = (q_ref(t + dt) + offset - q(t)) / dt
///   kVelocity: the target velocities of the motors themselves, as in seed 003.
class TrackProblem {
 public:
  TrackProblem(const Take& take, const TrackOptions& options);

  [[nodiscard]] const Figure& figure() const { return figure_; }
  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] const TrackOptions& options() const { return options_; }
  [[nodiscard]] const ReferenceMotion& reference() const { return reference_; }
  [[nodiscard]] int segments() const;
  [[nodiscard]] int first_frame(int segment) const { return segment * options_.knot_frames; }
  /// Control frames of a segment; the last one may have fewer.
  [[nodiscard]] int segment_frames(int segment) const;
  [[nodiscard]] Eigen::Index axes() const { return sigma_.size(); }
  /// First deviation of every axis, and the first guess of a segment's action. Who stands still needs small
  /// corrections only, and larger ones let the feet shuffle: deviations grow with the speed of the reference around
  /// the segment (stir_speeds), from `calm` of the full ones to all of them at `calm_speed`. Evidence: 137_16, 2 s of
  /// standing, feet move at 5.0 cm/s with full deviations, at 2.8 with half and at 2.0 with a quarter of them (0.9 in
  /// the reference), 13, 8 and 7 mm from it.
  [[nodiscard]] Eigen::VectorXd sigma(int segment) const;
  [[nodiscard]] Eigen::VectorXd first_guess(int segment) const;

  /// What a segment led to.
  struct Outcome {
    StateRecord record;
    double cost = 0;      ///< summed over the frames
    double distance = 0;  ///< mean distance of the bodies, summed over the frames (unit: m)
    bool lost = false;    ///< control was lost; the frames after it were not simulated
  };
  using Observer = std::function<void(const Control&, const StateRecord&, const StepReport&, double cost)>;

  /// Simulates a segment. `before` is the action that led to `from`; legs that go `apart` need not agree. The observer
  /// sees every control step.
  [[nodiscard]] Outcome simulate(World& world, int segment, const StateRecord& from, const Eigen::VectorXd& before,
                                 const Eigen::VectorXd& action, bool apart = false,
                                 const Observer* observer = nullptr) const;

 private:
  [[nodiscard]] Control control(int frame, const StateRecord& record, const Eigen::VectorXd& action, bool apart) const;
  [[nodiscard]] bool lost_control(int frame, const StateRecord& record, double distance,
                                  const StepReport& report) const;
  /// Seed 003: only the feet may touch the ground, and the legs not each other (where they collide at all).
  [[nodiscard]] bool is_unwanted(const ContactForce& contact, const ReferenceFrame& reference) const;

  Figure figure_;
  Scene scene_;
  TrackOptions options_;
  ReferenceMotion reference_;
  StanceAgreement agreement_;
  CostParts parts_;
  Eigen::VectorXd sigma_;     ///< where the reference moves
  std::vector<double> stir_;  ///< per frame (unit: m/s)
  double steepest_ = 0;       ///< largest angle between the root's up axis and the world's in the reference (unit: rad)
};

}  // namespace sinew
