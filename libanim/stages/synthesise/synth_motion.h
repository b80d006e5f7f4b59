#pragma once

#include <string>
#include <vector>

#include "libanim/stages/synthesise/synth_task.h"

namespace sinew {

/// A rigid thing with variables of its own: the torso of a character, an end-effector, an object. Tracks are numbered:
/// for each character its torso, then its limbs in order; then the objects.
struct SynthTrack {
  /// Place, rotation vector (exponential map) and their derivatives in time at the K + 1 phase boundaries; in between
  /// a cubic Hermite spline.
  std::vector<Vec3> position;  ///< (unit: m)
  std::vector<Vec3> rotation;  ///< (unit: rad); not wrapped: continuous from boundary to boundary
  std::vector<Vec3> velocity;  ///< d position / dt (unit: m/s)
  std::vector<Vec3> spin;      ///< d rotation / dt, not the angular velocity (unit: rad/s)
};

/// Who may touch what. Every patch (end-effector or place on a torso) may touch the surfaces of the environment; limbs
/// that grab may touch all objects; where SynthProblem::touch_characters is set, limbs may touch the torsos of the
/// other characters; each object may stand on the environment with its bottom (the face whose outward normal is -y of
/// its frame).
struct SynthContact {
  enum class Target { kEnvironment, kObject, kCharacter };
  std::string name;    ///< "left_hand:box", "a/left_foot"
  int character = -1;  ///< whose patch it is; -1: an object's
  int limb = -1;       ///< of that character; -1: not an end-effector
  bool tip = false;    ///< of a foot: the tips of its toes instead of its sole
  int patch = -1;      ///< of that character's torso; -1: not one of those
  int object = -1;     ///< whose patch it is, where character is -1
  Target target = Target::kEnvironment;
  int target_index = -1;  ///< object or character that takes the reaction
};

/// A contact's force at one moment, on the patch's body, world.
struct SynthForce {
  Vec3 force = Vec3::Zero();   ///< (unit: N)
  Vec3 moment = Vec3::Zero();  ///< about the patch's centre (unit: N m)
  Vec3 point = Vec3::Zero();   ///< the patch's centre (unit: m)
};

/// What was found.
struct SynthMotion {
  int phases = 0;
  double phase_time = 0.5;         ///< mean (unit: s)
  std::vector<double> boundaries;  ///< times of the K + 1 phase boundaries (unit: s)
  std::vector<SynthTrack> tracks;
  std::vector<SynthContact> contacts;
  std::vector<std::vector<double>> activity;    ///< c, [contact][phase], not negative
  double force_rate = 60;                       ///< (unit: Hz)
  std::vector<std::vector<SynthForce>> forces;  ///< [sample at i / force_rate][contact]

  [[nodiscard]] double duration() const { return boundaries.empty() ? 0 : boundaries.back(); }
  /// Place u (0 to 1) of a phase in time (unit: s).
  [[nodiscard]] double time_in(int phase, double u) const {
    const double begin = boundaries[static_cast<std::size_t>(phase)];
    return begin + u * (boundaries[static_cast<std::size_t>(phase) + 1] - begin);
  }
};

/// A track at one moment.
struct SynthPose {
  Transform pose;                            ///< world_from_track
  Vec3 velocity = Vec3::Zero();              ///< (unit: m/s)
  Vec3 acceleration = Vec3::Zero();          ///< (unit: m/s^2)
  Vec3 angular_velocity = Vec3::Zero();      ///< world (unit: rad/s)
  Vec3 angular_acceleration = Vec3::Zero();  ///< world (unit: rad/s^2)
};
[[nodiscard]] SynthPose evaluate(const SynthMotion& motion, int track, double time);

/// Index of a track.
[[nodiscard]] int torso_track(const SynthProblem& problem, int character);
[[nodiscard]] int limb_track(const SynthProblem& problem, int character, int limb);
[[nodiscard]] int object_track(const SynthProblem& problem, int object);

}  // namespace sinew
