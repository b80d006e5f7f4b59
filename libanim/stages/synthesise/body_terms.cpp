#include <cmath>

#include "libanim/stages/synthesise/body_points.h"
#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

// Of a limb's length: a knee is never quite straight, and what a soft cost lets through stays within the links. Starts
// are as straight (kLongestReach): what the start costs, the search can only flee from.
constexpr double kStraightest = 0.99;

/// Shortest distance of base and joint: at the largest bend.
double shortest(const SynthLimb& limb) {
  const double inner = M_PI - limb.bend;
  return std::sqrt(limb.upper * limb.upper + limb.lower * limb.lower - 2 * limb.upper * limb.lower * std::cos(inner));
}

void add_limits(const SynthLimb& limb, const LimbRest& rest, const LimbShape<LimbDual>& shape,
                const SynthTrackState& torso, const SynthTrackState& effector, const SynthWeights& w,
                const std::array<int, 12>& at, SampleCost& cost) {
  using S = LimbDual;
  const double longest = kStraightest * (limb.upper + limb.lower);
  if (shape.reach.value > longest) {
    cost.add<12>(w.length, S(shape.reach - longest), at);
  }
  if (const double least = shortest(limb); shape.reach.value < least) {
    cost.add<12>(w.length, S(shape.reach - least), at);
  }
  std::array<int, 12> unused{};
  const Vec3Of<S> theta = dual_vector<12>(Vec3::Zero(), 3, 0, unused);
  const Vec3Of<S> phi = dual_vector<12>(Vec3::Zero(), 9, 0, unused);
  // Angles are compared by their cosines, which are smooth.
  const S swing = turn<S>(theta, torso.R * rest.direction).dot(shape.direction);
  if (swing.value < std::cos(limb.swing)) {
    cost.add<12>(w.limits, S(std::cos(limb.swing) - swing), at);
  }
  const Vec3Of<S> shin = shape.joint - shape.middle;
  const Vec3Of<S> lower = shin / sqrt(shin.dot(shin) + 1e-8);
  const Vec3Of<S> centre = turn<S>(theta, torso.R * rest.centre);
  S trace(0);
  for (int i = 0; i < 3; ++i) {
    const Vec3Of<S> followed = turn_least<S>(centre, lower, turn<S>(theta, torso.R * rest.lower_axes.col(i)));
    trace += followed.dot(turn<S>(phi, effector.R.col(i)));
  }
  const S cosine = (trace - 1.) * 0.5;
  if (cosine.value < std::cos(limb.turn)) {
    cost.add<12>(w.limits, S(std::cos(limb.turn) - cosine), at);
  }
}

std::array<int, 12> limb_variables(const SampleIndex& index, int torso, int effector) {
  std::array<int, 12> at{};
  for (int i = 0; i < 3; ++i) {
    at[static_cast<std::size_t>(i)] = index.p(torso) + i;
    at[static_cast<std::size_t>(3 + i)] = index.theta(torso) + i;
    at[static_cast<std::size_t>(6 + i)] = index.p(effector) + i;
    at[static_cast<std::size_t>(9 + i)] = index.theta(effector) + i;
  }
  return at;
}

}  // namespace

void add_body_terms(const SynthScene& scene, const SynthWeights& w, const SampleState& state, SampleCost& cost) {
  BodyShape shape;
  for (int c = 0; c < static_cast<int>(scene.problem.characters.size()); ++c) {
    const auto& limbs = scene.problem.characters[static_cast<std::size_t>(c)].limbs;
    const int torso = scene.torso_of[static_cast<std::size_t>(c)];
    std::vector<LimbShape<LimbDual>> shapes;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const int effector = scene.limb_track(c, static_cast<int>(i));
      const LimbRest& rest = scene.limb_rests[static_cast<std::size_t>(c)][i];
      const SynthTrackState& a = state.tracks[static_cast<std::size_t>(torso)];
      const SynthTrackState& b = state.tracks[static_cast<std::size_t>(effector)];
      shapes.push_back(dual_limb_shape(limbs[i], rest, a, b));
      add_limits(limbs[i], rest, shapes.back(), a, b, w, limb_variables(cost.index, torso, effector), cost);
    }
    if (w.penetration > 0) {
      append_body(scene, c, state, shapes, shape);
    }
  }
  if (w.penetration > 0) {
    add_penetration(scene, w.penetration, state, shape, cost);
  }
}

}  // namespace sinew
