#pragma once

#include <array>
#include <string>
#include <vector>

#include "libanim/stages/synthesise/synth_limb.h"
#include "libanim/stages/synthesise/synth_sample.h"
#include "libanim/stages/synthesise/synth_scene.h"

namespace sinew {

/// Limb shapes with derivatives by torso (p, theta) and end-effector (p, theta).
using LimbDual = Dual<12>;

/// A piece of a character's outside: a point with a radius. It is fixed in one track, or on a link between two.
struct BodyPoint {
  Vec3 place = Vec3::Zero();  ///< world
  double radius = 0;
  bool sole = false;      ///< a corner of a patch, which may touch
  int first_track = -1;   ///< the torso of a point on a link
  int second_track = -1;  ///< the end-effector of a point on a link; -1: fixed in first_track
  int ends = -1;          ///< of its link, in BodyShape::ends
  double share = 0;       ///< of the way between them
};

/// Both ends of a link, with derivatives. Those of its points follow from them where one is asked for: of the hundred
/// points of two characters few ever touch anything.
struct BodyEnds {
  Vec3Of<LimbDual> from, to;
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
  std::vector<BodyEnds> ends;
};

/// The derivative of by' place by (p, theta) of the point's first and of its second track.
[[nodiscard]] Eigen::Matrix<double, 1, 12> slope_along(const BodyShape& shape, const BodyPoint& point, const Vec3& by,
                                                       const SampleState& state);

[[nodiscard]] LimbShape<LimbDual> dual_limb_shape(const SynthLimb& limb, const LimbRest& rest,
                                                  const SynthTrackState& torso, const SynthTrackState& effector);

/// Outside of a character at one moment, appended to `shape`.
void append_body(const SynthScene& scene, int character, const SampleState& state,
                 const std::vector<LimbShape<LimbDual>>& limbs, BodyShape& shape);

}  // namespace sinew
