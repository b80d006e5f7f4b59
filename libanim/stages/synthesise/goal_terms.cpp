#include <cmath>

#include "libanim/stages/synthesise/goal_features.h"
#include "libanim/stages/synthesise/synth_nearest.h"
#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

// A hand that arrives 0.3 m/s too slow is as bad as one that arrives 10 cm off.
constexpr double kTimedVelocity = 0.1;
// Feet under the hips, as a share of the goal's weight: tidy, not decisive.
constexpr double kTidy = 0.05;

class GoalTerm {
 public:
  GoalTerm(const SynthScene& scene, const SynthWeights& weights, const SynthGoal& goal, const SampleState& state,
           SampleCost& cost)
      : scene_(scene), weights_(weights), goal_(goal), state_(state), cost_(cost) {}

  void add() {
    const double weight = weights_.task * goal_.weight;
    switch (goal_.kind) {
      case GoalKind::kPosition: return add_place(scene_.torso_of[static_cast<std::size_t>(goal_.character)], weight);
      case GoalKind::kObject:
        add_place(scene_.object_track(goal_.object), weight);
        return add_still(scene_.object_track(goal_.object));
      case GoalKind::kDirection: return add_direction(weight);
      case GoalKind::kStand: add_stance(EffectorKind::kFoot, 1, weight); return add_all_still();
      case GoalKind::kHandstand:
        add_stance(EffectorKind::kHand, -1, weight);
        add_feet_up(weight);
        return add_all_still();
      case GoalKind::kEffector: return add_effector(weight);
      case GoalKind::kStill: return add_all_still();
    }
  }

 private:
  [[nodiscard]] const SynthCharacter& character() const {
    return scene_.problem.characters[static_cast<std::size_t>(goal_.character)];
  }
  [[nodiscard]] int torso() const { return scene_.torso_of[static_cast<std::size_t>(goal_.character)]; }
  [[nodiscard]] const SynthTrackState& state(int track) const { return state_.tracks[static_cast<std::size_t>(track)]; }

  void add_one(double weight, double residual, int variable) {
    const double one = 1;
    cost_.add(weight, residual, std::span(&variable, 1), &one);
  }

  void add_place(int track, double weight) {
    for (int i = 0; i < 3; ++i) {
      if (goal_.axes[static_cast<std::size_t>(i)]) {
        add_one(weight, state(track).p[i] - goal_.position[i], cost_.index.p(track) + i);
      }
    }
  }

  void add_still(int track) {
    for (int i = 0; i < 3; ++i) {
      add_one(weights_.still * goal_.weight, state(track).v[i], cost_.index.v(track) + i);
      add_one(weights_.still * goal_.weight, state(track).omega[i], cost_.index.omega(track) + i);
    }
  }

  void add_all_still() {
    for (int i = 0; i <= static_cast<int>(character().limbs.size()); ++i) {
      add_still(torso() + i);
    }
  }

  void add_axis(int track, const Vec3& axis, const Vec3& wanted, double weight) {
    using S = Dual<3>;
    std::array<int, 3> at{};
    const Vec3Of<S> theta = dual_vector<3>(Vec3::Zero(), 0, cost_.index.theta(track), at);
    cost_.add<3>(weight, Vec3Of<S>(turn<S>(theta, state(track).R * axis) - wanted.cast<S>()), at);
  }

  void add_direction(double weight) {
    using S = Dual<3>;
    std::array<int, 3> at{};
    const Vec3Of<S> theta = dual_vector<3>(Vec3::Zero(), 0, cost_.index.theta(torso()), at);
    const Vec3Of<S> ahead = turn<S>(theta, state(torso()).R.col(2));
    const Vec3Of<S> up = scene_.up.cast<S>();
    cost_.add<3>(weight, Vec3Of<S>(ahead - up * ahead.dot(up) - goal_.direction.cast<S>()), at);
  }

  void add_effector(double weight) {
    const int track = scene_.limb_track(goal_.character, goal_.limb);
    add_place(track, weight);
    if (goal_.timed_velocity) {
      for (int i = 0; i < 3; ++i) {
        add_one(weight * kTimedVelocity, state(track).v[i] - goal_.velocity[i], cost_.index.v(track) + i);
      }
    }
  }

  /// Upright (or upside down: `sign` = -1), the torso over the limbs of `kind`, those extended.
  void add_stance(EffectorKind kind, double sign, double weight) {
    add_axis(torso(), Vec3::UnitY(), sign * scene_.up, weight);
    int supports = 0;
    for (const SynthLimb& limb : character().limbs) {
      supports += limb.kind == kind ? 1 : 0;
    }
    std::vector<int> at;
    for (int i = 0; i < static_cast<int>(character().limbs.size()); ++i) {
      if (character().limbs[static_cast<std::size_t>(i)].kind == kind) {
        add_extension(i, sign, weight);
        add_below(i, sign, weight * kTidy);
        add_on_surface(i, weight);
      }
    }
    add_over(kind, supports, weight);
  }

  /// Height of the limb's base above its joint. "Stretched" alone would be satisfied with the feet in the air.
  void add_extension(int limb, double sign, double weight) {
    const int effector = scene_.limb_track(goal_.character, limb);
    const SynthLimb& model = character().limbs[static_cast<std::size_t>(limb)];
    constexpr int kN = 12;
    using S = Dual<kN>;
    std::array<int, kN> at{};
    const LimbEnds<kN> ends(model, state(torso()), state(effector), torso(), effector, cost_.index, at);
    const Vec3Of<S> up = scene_.up.cast<S>();
    (void)sign;
    cost_.add<kN>(weight, S((ends.base - ends.joint).dot(up) - standing_height(model)), at);
  }

  /// The end-effector is level, and where it is in the neutral stance.
  void add_below(int limb, double sign, double weight) {
    const int effector = scene_.limb_track(goal_.character, limb);
    const SynthLimb& model = character().limbs[static_cast<std::size_t>(limb)];
    constexpr int kN = 12;
    using S = Dual<kN>;
    std::array<int, kN> at{};
    const LimbEnds<kN> ends(model, state(torso()), state(effector), torso(), effector, cost_.index, at);
    const Vec3 offset = sign > 0 ? Vec3(model.rest * model.joint - model.base) : Vec3::Zero();
    const Vec3Of<S> wanted = turn<S>(ends.theta, state(torso()).R * offset);
    const Vec3Of<S> up = scene_.up.cast<S>();
    const Vec3Of<S> d = ends.joint - ends.base - wanted;
    cost_.add<kN>(weight, Vec3Of<S>(d - up * d.dot(up)), at);
    if (sign > 0) {
      const Mat3 axes = model.rest.rotation.toRotationMatrix();
      const Vec3Of<S> ahead = turn<S>(ends.theta, state(torso()).R * axes.col(2));
      cost_.add<kN>(weight, Vec3Of<S>(turn<S>(ends.phi, state(effector).R.col(2)) - ahead), at);
    }
    add_axis(effector, Vec3::UnitY(), scene_.up, weight);
  }

  /// The patch touches something: legs that are extended below the ground do not stand.
  void add_on_surface(int limb, double weight) {
    const int track = scene_.limb_track(goal_.character, limb);
    using S = Dual<3>;
    std::array<int, 3> at{};
    const Vec3Of<S> p = dual_vector<3>(state(track).p, 0, cost_.index.p(track), at);
    cost_.add<3>(weight, nearest_on<S>(std::span(scene_.ground), p).gap, at);
  }

  /// The torso's origin over the mean of the patches, on the ground plan.
  void add_over(EffectorKind kind, int supports, double weight) {
    const auto [side, along] = level_axes(scene_.up);
    for (const Vec3& axis : {side, along}) {
      std::vector<int> at;
      std::vector<double> slope;
      double residual = 0;
      const auto put = [&](int track, double share) {
        residual += share * axis.dot(state(track).p);
        for (int i = 0; i < 3; ++i) {
          at.push_back(cost_.index.p(track) + i);
          slope.push_back(share * axis[i]);
        }
      };
      put(torso(), 1);
      for (int i = 0; i < static_cast<int>(character().limbs.size()); ++i) {
        if (character().limbs[static_cast<std::size_t>(i)].kind == kind) {
          put(scene_.limb_track(goal_.character, i), -1. / supports);
        }
      }
      cost_.add(weight, residual, std::span<const int>(at), slope);
    }
  }

  /// Legs straight up, soles up.
  void add_feet_up(double weight) {
    for (int i = 0; i < static_cast<int>(character().limbs.size()); ++i) {
      const SynthLimb& limb = character().limbs[static_cast<std::size_t>(i)];
      if (limb.kind != EffectorKind::kFoot) {
        continue;
      }
      const int effector = scene_.limb_track(goal_.character, i);
      constexpr int kN = 12;
      using S = Dual<kN>;
      std::array<int, kN> at{};
      const LimbEnds<kN> ends(limb, state(torso()), state(effector), torso(), effector, cost_.index, at);
      const Vec3Of<S> d = ends.joint - ends.base - (scene_.up * standing_height(limb)).cast<S>();
      cost_.add<kN>(weight, d, at);
      add_axis(effector, Vec3::UnitY(), -scene_.up, weight * kTidy);
    }
  }

  const SynthScene& scene_;
  const SynthWeights& weights_;
  const SynthGoal& goal_;
  const SampleState& state_;
  SampleCost& cost_;
};

}  // namespace

void add_goal_terms(const SynthScene& scene, const SynthWeights& weights, const SynthGoal& goal,
                    const SampleState& state, SampleCost& cost) {
  GoalTerm(scene, weights, goal, state, cost).add();
}

}  // namespace sinew
