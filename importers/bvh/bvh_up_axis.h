#pragma once

#include <string>

#include "libanim/model/clip.h"

namespace sinew {

/// A guess at the up axis: 0 = X, 1 = Y, 2 = Z, and how it came about.
struct BvhUpGuess {
  int axis = 1;
  bool certain = false;
  std::string reason;
};

/// Guesses the up axis of a file from the direction feet to head, in the rest pose and in up to 17 frames
/// spread over the motion (pass a clip without frames when there is none):
///  - the rest pose votes when the direction is within about 30 degrees of an axis;
///  - the motion votes for an axis when at least 60 % of the frames stand along it;
///  - where both vote and disagree, the motion decides if the body stands along its axis in 90 % of the
///    frames, the first one included, with the feet near the ground plane of that axis; otherwise (a body
///    that lies or rolls) the rest pose decides;
///  - without a vote it is Y, the custom of the format.
/// Negative axes never win: a head below the feet is a handstand or a rest pose of stacked bones.
[[nodiscard]] BvhUpGuess guess_bvh_up(const Skeleton& skeleton, const Clip& clip);

/// Turns a skeleton and clip whose up axis is X or Z to Y up by a quarter turn: Z up by (x, z, -y), X up by
/// (-y, x, z). Offsets, translations and rotations are all turned, so rest rotations stay the identity. Exact.
void turn_bvh_to_y_up(Skeleton& skeleton, Clip& clip, int up_axis);

}  // namespace sinew
