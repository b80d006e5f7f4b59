#pragma once

#include <array>
#include <string>
#include <vector>

#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// A piece of a character's outside: a point with a radius. It hangs on the places of one or two tracks.
struct BodyPoint {
  Vec3 place = Vec3::Zero();  ///< world
  double radius = 0;
  bool sole = false;      ///< a corner of a patch, which may touch
  int first_track = -1;   ///< its slope's columns 0 to 5: p, theta
  int second_track = -1;  ///< columns 6 to 11; -1: none
  Eigen::Matrix<double, 3, 12> slope = Eigen::Matrix<double, 3, 12>::Zero();
};

/// A link or a capsule, as the points from `begin` to `end` of a list; the first and the last are its ends.
struct BodyLink {
  int character = 0;
  int limb = -1;  ///< -1: a capsule of the torso
  bool upper = false;
  int begin = 0;
  int end = 0;
};

struct BodyShape {
  std::vector<BodyPoint> points;
  std::vector<BodyLink> links;  ///< capsules only; the corners of soles belong to none
};

/// Limb shapes with derivatives by torso (p, theta) and end-effector (p, theta).
using LimbDual = Dual<12>;
[[nodiscard]] LimbShape<LimbDual> dual_limb_shape(const SynthLimb& limb, const LimbRest& rest,
                                                  const SynthTrackState& torso, const SynthTrackState& effector);

/// Outside of a character at one moment, appended to `shape`.
void append_body(const SynthScene& scene, int character, const SampleState& state,
                 const std::vector<LimbShape<LimbDual>>& limbs, BodyShape& shape);

}  // namespace sinew
