#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/stages/synthesise/goal_features.h"
#include "libanim/stages/synthesise/synth_forces.h"
#include "libanim/stages/synthesise/synth_limits.h"
#include "libanim/stages/synthesise/synth_penetration.h"
#include "libanim/stages/synthesise/synthesise.h"

namespace sinew {

namespace {

double angle(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

/// How far a motion is from its goals.
class GoalCheck {
 public:
  GoalCheck(const SynthScene& scene, const SynthMotion& motion, SynthCheck& check)
      : scene_(scene), motion_(motion), check_(check) {}

  void look(const SynthGoal& goal) {
    state_ = state_of(motion_, goal.time < 0 ? motion_.duration() : goal.time);
    character_ = goal.character;
    switch (goal.kind) {
      case GoalKind::kPosition: return place(goal, torso().p);
      case GoalKind::kObject:
        return place(goal, state_.tracks[static_cast<std::size_t>(scene_.object_track(goal.object))].p);
      case GoalKind::kDirection: {
        const Vec3 ahead = torso().R.col(2);
        return angle_off(angle(ahead - scene_.up * scene_.up.dot(ahead), goal.direction));
      }
      case GoalKind::kStand: return stance(EffectorKind::kFoot, 1);
      case GoalKind::kHandstand: return stance(EffectorKind::kHand, -1);
      case GoalKind::kEffector: return effector(goal);
      case GoalKind::kStill: return;
    }
  }

 private:
  [[nodiscard]] const SynthTrackState& torso() const {
    return state_.tracks[static_cast<std::size_t>(scene_.torso_of[static_cast<std::size_t>(character_)])];
  }
  [[nodiscard]] const SynthTrackState& limb(std::size_t i) const {
    return state_.tracks[static_cast<std::size_t>(scene_.limb_track(character_, static_cast<int>(i)))];
  }
  void distance_off(double d) { check_.task_position = std::max(check_.task_position, d); }
  void angle_off(double a) { check_.task_angle = std::max(check_.task_angle, a); }

  void place(const SynthGoal& goal, const Vec3& p) {
    Vec3 d = p - goal.position;
    for (int i = 0; i < 3; ++i) {
      d[i] = goal.axes[static_cast<std::size_t>(i)] ? d[i] : 0;
    }
    distance_off(d.norm());
  }

  void effector(const SynthGoal& goal) {
    const SynthTrackState& track = limb(static_cast<std::size_t>(goal.limb));
    place(goal, track.p);
    if (goal.timed_velocity) {
      check_.task_velocity = std::max(check_.task_velocity, (track.v - goal.velocity).norm());
    }
  }

  void stance(EffectorKind kind, double sign) {
    angle_off(angle(torso().R.col(1), sign * scene_.up));
    const auto& limbs = scene_.problem.characters[static_cast<std::size_t>(character_)].limbs;
    Vec3 middle = Vec3::Zero();
    int supports = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const Vec3 base = torso().p + torso().R * limbs[i].base;
      const Vec3 joint = limb(i).p + limb(i).R * limbs[i].joint;
      if (limbs[i].kind == kind) {
        distance_off(std::abs((base - joint).dot(scene_.up) - standing_height(limbs[i])));
        middle += limb(i).p;
        ++supports;
      } else if (sign < 0) {
        angle_off(angle(joint - base, scene_.up));
      }
    }
    const Vec3 off = torso().p - middle / std::max(supports, 1);
    distance_off((off - scene_.up * off.dot(scene_.up)).norm());
  }

  const SynthScene& scene_;
  const SynthMotion& motion_;
  SynthCheck& check_;
  SampleState state_;
  int character_ = 0;
};

/// How much a limb is longer than its links (unit: m).
double stretch_at(const SynthScene& scene, const SampleState& state) {
  double most = 0;
  for (int c = 0; c < static_cast<int>(scene.problem.characters.size()); ++c) {
    const SynthTrackState& torso = state.tracks[static_cast<std::size_t>(scene.torso_of[static_cast<std::size_t>(c)])];
    const auto& limbs = scene.problem.characters[static_cast<std::size_t>(c)].limbs;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const SynthTrackState& end = state.tracks[static_cast<std::size_t>(scene.limb_track(c, static_cast<int>(i)))];
      const Vec3 reach = end.p + end.R * limbs[i].joint - torso.p - torso.R * limbs[i].base;
      most = std::max(most, reach.norm() - limbs[i].upper - limbs[i].lower);
    }
  }
  return most;
}

void look_at_contacts(const SynthScene& scene, const SynthMotion& motion, const SampleState& state, SynthCheck& check) {
  const auto after = std::upper_bound(motion.boundaries.begin() + 1, motion.boundaries.end() - 1, state.time);
  const auto phase = static_cast<std::size_t>(after - motion.boundaries.begin()) - 1;
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    if (motion.activity[i][phase] >= kSynthActive) {
      const PatchGap gap = patch_gap(scene, static_cast<int>(i), state);
      check.contact_distance = std::max(check.contact_distance, gap.distance);
      check.contact_slip = std::max(check.contact_slip, gap.slip);
    }
  }
}

void judge(SynthCheck& check) {
  std::string broken;
  const auto need = [&](double value, double limit, const char* what) {
    if (!(value <= limit)) {
      broken += fmt::format("{}{} {:.3g} > {:.3g}", broken.empty() ? "" : ", ", what, value, limit);
    }
  };
  need(check.task_position, kSynthTaskPosition, "goal missed by (m)");
  need(check.task_angle, kSynthTaskAngle, "goal missed by (rad)");
  need(check.task_velocity, kSynthTaskVelocity, "goal's velocity missed by (m/s)");
  need(check.force_rms, kSynthForce, "residual force (weights)");
  need(check.moment_rms, kSynthMoment, "residual moment (weights x m)");
  need(check.contact_distance, kSynthDistance, "contact from a distance of (m)");
  need(check.contact_slip, kSynthSlip, "slip (m/s)");
  need(check.penetration, kSynthPenetration, "penetration (m)");
  need(check.stretch, kSynthStretch, "limbs stretched by (m)");
  check.pass = broken.empty();
  check.balanced = check.force_peak <= kSynthForcePeak && check.moment_peak <= kSynthMomentPeak;
  check.sentence = check.pass ? fmt::format(
                                    "goals within {:.1f} cm and {:.1f} degrees, residual force {:.2f} % of the "
                                    "weight, contacts within {:.1f} mm",
                                    100 * check.task_position, check.task_angle * 180 / M_PI, 100 * check.force_rms,
                                    1000 * check.contact_distance)
                              : broken;
}

}  // namespace

SynthCheck check_motion(const SynthProblem& problem, const SynthMotion& motion) {
  constexpr double kRate = 60;
  const SynthScene scene(problem);
  TouchForces touch(scene);
  SynthCheck check;
  std::vector<double> force(scene.bodies.size());
  std::vector<double> moment(scene.bodies.size());
  const int samples = static_cast<int>(std::floor(motion.duration() * kRate + 1e-9)) + 1;
  for (int i = 0; i < samples; ++i) {
    const SampleState state = state_of(motion, i / kRate);
    const TouchForces::Result result = touch.solve(state);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      force[b] += result.force_residual[b].squaredNorm() / samples;
      moment[b] += result.moment_residual[b].squaredNorm() / samples;
      check.force_peak = std::max(check.force_peak, result.force_residual[b].norm());
      check.moment_peak = std::max(check.moment_peak, result.moment_residual[b].norm());
    }
    check.penetration = std::max(check.penetration, deepest_penetration(scene, state));
    check.stretch = std::max(check.stretch, stretch_at(scene, state));
    look_at_contacts(scene, motion, state, check);
  }
  check.force_rms = std::sqrt(*std::max_element(force.begin(), force.end()));
  check.moment_rms = std::sqrt(*std::max_element(moment.begin(), moment.end()));
  GoalCheck goals(scene, motion, check);
  for (const SynthGoal& goal : problem.goals) {
    goals.look(goal);
  }
  judge(check);
  return check;
}

}  // namespace sinew
