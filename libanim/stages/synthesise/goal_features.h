#pragma once

#include <algorithm>
#include <utility>

#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_sample.h"

namespace sinew {

/// Height of hip over ankle (shoulder over wrist) of someone who stands: that of the neutral stance, but never quite
/// straight.
[[nodiscard]] inline double standing_height(const SynthLimb& limb) {
  const double full = 0.965 * (limb.upper + limb.lower);
  const Vec3 joint = limb.rest * limb.joint;
  return limb.kind == EffectorKind::kFoot ? std::min(full, limb.base.y() - joint.y()) : full;
}

/// Two level directions.
[[nodiscard]] inline std::pair<Vec3, Vec3> level_axes(const Vec3& up) {
  const Vec3 side = (std::abs(up.y()) > 0.5 ? up.cross(Vec3::UnitZ()) : up.cross(Vec3::UnitY())).normalized();
  return {side, side.cross(up)};
}

/// Base and joint of a limb with derivatives by (p, theta) of torso and end-effector.
template <int N>
struct LimbEnds {
  Vec3Of<Dual<N>> theta, phi, base, joint;

  LimbEnds(const SynthLimb& limb, const SynthTrackState& torso, const SynthTrackState& effector, int torso_track,
           int effector_track, const SampleIndex& index, std::array<int, N>& at) {
    const auto p = dual_vector<N>(torso.p, 0, index.p(torso_track), at);
    theta = dual_vector<N>(Vec3::Zero(), 3, index.theta(torso_track), at);
    const auto q = dual_vector<N>(effector.p, 6, index.p(effector_track), at);
    phi = dual_vector<N>(Vec3::Zero(), 9, index.theta(effector_track), at);
    base = p + turn<Dual<N>>(theta, torso.R * limb.base);
    joint = q + turn<Dual<N>>(phi, effector.R * limb.joint);
  }
};

}  // namespace sinew
