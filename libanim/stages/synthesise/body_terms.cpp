#include <algorithm>
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

using Variables = std::array<int, 12>;

void add_lengths(const SynthLimb& limb, const LimbShape<LimbDual>& shape, const SynthWeights& w, const Variables& at,
                 SampleCost& cost) {
  const double longest = kStraightest * (limb.upper + limb.lower);
  if (shape.reach.value > longest) {
    cost.add<12>(w.length, LimbDual(shape.reach - longest), at);
  }
  if (const double least = shortest(limb); shape.reach.value < least) {
    cost.add<12>(w.length, LimbDual(shape.reach - least), at);
  }
}

LimbShape<double> values(const LimbShape<LimbDual>& shape) {
  const auto value = [](const Vec3Of<LimbDual>& v) { return Vec3(v[0].value, v[1].value, v[2].value); };
  return {value(shape.base),      value(shape.middle), value(shape.joint),
          value(shape.direction), value(shape.pole),   shape.reach.value};
}

/// The axes of a joint that hang on a body which turns by the variables from `first` on.
AxesOf<LimbDual> turning_axes(const Mat3& axes, int first) {
  Variables unused{};
  const Vec3Of<LimbDual> theta = dual_vector<12>(Vec3::Zero(), first, 0, unused);
  return {turn<LimbDual>(theta, axes.col(0)), turn<LimbDual>(theta, axes.col(1)), turn<LimbDual>(theta, axes.col(2))};
}

/// How much a joint's limits count: shoulders that turn by half a turn have no angles there, so that theirs fade out
/// towards it.
LimbDual reliance(const SynthJoint& joint, const Vec3Of<LimbDual>& angles) {
  constexpr double kOverhead = 2.6;  // a range up to which nothing fades (unit: rad)
  constexpr double kFull = 2.3;      // and from where to where it does (unit: rad)
  constexpr double kNone = 2.8;
  if (std::max(joint.upper.tail<2>().maxCoeff(), -joint.lower.tail<2>().minCoeff()) < kOverhead) return 1;
  const LimbDual swing = sqrt(angles[1] * angles[1] + angles[2] * angles[2] + 1e-12);
  if (swing.value <= kFull) return 1;
  if (swing.value >= kNone) return 0;
  const LimbDual share = (kNone - swing) / (kNone - kFull);
  return share * share * (3. - 2. * share);
}

/// What a joint's angles are beyond its limits: `numbers` has them, and where they are, `duals` with derivatives.
template <typename Numbers, typename Duals>
void add_joint(const SynthJoint& joint, const SynthWeights& w, const Variables& at, SampleCost& cost,
               const Numbers& numbers, const Duals& duals) {
  const Vec3 now = numbers();
  const Vec3 within = now.cwiseMax(joint.lower).cwiseMin(joint.upper);
  if (now == within) {
    return;
  }
  const Vec3Of<LimbDual> angles = duals();
  const LimbDual share = reliance(joint, angles);
  for (int i = 0; i < 3; ++i) {
    if (now[i] != within[i]) {
      cost.add<12>(w.limits, LimbDual(share * (angles[i] - within[i])), at);
    }
  }
}

void add_limits(const SynthLimb& limb, const LimbRest& rest, const LimbShape<LimbDual>& shape,
                const SynthTrackState& torso, const SynthTrackState& effector, const SynthWeights& w,
                const Variables& at, SampleCost& cost) {
  const LimbShape<double> plain = values(shape);
  const Mat3 base = torso.R * limb.swing.axes.toRotationMatrix();
  add_joint(
      limb.swing, w, at, cost,
      [&] {
        return swing_angles<double>(rest, plain, {base.col(0), base.col(1), base.col(2)});
      },
      [&] { return swing_angles<LimbDual>(rest, shape, turning_axes(base, 3)); });
  const Mat3 end = effector.R * limb.turn.axes.toRotationMatrix();
  add_joint(
      limb.turn, w, at, cost,
      [&] {
        return turn_angles<double>(rest, plain, {end.col(0), end.col(1), end.col(2)});
      },
      [&] { return turn_angles<LimbDual>(rest, shape, turning_axes(end, 9)); });
}

Variables limb_variables(const SampleIndex& index, int torso, int effector) {
  Variables at{};
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
      const Variables at = limb_variables(cost.index, torso, effector);
      add_lengths(limbs[i], shapes.back(), w, at, cost);
      add_limits(limbs[i], rest, shapes.back(), a, b, w, at, cost);
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
