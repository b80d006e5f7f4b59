#include "pipelines/dataset_replay.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "libanim/math/rotation.h"
#include "libanim/simulation/world.h"
#include "libanim/support/error.h"

namespace sinew {

namespace {

static_assert(sizeof(BodyState) == 13 * sizeof(double), "no padding, so that bytes can be compared");

/// Bit for bit: other than ==, it tells 0 from -0.
bool same_bits(const StateRecord& a, const StateRecord& b) {
  return a.step == b.step && a.bodies.size() == b.bodies.size() &&
         std::memcmp(a.bodies.data(), b.bodies.data(), a.bodies.size() * sizeof(BodyState)) == 0;
}

/// Largest differences of a body between two records of one world.
struct Difference {
  double position = 0;
  double rotation = 0;
  double velocity = 0;
  double spin = 0;

  [[nodiscard]] bool within(const ReplayTolerance& most) const {
    return position <= most.position && rotation <= most.rotation && velocity <= most.velocity && spin <= most.spin;
  }
};

/// What is not a number is beyond any tolerance.
void raise(double& most, double value) { most = std::isnan(value) ? HUGE_VAL : std::max(most, value); }

Difference difference(const StateRecord& a, const StateRecord& b) {
  Difference most;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const Transform p = a.bodies[i].pose();
    const Transform q = b.bodies[i].pose();
    raise(most.position, (p.translation - q.translation).norm());
    raise(most.rotation, angle_between(p.rotation.normalized(), q.rotation.normalized()));
    raise(most.velocity, (a.bodies[i].linear() - b.bodies[i].linear()).norm());
    raise(most.spin, (a.bodies[i].angular() - b.bodies[i].angular()).norm());
  }
  return most;
}

}  // namespace

PairReplay replay_pairs(Episode& episode, const ReplayTolerance& tolerance) {
  PairReplay result;
  result.kind = replay_kind(episode.setting);
  World world(episode.setting.figure, episode.setting.scene, episode.setting.simulation);
  StateRecord made;
  for (std::size_t i = 0; i < episode.pairs.size(); ++i) {
    TrainingPair& pair = episode.pairs[i];
    try {
      world.step(pair.state, pair.control, made, &pair.report);
    } catch (const Error& error) {
      result.failure = error.what();
      if (result.first < 0) result.first = static_cast<int>(i);
      return result;
    }
    ++result.pairs;
    if (same_bits(made, pair.next)) continue;
    const Difference d = difference(made, pair.next);
    raise(result.position, d.position);
    raise(result.velocity, d.velocity);
    if (result.kind == ReplayKind::kStepwise && made.step == pair.next.step && d.within(tolerance)) continue;
    if (result.different++ == 0) result.first = static_cast<int>(i);
  }
  return result;
}

}  // namespace sinew
