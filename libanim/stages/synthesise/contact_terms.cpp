#include <cmath>

#include "libanim/stages/synthesise/synth_nearest.h"
#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

constexpr double kClearance = 0.03;  // height over which a hurried foot stops to cost (unit: m)

constexpr double kRound = 0.1;  // how much less a patch of the torso has to lie flat than a sole
// And how much more it has to touch, from the start: a limb has to look for its places, a torso only leaves them. With
// 1 someone gets up by pushing from afar with his chest (from the stomach 0/3, with 100 3/3).
constexpr double kBodyGap = 100;

/// A patch with derivatives by (p, theta, v, omega) of its track.
template <int N>
struct MovingPatch {
  using S = Dual<N>;
  Vec3Of<S> point, up, velocity, omega;

  MovingPatch(const SynthPatchFrame& frame, const SynthTrackState& track, const SampleIndex& index, int first,
              std::array<int, N>& at) {
    const Vec3Of<S> p = dual_vector<N>(track.p, first, index.p(frame.track), at);
    const Vec3Of<S> theta = dual_vector<N>(Vec3::Zero(), first + 3, index.theta(frame.track), at);
    const Vec3Of<S> v = dual_vector<N>(track.v, first + 6, index.v(frame.track), at);
    omega = dual_vector<N>(track.omega, first + 9, index.omega(frame.track), at);
    const Vec3Of<S> arm = turn<S>(theta, track.R * frame.offset) + frame.below.cast<S>();
    point = p + arm;
    up = frame.rolls ? Vec3Of<S>(frame.level.col(1).cast<S>()) : turn<S>(theta, track.R * frame.axes.col(1));
    velocity = v + omega.cross(arm);
  }
};

template <int N>
void add_violation(const SynthWeights& w, const Dual<N>& s, const SoftNearest<Dual<N>>& nearest,
                   const Vec3Of<Dual<N>>& up, const Vec3Of<Dual<N>>& slip, const Vec3Of<Dual<N>>& spin,
                   const std::array<int, N>& at, SampleCost& cost) {
  cost.add<N>(w.contact * w.gap, Vec3Of<Dual<N>>(s * nearest.gap), at);
  cost.add<N>(w.contact * w.normal, Vec3Of<Dual<N>>(s * (up - nearest.normal)), at);
  cost.add<N>(w.contact * w.slip, Vec3Of<Dual<N>>(s * slip), at);
  cost.add<N>(w.contact * w.spin, Vec3Of<Dual<N>>(s * spin), at);
}

void add_fixed(const SynthScene& scene, const SynthWeights& w, const SampleState& state, int contact,
               SampleCost& cost) {
  constexpr int kN = 13;
  using S = Dual<kN>;
  const SynthPatchFrame& frame = scene.patches[static_cast<std::size_t>(contact)];
  std::array<int, kN> at{};
  const MovingPatch<kN> patch(frame, state.tracks[static_cast<std::size_t>(frame.track)], cost.index, 0, at);
  at[12] = cost.index.s(contact);
  const S s = S::variable(state.s[static_cast<std::size_t>(contact)], 12);
  const SoftNearest<S> nearest = nearest_on<S>(std::span(scene.ground), patch.point);
  const SynthContact& who = scene.contacts[static_cast<std::size_t>(contact)];
  SynthWeights held = w;
  if (who.patch >= 0) {  // seat and back are round: they may roll
    held.gap *= kBodyGap;
    held.normal *= kRound;
    held.spin *= frame.rolls ? 0 : kRound;
  } else if (frame.rolls) {
    held.spin = 0;
  } else if (who.object >= 0) {
    held.gap *= kBodyGap;
    held.slip *= kBodyGap;
  }
  add_violation<kN>(held, s, nearest, patch.up, patch.velocity, patch.omega, at, cost);

  const bool foot = who.limb >= 0 && !who.tip &&
                    scene.problem.characters[static_cast<std::size_t>(who.character)]
                            .limbs[static_cast<std::size_t>(who.limb)]
                            .kind == EffectorKind::kFoot;
  if (foot && w.clearance > 0) {
    const S height = nearest.gap.dot(nearest.normal);
    const S near = height.value > 0 ? exp(height * (-1 / kClearance)) : S(1);
    const Vec3Of<S> level = patch.velocity - scene.up.cast<S>() * patch.velocity.dot(scene.up.cast<S>());
    cost.add<kN>(w.clearance, Vec3Of<S>(level * near), at);
  }
}

/// Against an object or a torso that moves: all in the frame of that.
void add_moving(const SynthScene& scene, const SynthWeights& w, const SampleState& state, int contact,
                SampleCost& cost) {
  constexpr int kN = 25;
  using S = Dual<kN>;
  const SynthPatchFrame& frame = scene.patches[static_cast<std::size_t>(contact)];
  const SynthContact& who = scene.contacts[static_cast<std::size_t>(contact)];
  const int other = scene.bodies[static_cast<std::size_t>(frame.other_body)].track;
  const SynthTrackState& body = state.tracks[static_cast<std::size_t>(other)];
  std::array<int, kN> at{};
  const MovingPatch<kN> patch(frame, state.tracks[static_cast<std::size_t>(frame.track)], cost.index, 0, at);
  const Vec3Of<S> p = dual_vector<kN>(body.p, 12, cost.index.p(other), at);
  const Vec3Of<S> theta = dual_vector<kN>(Vec3::Zero(), 15, cost.index.theta(other), at);
  const Vec3Of<S> v = dual_vector<kN>(body.v, 18, cost.index.v(other), at);
  const Vec3Of<S> omega = dual_vector<kN>(body.omega, 21, cost.index.omega(other), at);
  at[24] = cost.index.s(contact);
  const S s = S::variable(state.s[static_cast<std::size_t>(contact)], 24);

  const Vec3Of<S> arm = patch.point - p;
  const Eigen::Matrix<S, 3, 3> back = body.R.transpose().cast<S>();
  const Vec3Of<S> point = back * (arm - theta.cross(arm));
  const Vec3Of<S> up = back * (patch.up - theta.cross(patch.up));
  const SoftNearest<S> nearest =
      who.target == SynthContact::Target::kObject
          ? nearest_on<S>(std::span(scene.object_faces[static_cast<std::size_t>(who.target_index)]), point)
          : nearest_on<S>(std::span(scene.problem.characters[static_cast<std::size_t>(who.target_index)].capsules),
                          point);
  add_violation<kN>(w, s, nearest, up, patch.velocity - v - omega.cross(arm), patch.omega - omega, at, cost);
}

}  // namespace

void add_contact_terms(const SynthScene& scene, const SynthWeights& weights, const SampleState& state,
                       SampleCost& cost) {
  for (int i = 0; i < static_cast<int>(scene.contacts.size()); ++i) {
    if (scene.contacts[static_cast<std::size_t>(i)].target == SynthContact::Target::kEnvironment) {
      add_fixed(scene, weights, state, i, cost);
    } else {
      add_moving(scene, weights, state, i, cost);
    }
  }
}

}  // namespace sinew
