#pragma once

#include <Eigen/Core>

#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// Which contacts may be open (c > 0) in which phase, seen from a motion as it is so far: rows are contacts, columns
/// phases.
///
/// Limbs always may: the search lets them go or brings them to a surface. A patch of a torso may only where it lies on
/// something already (within kLyingNear of it) and flatter than the torso's other patches; one that rolls
/// is not compared with them, so that someone may roll from his back onto his seat. An open contact pulls its
/// patch to the nearest surface, and the torso has three: of someone who walks they would make a squat (the
/// benchmark's walk 5/8 with them open everywhere, 8/8 without). An object may stand on something only where it lies
/// and hardly moves (kLyingSlow): else it slides and leaps to its goal by itself.
using ContactOpening = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
inline constexpr double kLyingNear = 0.1;  ///< (unit: m)
inline constexpr double kLyingSlow = 0.1;  ///< (unit: m/s)
[[nodiscard]] ContactOpening contacts_that_may_open(const SynthScene& scene, const SynthMotion& motion);

}  // namespace sinew
