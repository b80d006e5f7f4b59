#pragma once

#include <gtest/gtest.h>

#include "libanim/kinematics/anatomy.h"
#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/pose.h"
#include "libanim/simulation/figure_state.h"
#include "tests/libanim/stages/synthesise/synth_motions.h"

namespace sinew::test {

/// Bodies of a limb from the anatomy, independently of what made the clip. Of a creature only the paw is known by part.
inline int body_of_limb(const Anatomy& anatomy, const std::string& limb, Part part) {
  const Side side = limb.find("left") != std::string::npos ? Side::kLeft : Side::kRight;
  for (std::size_t b = 0; b < anatomy.bodies.size(); ++b) {
    if (anatomy.bodies[b].part == part && anatomy.bodies[b].side == side) return static_cast<int>(b);
  }
  return -1;
}

/// Where a body's joint is in every frame.
inline std::vector<Vec3> joint_track(const SynthActor& actor, const Clip& clip, int joint) {
  std::vector<Vec3> places;
  places.reserve(to_size(clip.frames()));
  for (int f = 0; f < clip.frames(); ++f) {
    places.push_back(world_at(actor.character.skeleton, clip, f)[to_size(joint)].translation);
  }
  return places;
}

/// Largest distance between a humanoid's ankle or wrist and where the motion has it.
inline double largest_miss(const SynthActor& actor, const HandMadeMotion& made, const SynthClip& result, int l) {
  const Anatomy anatomy = find_anatomy(actor.character, detailed_figure().anatomy);
  const SynthLimb& limb = actor.model.limbs[to_size(l)];
  const Part part = limb.kind == EffectorKind::kFoot ? Part::kFoot : Part::kHand;
  const int body = body_of_limb(anatomy, limb.name, part);
  EXPECT_GE(body, 0) << limb.name;
  const std::vector<Vec3> places = joint_track(actor, result.clip, anatomy.bodies[to_size(body)].joint);
  double worst = 0;
  for (int f = 0; f < result.clip.frames(); ++f) {
    const Transform wanted = evaluate(made.motion, l + 1, f / result.clip.frame_rate).pose;
    worst = std::max(worst, (wanted * limb.joint - places[to_size(f)]).norm());
  }
  return worst;
}

/// Largest angle of any joint of the figure away from the neutral stance, in one frame; shoulders apart, which are
/// turned outwards where arms would hang in the trunk.
inline double farthest_from_neutral(const SynthActor& actor, const Clip& clip, int frame) {
  const auto world = world_at(actor.character.skeleton, clip, frame);
  const auto bodies = bodies_from_pose(actor.figure, actor.character.skeleton, world);
  const std::vector<Quat> relative = joint_rotations(actor.figure, record_from_bodies(bodies));
  double worst = 0;
  for (std::size_t j = 0; j < actor.figure.joints.size(); ++j) {
    if (actor.figure.bodies[to_size(actor.figure.joints[j].child)].part == Part::kUpperArm) continue;
    worst = std::max(worst, angle_between(relative[j], actor.figure.joints[j].neutral));
  }
  return worst;
}

/// Largest jump of the second difference of a track (unit: m per frame^2): what a pop looks like.
inline double largest_jerk(const std::vector<Vec3>& places) {
  double worst = 0;
  for (std::size_t i = 1; i + 1 < places.size(); ++i) {
    worst = std::max(worst, (places[i + 1] - 2 * places[i] + places[i - 1]).norm());
  }
  return worst;
}

/// A dance of a humanoid within its reach: the right foot steps, both hands move, the torso sways, turns and bows.
inline HandMadeMotion dance(const SynthCharacter& model) {
  HandMadeMotion made(model, make_start(model, StartPose::kStand, {}), 6, 0.5);
  const double leg = model.limbs[0].upper + model.limbs[0].lower;
  const double arm = model.limbs[2].upper + model.limbs[2].lower;
  for (const int l : {0, 1}) made.motion.activity[to_size(l)].assign(6, 100.0);
  made.motion.activity[1][1] = made.motion.activity[1][2] = 0;
  HandMadeMotion::move_from(made.torso(), 1, {0.05 * leg, -0.12 * leg, 0});
  HandMadeMotion::move_from(made.limb(1), 2, {0, 0.25 * leg, 0.2 * leg}, {-0.5, 0, 0});
  HandMadeMotion::move_from(made.limb(1), 3, {0, -0.25 * leg, 0}, {0.5, 0, 0});
  HandMadeMotion::move_from(made.torso(), 3, {-0.05 * leg, -0.05 * leg, 0.1 * leg}, {0, 0.4, 0});
  HandMadeMotion::move_from(made.limb(2), 2, {0.2 * arm, 0.5 * arm, 0.4 * arm}, {-1.5, 0, 0});
  HandMadeMotion::move_from(made.limb(2), 4, {-0.1 * arm, 0.1 * arm, 0}, {0, 0.5, 0});
  HandMadeMotion::move_from(made.limb(3), 2, {-0.2 * arm, 0.3 * arm, 0.1 * arm}, {0, 0, -0.7});
  HandMadeMotion::move_from(made.torso(), 5, {0, -0.05 * leg, 0}, {0.2, 0, 0});
  return made;
}

/// A clip of the dance does what was asked: ends reached to a millimetre, feet flat and still where they are planted.
inline void expect_good_dance(const SynthActor& actor) {
  const HandMadeMotion made = dance(actor.model);
  SynthClipOptions options;
  options.smoothing = 0;
  const SynthClip result = made.clip(actor, options);
  result.clip.validate(actor.character.skeleton);
  ASSERT_EQ(result.clip.frames(), 91);
  EXPECT_LT(result.missed, 1e-3);  // measured: 4e-16
  for (int l = 0; l < 4; ++l) EXPECT_LT(largest_miss(actor, made, result, l), 1e-3) << l;
  const auto tracks = contact_tracks(actor.figure, actor.character.skeleton, result.clip);
  for (std::size_t p = 0; p < tracks.size(); ++p) {
    const std::string& name = actor.figure.points[p].name;
    if (name.find("heel") == std::string::npos && name.find("toe") == std::string::npos) continue;
    const std::vector<int>& planted = result.planted[name.starts_with("left") ? 0 : 1];
    for (std::size_t f = 0; f < tracks[p].size(); ++f) {
      if (planted[f] < 0) continue;
      EXPECT_NEAR(tracks[p][f].y(), 0, 1e-3) << name << " frame " << f;
      if (f == 0 || planted[f - 1] < 0) continue;
      EXPECT_LT((tracks[p][f] - tracks[p][f - 1]).norm(), 1e-6) << name << " frame " << f;
    }
  }
}

}  // namespace sinew::test
