#pragma once

#include "libanim/kinematics/contact_detection.h"
#include "libanim/model/clip.h"
#include "libanim/model/figure.h"
#include "libanim/model/skeleton.h"
#include "libanim/stages/terrain/foot_path.h"
#include "libanim/stages/terrain/ground_legs.h"

namespace sinew {

/// How a foot of the clip, when it stands still, differs from the figure's sole.
///
/// Recorded feet seldom lie as flat as they stood: marker sets and rest poses disagree by some degrees about what a
/// level foot is. In CMU's 127_04 the left heel stands 14 mm above its toe for two seconds. A figure that follows such
/// a foot balances on an edge of it. The difference belongs to the recording, so it is one turn in the foot's own frame
/// for the whole clip. It comes and goes with the stillness: feet that push off keep their angle, since their ankles
/// are near their limits (turned all the time, the run of 127_04 pushes off too weakly: 49 instead of 22 mm).
struct SoleLevel {
  Quat turn = Quat::Identity();  ///< postmultiplied to the rotation of the leg's end joint
  double angle = 0;              ///< of it; 0 where the foot is left as it is (unit: rad)
  std::vector<double> share;     ///< per frame: how much of it is done, 0 to 1
};

/// Limits: feet whose shape is no box are left; so are those that never stand still, and those that differ by more than
/// a calibration does: who stands on the balls of his feet is to go on doing so.
[[nodiscard]] SoleLevel find_sole_level(const Figure& figure, const Skeleton& skeleton, const Clip& clip,
                                        const GroundLeg& leg, const SoleTracks& sole, const ContactDetection& contacts);

/// Turns the leg's end joint where it is still.
void apply_sole_level(const SoleLevel& level, const GroundLeg& leg, Clip& clip);

}  // namespace sinew
