#pragma once

#include <array>
#include <string>
#include <vector>

#include "libanim/math/transform.h"
#include "libanim/stages/synthesise/synth_model.h"

namespace sinew {

/// Something that does not move and can be touched: level ground, a slope, a box.
struct SynthSurface {
  enum class Kind { kPlane, kBox };
  std::string name;
  Kind kind = Kind::kPlane;
  Transform pose;            ///< world_from_surface; a plane is the x-z plane of its frame, y is outward
  Vec3 half = Vec3::Ones();  ///< box (unit: m)
  double friction = 1;
};

/// A box that moves, and is moved by the end-effectors that touch it and by what it stands on.
struct SynthObject {
  std::string name;
  Transform start;                   ///< world_from_object
  Vec3 half = Vec3::Constant(0.15);  ///< (unit: m)
  double mass = 5;                   ///< (unit: kg)
  double friction = 1;
};

/// Where a character is and how it stands when the motion begins; at rest.
struct SynthStart {
  Transform torso;                   ///< world_from_torso
  std::vector<Transform> effectors;  ///< world_from_effector, per limb
};

/// One thing that a task asks for. Several goals add up (eq. 10 with its features h and weights).
enum class GoalKind {
  kPosition,   ///< the torso's place is `position`, on the axes of `axes`
  kDirection,  ///< the torso's z axis, over the ground, is `direction`
  kStand,      ///< the torso is upright, over the feet, the legs are extended, all at rest
  kHandstand,  ///< the same on hands, with the feet above and pointing up
  kEffector,   ///< limb `limb`'s patch is at `position` and, if `timed_velocity`, has `velocity`
  kObject,     ///< object `object`'s centre is at `position`, on the axes of `axes`
  kStill,      ///< everything of the character is at rest
};

struct SynthGoal {
  GoalKind kind = GoalKind::kStand;
  int character = 0;
  int limb = -1;                               ///< kEffector
  int object = -1;                             ///< kObject
  double time = -1;                            ///< when; negative: at the end (unit: s)
  Vec3 position = Vec3::Zero();                ///< world (unit: m)
  std::array<bool, 3> axes{true, true, true};  ///< which of x, y, z count
  Vec3 direction = Vec3::UnitZ();              ///< world, level, unit length
  bool timed_velocity = false;
  Vec3 velocity = Vec3::Zero();  ///< world (unit: m/s)
  double weight = 1;             ///< multiplies the goal's own weight
};

/// All that is given of a motion which is to be found.
struct SynthProblem {
  std::string name;
  std::vector<SynthCharacter> characters;
  std::vector<SynthStart> starts;  ///< per character
  std::vector<double> effort;      ///< per character: multiplies the cost of its contact forces (share of the work)
  std::vector<SynthObject> objects;
  std::vector<SynthSurface> surfaces;
  std::vector<SynthGoal> goals;
  Vec3 gravity{0, -9.81, 0};
  int phases = 10;                ///< K
  double phase_time = 0.5;        ///< (unit: s)
  bool touch_characters = false;  ///< limbs may hold and push the torsos of other characters (climbing on someone)

  [[nodiscard]] double duration() const { return phases * phase_time; }

  /// Throws Error (kAsset) that names the part and the rule.
  void validate() const;
};

}  // namespace sinew
