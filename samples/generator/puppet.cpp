#include "samples/generator/puppet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/support/error.h"
#include "samples/generator/curves.h"

namespace sinew::samples {

Puppet::Puppet(const Skeleton& skeleton, const Vec3& root)
    : skeleton_(&skeleton), local_(skeleton.joints.size(), Quat::Identity()), world_(rest_world(skeleton)) {
  world_[0] = {root, Quat::Identity()};
}

void Puppet::set_local(int joint, const Quat& rotation) {
  local_[index(joint)] = rotation.normalized();
  const int parent = skeleton_->joints[index(joint)].parent;
  if (parent < 0) {
    world_[index(joint)].rotation = local_[index(joint)];
  } else {
    world_[index(joint)] = world_[index(parent)] * Transform{offset(joint), local_[index(joint)]};
  }
}

void Puppet::set_world(int joint, const Quat& rotation) {
  const int parent = skeleton_->joints[index(joint)].parent;
  set_local(joint, parent < 0 ? rotation : Quat(world_[index(parent)].rotation.conjugate() * rotation));
}

TwoBonePose Puppet::solve_limb(int upper, const Vec3& rest_hinge, const Vec3& target, const Vec3& pole) {
  constexpr double kMinBend = rad(2.5);
  set_local(upper, Quat::Identity());
  return solve_two_bone({offset(upper + 1), offset(upper + 2), rest_hinge}, position(upper), target, pole, kMinBend);
}

Clip make_clip(const std::string& name, const Skeleton& skeleton, double frame_rate, double duration,
               const std::function<Puppet(double)>& puppet_at) {
  const int frames = static_cast<int>(std::lround(duration * frame_rate)) + 1;
  Clip clip = rest_clip(skeleton, frames, frame_rate);
  clip.name = name;
  double worst = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const Puppet puppet = puppet_at(frame / frame_rate);
    worst = std::max(worst, puppet.miss);
    std::ranges::copy(puppet.local(), clip.frame_rotations(frame).begin());
    clip.frame_translations(frame)[0] = puppet.position(0);
  }
  if (worst > 1e-9) throw Error::internal(fmt::format("{}: a limb is {:.1f} mm too short", name, 1000 * worst));
  make_continuous(clip);
  return clip;
}

}  // namespace sinew::samples
