#pragma once

#include <cmath>
#include <string>

#include "libanim/math/rotation.h"
#include "libanim/model/character.h"
#include "libanim/model/clip.h"

namespace sinew::test {

/// How a stick person is built. All stand upright on the ground, bones straight.
struct StickPerson {
  double scale = 1;         ///< 1 = 1.7 m
  double arm_drop = 0;      ///< of the rest pose: 0 = T-pose, pi / 4 = A-pose (unit: rad)
  double yaw = 0;           ///< where the rest pose faces, from +z towards +x (unit: rad)
  int spine_joints = 3;     ///< between hips and neck
  std::string prefix = {};  ///< of all names
};

inline Character stick_person(const StickPerson& build = {}) {
  Character character;
  character.name = "stick";
  const Quat turn(Eigen::AngleAxisd(build.yaw, Vec3::UnitY()));
  auto& joints = character.skeleton.joints;
  const auto add = [&](const std::string& name, int parent, const Vec3& offset, bool end_site = false) {
    joints.push_back({build.prefix + name, parent, {turn * (build.scale * offset), Quat::Identity()}, end_site});
    return static_cast<int>(joints.size()) - 1;
  };
  const int hips = add("Hips", kNoParent, {0, 0.93, 0});
  int top = hips;
  for (int s = 0; s < build.spine_joints; ++s) {
    top = add(s == 0 ? "Spine" : "Spine" + std::to_string(s), top, {0, 0.5 / (build.spine_joints + 1), 0});
  }
  const int neck = add("Neck", top, {0, 0.5 / (build.spine_joints + 1), 0});
  const int head = add("Head", neck, {0, 0.1, 0});
  add("Head_end", head, {0, 0.17, 0}, true);
  for (const double side : {1.0, -1.0}) {
    const std::string word = side > 0 ? "Left" : "Right";
    const Vec3 along(side * std::cos(build.arm_drop), -std::sin(build.arm_drop), 0);
    const int shoulder = add(word + "Shoulder", top, {side * 0.04, 0.06, 0});
    const int arm = add(word + "Arm", shoulder, {side * 0.14, 0, 0});
    const int forearm = add(word + "ForeArm", arm, 0.28 * along);
    const int hand = add(word + "Hand", forearm, 0.25 * along);
    add(word + "Hand_end", hand, 0.17 * along, true);
  }
  for (const double side : {1.0, -1.0}) {
    const std::string word = side > 0 ? "Left" : "Right";
    const int thigh = add(word + "UpLeg", hips, {side * 0.09, -0.03, 0});
    const int shin = add(word + "Leg", thigh, {0, -0.42, 0});
    const int foot = add(word + "Foot", shin, {0, -0.4, 0});
    const int toe = add(word + "ToeBase", foot, {0, -0.06, 0.14});
    add(word + "ToeBase_end", toe, {0, 0, 0.07}, true);
  }
  return character;
}

inline Quat about_x(double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitX())); }

/// Marches on the spot for some seconds: feet are lifted in turn, the other stands still. A yaw of 0 is expected.
inline Clip march(const Character& character, double seconds, double frame_rate) {
  const Skeleton& skeleton = character.skeleton;
  Clip clip = rest_clip(skeleton, static_cast<int>(std::lround(seconds * frame_rate)) + 1, frame_rate);
  clip.name = "march";
  const auto find = [&](const std::string& name) { return static_cast<std::size_t>(*skeleton.find(name)); };
  for (int frame = 0; frame < clip.frames(); ++frame) {
    auto rotations = clip.frame_rotations(frame);
    const double phase = 2 * M_PI * frame / frame_rate;
    for (const double side : {1.0, -1.0}) {
      const std::string word = side > 0 ? "Left" : "Right";
      const double lift = std::max(0.0, side * std::sin(phase));
      rotations[find(word + "UpLeg")] = about_x(-0.9 * lift);
      rotations[find(word + "Leg")] = about_x(1.4 * lift);
      rotations[find(word + "Foot")] = about_x(-0.5 * lift);
      rotations[find(word + "Arm")] =
          Quat(Eigen::AngleAxisd(-side * 1.3, Vec3::UnitZ())) * about_x(0.3 * std::sin(phase));
    }
    rotations[find("Spine")] = Quat(Eigen::AngleAxisd(0.1 * std::sin(phase), Vec3::UnitY()));
  }
  make_continuous(clip);
  return clip;
}

/// Turns every joint smoothly and differently, and carries the root through space: no pose of a person, but all of the
/// skeleton's freedom.
inline Clip swirl(const Character& character, int frames, double frame_rate) {
  const Skeleton& skeleton = character.skeleton;
  Clip clip = rest_clip(skeleton, frames, frame_rate);
  clip.name = "swirl";
  for (int frame = 0; frame < frames; ++frame) {
    const double t = frame / frame_rate;
    for (int j = 0; j < skeleton.size(); ++j) {
      if (skeleton.joints[static_cast<std::size_t>(j)].end_site) continue;
      const Vec3 v(0.3 * std::sin(t + j), 0.4 * std::sin(1.3 * t + 2 * j), 0.2 * std::cos(0.7 * t + 3 * j));
      clip.frame_rotations(frame)[static_cast<std::size_t>(j)] = exp_rotation(v);
    }
    clip.frame_translations(frame)[0] += Vec3(0.5 * t, 0.1 * std::sin(t), 0.8 * t);
  }
  make_continuous(clip);
  return clip;
}

}  // namespace sinew::test
