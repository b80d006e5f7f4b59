#pragma once

#include <functional>
#include <span>
#include <string>

#include "libanim/kinematics/pose.h"
#include "samples/generator/ik.h"

namespace sinew::samples {

/// A skeleton in one pose, set joint by joint from the root outwards. All rest rotations are identity.
class Puppet {
 public:
  Puppet(const Skeleton& skeleton, const Vec3& root);

  /// Turns a joint against its parent, or in the world. Its parent must have been set before.
  void set_local(int joint, const Quat& rotation);
  void set_world(int joint, const Quat& rotation);

  /// Puts the end of the two bones at `upper` and `upper + 1` on `target`, the hinge towards `pole`; see
  /// solve_two_bone. Says by how much it missed (unit: m).
  [[nodiscard]] TwoBonePose solve_limb(int upper, const Vec3& rest_hinge, const Vec3& target, const Vec3& pole);

  [[nodiscard]] const Vec3& offset(int joint) const { return skeleton_->joints[index(joint)].rest.translation; }
  [[nodiscard]] const Vec3& position(int joint) const { return world_[index(joint)].translation; }
  [[nodiscard]] const Quat& rotation(int joint) const { return world_[index(joint)].rotation; }
  [[nodiscard]] std::span<const Transform> world() const { return world_; }
  [[nodiscard]] std::span<const Quat> local() const { return local_; }

  /// How far a hand or foot stays from where it must be: 0 in a sound posture (unit: m).
  double miss = 0;

 private:
  static std::size_t index(int joint) { return static_cast<std::size_t>(joint); }

  const Skeleton* skeleton_;
  std::vector<Quat> local_;
  std::vector<Transform> world_;
};

/// A clip of `duration` seconds: `puppet_at(t)` on the frame grid. Throws Error (kInternal) when a puppet misses.
[[nodiscard]] Clip make_clip(const std::string& name, const Skeleton& skeleton, double frame_rate, double duration,
                             const std::function<Puppet(double)>& puppet_at);

}  // namespace sinew::samples
