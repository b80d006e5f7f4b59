#pragma once

#include "libanim/model/skeleton.h"

namespace sinew {

/// A guess at how long a file's unit is, with the name that notes use.
struct BvhUnitGuess {
  double metres = 0.01;
  const char* name = "centimetre";
  double span = 0;  ///< longest joint-to-joint path along the bones, which no pose changes (file units)
  bool humanoid = false;
};

/// Guesses the unit from the skeleton in file units. A human's span is about 2.3 m (from a foot over the
/// hips to a hand). Seen in real files, by unit:
///
///     metre 2.2 | decimetre 26-27 | CMU's 5.644 cm 36-44 | inch 64-103 | centimetre 212-402
///
/// The bounds between them lie halfway in ratio: 8, 31, 53, 150; from 1000 on it is millimetres.
/// Only a skeleton with arms and legs by name is taken for a human; any other is in metres up to a span of
/// 10, and in centimetres above.
[[nodiscard]] BvhUnitGuess guess_bvh_unit(const Skeleton& skeleton);

}  // namespace sinew
