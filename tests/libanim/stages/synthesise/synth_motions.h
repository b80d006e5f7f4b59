#pragma once

#include "libanim/kinematics/figure_builder.h"
#include "libanim/math/rotation.h"
#include "libanim/stages/synthesise/synth_character.h"
#include "libanim/stages/synthesise/synth_clip.h"
#include "libanim/stages/synthesise/synth_starts.h"
#include "libanim/support/index.h"

namespace sinew::test {

/// A character with all that synthesis needs of it.
struct SynthActor {
  explicit SynthActor(const Character& given)
      : character(given), figure(build_figure(character).figure), model(make_synth_character(character, figure)) {}

  Character character;
  Figure figure;
  SynthCharacter model;
};

/// A motion of one character, made by hand: everything stays where it starts until it is told otherwise. Every limb has
/// one contact, with the environment.
struct HandMadeMotion {
  HandMadeMotion(const SynthCharacter& model, const SynthStart& start, int phases, double phase_time) {
    problem.name = "hand-made";
    problem.characters = {model};
    problem.starts = {start};
    problem.phases = motion.phases = phases;
    problem.phase_time = motion.phase_time = phase_time;
    for (int k = 0; k <= phases; ++k) motion.boundaries.push_back(k * phase_time);
    add_track(start.torso);
    for (const Transform& effector : start.effectors) add_track(effector);
    for (int l = 0; l < static_cast<int>(model.limbs.size()); ++l) {
      SynthContact contact;
      contact.name = model.limbs[to_size(l)].name;
      contact.character = 0;
      contact.limb = l;
      motion.contacts.push_back(contact);
      motion.activity.emplace_back(to_size(phases), 0.0);
    }
  }

  SynthTrack& torso() { return motion.tracks[0]; }
  SynthTrack& limb(int l) { return motion.tracks[to_size(l + 1)]; }

  /// From a boundary on a track is moved and turned (about its own origin, in the world), and is at rest there.
  static void move_from(SynthTrack& track, int boundary, const Vec3& by, const Vec3& turn = Vec3::Zero()) {
    for (std::size_t k = to_size(boundary); k < track.position.size(); ++k) {
      track.position[k] += by;
      Vec3 v = log_rotation(exp_rotation(turn) * exp_rotation(track.rotation[k]));
      // Of the rotation vectors of one rotation the one nearest to that before: tracks are continuous.
      const Vec3& before = track.rotation[k - 1];
      const Vec3 other = v.norm() > 1e-9 ? Vec3(v * (1 - 2 * M_PI / v.norm())) : v;
      track.rotation[k] = (other - before).norm() < (v - before).norm() ? other : v;
    }
  }

  [[nodiscard]] SynthClip clip(const SynthActor& actor, const SynthClipOptions& options = {}) const {
    return clip_of_motion(problem, motion, 0, actor.character, actor.figure, options);
  }

  SynthProblem problem;
  SynthMotion motion;

 private:
  void add_track(const Transform& pose) {
    SynthTrack& track = motion.tracks.emplace_back();
    const std::size_t count = motion.boundaries.size();
    track.position.assign(count, pose.translation);
    track.rotation.assign(count, log_rotation(pose.rotation));
    track.velocity.assign(count, Vec3::Zero());
    track.spin.assign(count, Vec3::Zero());
  }
};

}  // namespace sinew::test
