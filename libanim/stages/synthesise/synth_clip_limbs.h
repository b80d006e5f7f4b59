#pragma once

#include <vector>

#include "libanim/stages/synthesise/synth_character_bend.h"
#include "libanim/stages/synthesise/synth_character_parts.h"

namespace sinew {

/// A limb frame by frame.
class LimbSolver {
 public:
  LimbSolver(const SynthRig& rig, const SynthChain& chain, const Vec3& pole, double soft_reach, double frame_rate);

  struct Pose {
    /// World_from_torso of the neutral stance for each bone, and for the end where the chain has one: what a piece
    /// turns and moves as.
    std::vector<Transform> pieces;
    double missed = 0;  ///< distance between the wanted end-effector and the one that is reached (unit: m)
  };
  /// Frames come in order: the pole is carried on.
  [[nodiscard]] Pose solve(const Transform& torso, const Transform& effector);

 private:
  [[nodiscard]] Vec3 wanted_pole(const Transform& torso, const Quat& effector, const Vec3& direction) const;
  void carry_pole(const Transform& torso, const Quat& effector, const Vec3& direction);
  [[nodiscard]] double softened(double distance) const;
  void share_twist(const Quat& end, Quat& bone);

  const SynthChain& chain_;
  EffectorPatch patch_;
  Vec3 pole_;     ///< neutral stance, torso's frame
  Vec3 neutral_;  ///< direction from base to joint there
  ChainBend bend_;
  double soft_reach_;
  double step_;  ///< largest turn of the pole from frame to frame (unit: rad)
  bool started_ = false;
  Vec3 last_pole_ = Vec3::Zero();  ///< world
  Vec3 last_direction_ = Vec3::Zero();
  double last_twist_ = 0;
};

}  // namespace sinew
