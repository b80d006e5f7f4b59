#pragma once

#include <vector>

#include "libanim/model/figure_leg.h"
#include "libanim/model/state_record.h"
#include "libanim/simulation/reference_motion.h"

namespace sinew {

/// Makes the targets of two legs that stand agree with each other.
///
/// Two feet on the ground and the pelvis are a closed chain: each leg's joint angles say where the pelvis should go,
/// and when they say different things, because the feet stand some millimetres from where the reference has them, or
/// because a search adds offsets to every joint, then one foot is dragged or lifted and glides over the ground. So the
/// two answers are averaged, and each leg is bent to what its foot, staying where it is, needs for the average:
///
///   B_i   where foot i should be in the world: the material points that stand in the reference keep their place; the
///         heading is the foot's own; height and tilt are the reference's
///   A_i   where foot i is in the pelvis' frame, by the targets
///   X     the pelvis, so that X A_i is near B_i for both feet: the mean of B_i A_i^-1, weighted by w_i
///   A_i'  = X^-1 B_i, by w_i; thigh and shin follow by inverse kinematics, the foot's rotation by the ankle
///
/// w_i grows from 0 to 1 over `ramp` after a foot has come down in the reference, and falls before it leaves. With one
/// foot down X A_i = B_i for it, and nothing changes: balance stays a matter of the search.
///
/// Limits: humanoid legs of thigh, shin and foot that hang on body 0; others are left as they are.
class StanceAgreement {
 public:
  StanceAgreement(const Figure& figure, const ReferenceMotion& reference);

  /// Changes the target rotations of the legs' joints for the step from `frame` to the next one; `share` of the way.
  void apply(double share, int frame, const StateRecord& record, std::vector<Quat>& target) const;

  static constexpr double kRamp = 0.1;  ///< (unit: s)

 private:
  struct Leg : FigureLeg {
    Vec3 bend = Vec3::UnitX();     ///< about which the knee flexes, in the thigh's frame
    std::vector<double> weight;    ///< w, per frame
    std::vector<Vec3> sole;        ///< middle of the points that stand, in the foot's frame, per frame
    std::vector<Transform> stand;  ///< the foot in the reference, per frame
  };
  struct Stance;
  [[nodiscard]] Stance stance(const Leg& leg, int frame, const StateRecord& record,
                              const std::vector<Quat>& target) const;
  void bend_leg(const Leg& leg, const Stance& stance, const Transform& pelvis, std::vector<Quat>& target) const;

  std::vector<FigureJoint> joints_;
  std::vector<Leg> legs_;
};

}  // namespace sinew
