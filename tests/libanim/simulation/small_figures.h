#pragma once

#include "libanim/model/figure.h"

namespace sinew::test {

/// A figure made by hand, and the skeleton that it stands for (its joints have no rest rotations).
struct SmallFigure {
  Skeleton skeleton;
  Figure figure;
};

/// 13 bodies, 70 kg, 1.75 m: capsules, box pelvis, chest and feet. It stands on y = 0 facing +Z, arms down; the rest
/// pose is the neutral pose. Knees and elbows are hinges.
[[nodiscard]] SmallFigure small_humanoid_model();
[[nodiscard]] Figure small_humanoid();

/// A heavy root (1e6 kg, at the origin) and a capsule of 1 kg that hangs 1 m below it on a hinge about the z axis. The
/// root has so much mass that it stays where it is for as long as a test takes (without gravity on it, see the tests).
[[nodiscard]] Figure pendulum();

/// One body: a box of 0.4 x 0.2 x 0.4 m, 10 kg, centre at height 0.1 m.
[[nodiscard]] Figure single_box();

}  // namespace sinew::test
