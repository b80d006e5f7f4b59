#include <cmath>

#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

constexpr double kUsualPhase = 0.5;  // the paper's, which the weights are made for (unit: s)

void add_vector(double weight, const Vec3& value, int from, SampleCost& cost) {
  const double one = 1;
  for (int i = 0; i < 3; ++i) {
    const int at = from + i;
    cost.add(weight, value[i], std::span(&at, 1), &one);
  }
}

/// An arm that nobody needs hangs as in the neutral stance.
void add_rest(const SynthLimb& limb, const SynthTrackState& torso, const SynthTrackState& effector, int torso_track,
              int effector_track, double weight, SampleCost& cost) {
  constexpr int kN = 12;
  constexpr double kTurning = 0.1;  // of the hand, beside its place: a radian is as bad as 30 cm
  using S = Dual<kN>;
  std::array<int, kN> at{};
  const Vec3Of<S> p = dual_vector<kN>(torso.p, 0, cost.index.p(torso_track), at);
  const Vec3Of<S> theta = dual_vector<kN>(Vec3::Zero(), 3, cost.index.theta(torso_track), at);
  const Vec3Of<S> q = dual_vector<kN>(effector.p, 6, cost.index.p(effector_track), at);
  const Vec3Of<S> phi = dual_vector<kN>(Vec3::Zero(), 9, cost.index.theta(effector_track), at);
  cost.add<kN>(weight, Vec3Of<S>(q - p - turn<S>(theta, torso.R * limb.rest.translation)), at);
  const Mat3 axes = limb.rest.rotation.toRotationMatrix();
  for (int i = 1; i < 3; ++i) {
    const Vec3Of<S> there = turn<S>(phi, effector.R.col(i));
    cost.add<kN>(weight * kTurning, Vec3Of<S>(there - turn<S>(theta, torso.R * axes.col(i))), at);
  }
}

void add_posture(const Vec3& up, const SynthTrackState& torso, int track, double weight, SampleCost& cost) {
  using S = Dual<3>;
  std::array<int, 3> at{};
  const Vec3Of<S> theta = dual_vector<3>(Vec3::Zero(), 0, cost.index.theta(track), at);
  cost.add<3>(weight, Vec3Of<S>(turn<S>(theta, torso.R.col(1)) - up.cast<S>()), at);
}

}  // namespace

void add_effort_terms(const SynthScene& scene, const SynthWeights& w, const SampleState& state, SampleCost& cost) {
  // A limb is massless: its acceleration is a matter of smoothness, counted in phases instead of seconds, or else quick
  // steps would cost more than the goals are worth (their acceleration grows with 1 / time^2, the cost with 1 /
  // time^4).
  const double in_phases = std::pow(scene.problem.phase_time / kUsualPhase, 4);
  for (int t = 0; t < scene.tracks; ++t) {
    const bool root = scene.is_root(t);
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(t)];
    add_vector(root ? w.torso_acceleration : w.limb_acceleration * in_phases, track.a, cost.index.a(t), cost);
    add_vector(root ? w.torso_turning : w.limb_turning * in_phases, track.alpha, cost.index.alpha(t), cost);
  }
  for (int c = 0; c < static_cast<int>(scene.problem.characters.size()); ++c) {
    const int torso = scene.torso_of[static_cast<std::size_t>(c)];
    const SynthTrackState& at = state.tracks[static_cast<std::size_t>(torso)];
    add_posture(scene.up, at, torso, w.posture, cost);
    const auto& limbs = scene.problem.characters[static_cast<std::size_t>(c)].limbs;
    for (int i = 0; i < static_cast<int>(limbs.size()); ++i) {
      const SynthLimb& limb = limbs[static_cast<std::size_t>(i)];
      const double weight = limb.kind == EffectorKind::kHand ? w.rest : w.leg_rest;
      const int effector = scene.limb_track(c, i);
      add_rest(limb, at, state.tracks[static_cast<std::size_t>(effector)], torso, effector, weight, cost);
    }
  }
}

}  // namespace sinew
